/* SPDX-License-Identifier: MIT
 * Block compression by zstd; see codec.h. */
#include "table/codec.h"

#include <stdlib.h>

#ifdef HISSHO_TABLES
#include <zstd.h>

enum { LEVEL = 3 };

struct codec {
    ZSTD_CCtx *pack;
    ZSTD_DCtx *unpack;
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
    free(codec);
}

size_t codec_bound(size_t size)
{
    return ZSTD_compressBound(size);
}

size_t codec_pack(struct codec *codec, const void *in, size_t size, void *out,
                  size_t room)
{
    size_t packed = ZSTD_compress2(codec->pack, out, room, in, size);
    return ZSTD_isError(packed) ? 0 : packed;
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
