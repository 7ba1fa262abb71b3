/* SPDX-License-Identifier: MIT
 *
 * The progress file of a table under construction: how many parts are complete, and what
 * of them is not in the blocks already written. It is replaced as a whole, after the
 * blocks have been made durable; blocks that were written later are cut off when it is
 * taken up. docs/format.md describes it.
 */
#include "base/sum.h"
#include "table/writer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAGIC "HISSHOPR"

enum { VERSION = 1, HEADER = 128 };

struct layout {
    uint64_t index, tail, largest, tally, subsets, sum; /* offsets */
};

static struct layout layout_of(const struct writer *w)
{
    const uint64_t written = w->blocks_done * TABLE_BLOCK_SLOTS;
    struct layout l = {.index = HEADER};
    l.tail = l.index + w->blocks_done * TABLE_INDEX_ENTRY;
    l.largest = l.tail + 2 * (w->slots_done > written ? w->slots_done - written : 0);
    l.tally = l.largest + 2 * (uint64_t)game_parts(w->v);
    l.subsets = l.tally + TABLE_WIDE_TALLY;
    l.sum = l.subsets + (uint64_t)w->subsets.subsets * TABLE_WIDE_TALLY;
    return l;
}

static void fill_header(unsigned char *h, const struct writer *w)
{
    memset(h, 0, HEADER);
    memcpy(h, MAGIC, 8);
    put_u32(h + 8, VERSION);
    put_u32(h + 12, game_parts(w->v));
    put_u64(h + 16, w->v->slots);
    memcpy(h + 24, w->v->name, strlen(w->v->name));
    put_u32(h + 88, w->parts_done);
    put_u32(h + 92, w->subsets.subsets);
    put_u64(h + 96, w->slots_done);
    put_u64(h + 104, w->blocks_done);
    put_u64(h + 112, w->file.size);
}

static void put_codes(unsigned char *to, const uint16_t *codes, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        to[2 * i] = (unsigned char)codes[i];
        to[2 * i + 1] = (unsigned char)(codes[i] >> 8);
    }
}

static void get_codes(const unsigned char *from, uint16_t *codes, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        codes[i] = (uint16_t)(from[2 * i] | from[2 * i + 1] << 8);
}

static void fill(unsigned char *bytes, const struct layout *l, const struct writer *w)
{
    fill_header(bytes, w);
    memcpy(bytes + l->index, w->index, l->tail - l->index);
    put_codes(bytes + l->tail, w->tail, (l->largest - l->tail) / 2);
    put_codes(bytes + l->largest, w->largest, (l->tally - l->largest) / 2);
    for (unsigned code = 0; code < TALLY_CODES; code++)
        put_u64(bytes + l->tally + 8 * code, w->tally.positions[code]);
    for (uint64_t i = 0; i < (uint64_t)w->subsets.subsets * TALLY_CODES; i++)
        put_u64(bytes + l->subsets + 8 * i,
                w->subsets.count[i / TALLY_CODES][i % TALLY_CODES]);
    put_u64(bytes + l->sum, sum_of(bytes, l->sum));
}

enum code progress_keep(struct writer *w, struct error *err)
{
    const struct layout l = layout_of(w);
    struct out_file file = {.fd = -1};
    unsigned char *bytes;
    TRY(io_sync(&w->file, err));
    TRY(mem_small(l.sum + 8, 1, &bytes, err));
    fill(bytes, &l, w);
    enum code code = io_create(&file, w->progress, err);
    if (code == CODE_OK)
        code = io_append(&file, bytes, l.sum + 8, err);
    if (code == CODE_OK)
        code = io_commit(&file, err);
    io_abandon(&file);
    free(bytes);
    w->kept |= code == CODE_OK;
    return code;
}

/* ---- taking it up ------------------------------------------------------------------- */

static enum code damaged(const struct writer *w, const char *what, struct error *err)
{
    return error_set(err, CODE_DAMAGED,
                     "progress file %s: %s; remove the file to solve from the start",
                     w->progress, what);
}

static enum code take(struct writer *w, const unsigned char *bytes, uint64_t size,
                      uint64_t *table_bytes, struct error *err)
{
    unsigned char wanted[HEADER];
    if (size < HEADER + 8)
        return damaged(w, "it is truncated", err);
    w->parts_done = get_u32(bytes + 88);
    w->slots_done = get_u64(bytes + 96);
    w->blocks_done = get_u64(bytes + 104);
    w->file.size = *table_bytes = get_u64(bytes + 112);
    fill_header(wanted, w);
    if (memcmp(bytes, wanted, HEADER) != 0 || w->parts_done > game_parts(w->v) ||
        w->slots_done > w->v->slots ||
        w->blocks_done != (w->slots_done == w->v->slots
                               ? w->blocks
                               : w->slots_done / TABLE_BLOCK_SLOTS))
        return damaged(w, "its header is damaged or of another game or version", err);
    const struct layout l = layout_of(w);
    if (size != l.sum + 8 || sum_of(bytes, l.sum) != get_u64(bytes + l.sum))
        return damaged(w, "it fails its checksum", err);
    memcpy(w->index, bytes + l.index, l.tail - l.index);
    get_codes(bytes + l.tail, w->tail, (l.largest - l.tail) / 2);
    get_codes(bytes + l.largest, w->largest, (l.tally - l.largest) / 2);
    for (unsigned code = 0; code < TALLY_CODES; code++)
        w->tally.positions[code] = get_u64(bytes + l.tally + 8 * code);
    for (uint64_t i = 0; i < (uint64_t)w->subsets.subsets * TALLY_CODES; i++)
        w->subsets.count[i / TALLY_CODES][i % TALLY_CODES] =
            get_u64(bytes + l.subsets + 8 * i);
    return CODE_OK;
}

enum code progress_resume(struct writer *w, const char *path, struct error *err)
{
    int fd;
    uint64_t size, table_bytes = 0;
    unsigned char *bytes;
    TRY(io_open(w->progress, &fd, &size, err));
    enum code code = mem_small(size, 1, &bytes, err);
    if (code == CODE_OK) {
        code = io_read(fd, w->progress, 0, bytes, size, err);
        if (code == CODE_OK)
            code = take(w, bytes, size, &table_bytes, err);
        free(bytes);
    }
    close(fd);
    if (code == CODE_OK)
        code = io_continue(&w->file, path, table_bytes, err);
    w->kept = true; /* also what cannot be taken up is left as it is */
    return code;
}
