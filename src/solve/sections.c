/* SPDX-License-Identifier: MIT
 * Sections of a checkpoint; see sections.h. */
#include "solve/sections.h"

#include "base/sum.h"

#include <inttypes.h>

enum { CHUNK = 4 << 20 };

enum code section_put(struct out_file *file, const void *data, uint64_t size,
                      struct error *err)
{
    const unsigned char *at = data;
    for (uint64_t n; size > 0; at += n, size -= n) {
        unsigned char sum[8];
        n = size < CHUNK ? size : CHUNK;
        put_u64(sum, sum_of(at, n));
        TRY(io_append(file, at, n, err));
        TRY(io_append(file, sum, 8, err));
    }
    return CODE_OK;
}

enum code section_damaged(const struct section_file *in, const char *what,
                          struct error *err)
{
    return error_set(err, CODE_DAMAGED,
                     "checkpoint %s: %s at offset %" PRIu64
                     "; remove the file to solve from the start",
                     in->path, what, in->at);
}

enum code section_get(struct section_file *in, void *data, uint64_t size,
                      struct error *err)
{
    unsigned char *at = data;
    for (uint64_t n; size > 0; at += n, size -= n) {
        unsigned char sum[8];
        n = size < CHUNK ? size : CHUNK;
        if (in->size - in->at < n + 8)
            return section_damaged(in, "the file is truncated", err);
        TRY(io_read(in->fd, in->path, in->at, at, n, err));
        TRY(io_read(in->fd, in->path, in->at + n, sum, 8, err));
        if (sum_of(at, n) != get_u64(sum))
            return section_damaged(in, "a block fails its checksum", err);
        in->at += n + 8;
    }
    return CODE_OK;
}
