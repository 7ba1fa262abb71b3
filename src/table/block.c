/* SPDX-License-Identifier: MIT
 * Reading the blocks of a table; see block.h. */
#include "table/block.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/sum.h"
#include "table/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void table_scratch_free(struct table_scratch *scratch)
{
    free(scratch->bytes);
    free(scratch->codes);
    codec_free(scratch->codec);
    *scratch = (struct table_scratch){0};
}

static enum code damaged(const struct block_file *f, uint64_t block, const char *what,
                         struct error *err)
{
    return error_set(err, CODE_DAMAGED,
                     "table %s: block %" PRIu64 " %s at offset %" PRIu64
                     "; remove the file and solve again, or restore it",
                     f->path, block, what, get_u64(f->index + block * TABLE_INDEX_ENTRY));
}

/* Reads the packed bytes of a block into scratch and checks their sum. */
static enum code fetch(const struct block_file *f, uint64_t block,
                       struct table_scratch *scratch, uint32_t *packed, struct error *err)
{
    const unsigned char *entry = f->index + block * TABLE_INDEX_ENTRY;
    uint64_t offset = get_u64(entry);
    *packed = get_u32(entry + 8);
    if (offset > f->bytes || *packed > f->bytes - offset)
        return damaged(f, block, "reaches beyond the end of the file", err);
    if (scratch->size < *packed) {
        free(scratch->bytes);
        scratch->bytes = NULL;
        scratch->size = 0;
        TRY(mem_small(*packed, 1, &scratch->bytes, err));
        scratch->size = *packed;
    }
    TRY(io_read(f->fd, f->path, offset, scratch->bytes, *packed, err));
    if (sum_of(scratch->bytes, *packed) != get_u64(entry + 16))
        return damaged(f, block, "fails its checksum", err);
    return CODE_OK;
}

enum code block_check(const struct block_file *f, uint64_t block,
                      struct table_scratch *scratch, struct error *err)
{
    uint32_t packed;
    return fetch(f, block, scratch, &packed, err);
}

enum code block_unpack(const struct block_file *f, uint64_t block,
                       struct table_scratch *scratch, uint8_t *out, uint32_t *count,
                       uint32_t *high, struct error *err)
{
    uint32_t packed;
    uint64_t left = f->slots - block * f->block_slots;
    *count = left < f->block_slots ? (uint32_t)left : f->block_slots;
    *high = get_u32(f->index + block * TABLE_INDEX_ENTRY + 12);
    TRY(fetch(f, block, scratch, &packed, err));
    if (!scratch->codec && !(scratch->codec = codec_make()))
        return error_set(err, CODE_RESOURCES, "not enough memory to unpack a block");
    if (!codec_unpack(scratch->codec, scratch->bytes, packed, out,
                      (size_t)*count * (1 + *high)))
        return damaged(f, block, "does not unpack to its size", err);
    for (uint32_t i = 0; *high && i < *count; i++)
        if (out[*count + i] > CODES >> 8)
            return damaged(f, block, "holds a code that does not exist", err);
    return CODE_OK;
}

enum code block_codes(const struct block_file *f, uint64_t block,
                      struct table_scratch *scratch, struct codes out, uint32_t *count,
                      struct error *err)
{
    uint32_t high;
    if (out.width == 1) {
        if (get_u32(f->index + block * TABLE_INDEX_ENTRY + 12))
            return damaged(f, block, "has larger codes than the others", err);
        return block_unpack(f, block, scratch, out.at, count, &high, err);
    }
    if (!scratch->codes)
        TRY(mem_small(f->block_slots, 2, &scratch->codes, err));
    const uint8_t *low = scratch->codes;
    uint16_t *wide = out.at;
    TRY(block_unpack(f, block, scratch, scratch->codes, count, &high, err));
    if (!high)
        codes_widen(low, *count, wide);
    else
        for (uint32_t i = 0; i < *count; i++)
            wide[i] = (uint16_t)(low[i] | low[*count + i] << 8);
    return CODE_OK;
}

/* The part of a block that lies in the range; `whole` has room for a block. */
static enum code copy_block(const struct block_file *f, uint64_t block,
                            struct table_scratch *scratch, uint16_t *whole,
                            uint64_t first, uint64_t end, struct codes out,
                            struct error *err)
{
    const uint64_t begin = block * f->block_slots;
    uint32_t count;
    if (begin >= first && begin + f->block_slots <= end) {
        struct codes here = {codes_at(out, begin - first), out.width};
        return block_codes(f, block, scratch, here, &count, err);
    }
    TRY(block_codes(f, block, scratch, (struct codes){whole, out.width}, &count, err));
    const uint64_t from = begin > first ? begin : first;
    const uint64_t to = begin + count < end ? begin + count : end;
    memcpy(codes_at(out, from - first),
           codes_at((struct codes){whole, out.width}, from - begin),
           (to - from) * out.width);
    return CODE_OK;
}

enum code block_range(const struct block_file *f, int threads, uint64_t first,
                      uint64_t count, struct codes out, struct error *err)
{
    enum code result = CODE_OK;
    const uint64_t end = first + count;
    uint64_t failed = UINT64_MAX;
    if (count == 0)
        return CODE_OK;
    (void)threads; /* without OpenMP */
#pragma omp parallel num_threads(threads)
    {
        struct table_scratch scratch = {0};
        uint16_t *whole = malloc(2 * (size_t)f->block_slots);
#pragma omp for schedule(dynamic, 4)
        for (uint64_t b = first / f->block_slots; b <= (end - 1) / f->block_slots; b++) {
            struct error why;
            enum code code =
                whole ? copy_block(f, b, &scratch, whole, first, end, out, &why)
                      : error_set(&why, CODE_RESOURCES, "not enough memory");
            if (code != CODE_OK) {
#pragma omp critical(block_range)
                if (b < failed) {
                    failed = b;
                    result = code;
                    if (err)
                        *err = why;
                }
            }
        }
        free(whole);
        table_scratch_free(&scratch);
    }
    return result;
}
