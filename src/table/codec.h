/* SPDX-License-Identifier: MIT
 * The compression of a block: one zstd frame. The only file that knows the library. */
#ifndef TABLE_CODEC_H
#define TABLE_CODEC_H

#include <stdbool.h>
#include <stddef.h>

struct codec; /* working memory, one per thread */

bool codec_supported(void);
struct codec *codec_make(void); /* null when there is no memory */
void codec_free(struct codec *codec);
size_t codec_bound(size_t size);
/* Compressed size; 0 on failure. The bytes depend on the input alone. */
size_t codec_pack(struct codec *codec, const void *in, size_t size, void *out,
                  size_t room);
/* True when the block unpacks to exactly `size` bytes. */
bool codec_unpack(struct codec *codec, const void *in, size_t packed, void *out,
                  size_t size);

#endif
