/* SPDX-License-Identifier: MIT
 *
 * Block compression by zstd; see codec.h. In tables of bit-parallel engines two of five blocks
 * are the same as one before, so what was packed is kept a while: one block for each
 * remainder of its sum. Unpacking it shows whether it is the one.
 */
#include "table/codec.h"

#include "base/sum.h"

#include <stdlib.h>
#include <string.h>

#ifdef HISSHO_TABLES
#include <zstd.h>

enum { LEVEL = 3, KEPT = 4096, KEPT_BYTES = 4096 /* packed, or it is not kept */ };

struct kept {
    uint64_t sum;         /* of the bytes that were packed */
    unsigned char *bytes; /* null: nothing yet */
    size_t packed;
};

struct codec {
    ZSTD_CCtx *pack;
    ZSTD_DCtx *unpack;
    unsigned char *again; /* room for a block */
    size_t room;
    struct kept *kept; /* KEPT of them, when the first block is packed */
};

bool codec_supported(void)
{
    return true;
}

struct codec *codec_make(void)
{
    struct codec *codec = calloc(1, sizeof *codec);
    if (!codec)
        return NULL;
    codec->pack = ZSTD_createCCtx();
    codec->unpack = ZSTD_createDCtx();
    if (codec->pack && codec->unpack &&
        !ZSTD_isError(
            ZSTD_CCtx_setParameter(codec->pack, ZSTD_c_compressionLevel, LEVEL)))
        return codec;
    codec_free(codec);
    return NULL;
}

void codec_free(struct codec *codec)
{
    if (!codec)
        return;
    ZSTD_freeCCtx(codec->pack);
    ZSTD_freeDCtx(codec->unpack);
    for (unsigned k = 0; codec->kept && k < KEPT; k++)
        free(codec->kept[k].bytes);
    free(codec->kept);
    free(codec->again);
    free(codec);
}

size_t codec_bound(size_t size)
{
    return ZSTD_compressBound(size);
}

/* Is it the block that was kept? */
static bool same(struct codec *codec, const struct kept *kept, const void *in,
                 size_t size)
{
    if (codec->room < size) {
        free(codec->again);
        codec->again = malloc(size);
        codec->room = codec->again ? size : 0;
    }
    return codec->again &&
           codec_unpack(codec, kept->bytes, kept->packed, codec->again, size) &&
           memcmp(codec->again, in, size) == 0;
}

/* Without memory for it nothing is kept. */
static void keep(struct kept *kept, uint64_t sum, const void *bytes, size_t packed)
{
    free(kept->bytes);
    kept->bytes = malloc(packed);
    if (!kept->bytes)
        return;
    memcpy(kept->bytes, bytes, packed);
    kept->packed = packed;
    kept->sum = sum;
}

size_t codec_pack(struct codec *codec, const void *in, size_t size, void *out,
                  size_t room)
{
    const uint64_t sum = sum_of(in, size);
    if (!codec->kept && !(codec->kept = calloc(KEPT, sizeof *codec->kept)))
        return 0;
    struct kept *kept = &codec->kept[sum % KEPT];
    if (kept->bytes && kept->sum == sum && kept->packed <= room &&
        same(codec, kept, in, size)) {
        memcpy(out, kept->bytes, kept->packed);
        return kept->packed;
    }
    size_t packed = ZSTD_compress2(codec->pack, out, room, in, size);
    if (ZSTD_isError(packed))
        return 0;
    if (packed <= KEPT_BYTES)
        keep(kept, sum, out, packed);
    return packed;
}

bool codec_unpack(struct codec *codec, const void *in, size_t packed, void *out,
                  size_t size)
{
    return ZSTD_decompressDCtx(codec->unpack, out, size, in, packed) == size;
}

#else

bool codec_supported(void)
{
    return false;
}

struct codec *codec_make(void)
{
    return NULL;
}

void codec_free(struct codec *codec)
{
    free(codec);
}

size_t codec_bound(size_t size)
{
    return size;
}

size_t codec_pack(struct codec *codec, const void *in, size_t size, void *out,
                  size_t room)
{
    (void)codec, (void)in, (void)size, (void)out, (void)room;
    return 0;
}

bool codec_unpack(struct codec *codec, const void *in, size_t packed, void *out,
                  size_t size)
{
    (void)codec, (void)in, (void)packed, (void)out, (void)size;
    return false;
}

#endif
