/* SPDX-License-Identifier: MIT
 *
 * The checkpoint of a sweep: its maps, its statistics and the list of the records in the
 * history, which lies beside it.
 *
 *   0  "HISSHOSW"   8 u32 version   12 u32 steps   16 u64 slots   24 char game[64]
 *   88 u64 records of a step   96 u64 XXH3 of bytes 0..95
 * then sections, each in chunks of 4 MiB (the last one shorter) followed by their u64
 * XXH3: statistics, list of records, maps in the order of the slices.
 */
#define _GNU_SOURCE
#include "solve/sweep_solver.h"

#include "base/io.h"
#include "base/sum.h"
#include "solve/sections.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAGIC "HISSHOSW"

enum { VERSION = 1, HEADER = 104, SUM_AT = 96 };

static void fill_header(const struct solver *s, unsigned steps, unsigned char h[HEADER])
{
    memset(h, 0, HEADER);
    memcpy(h, MAGIC, 8);
    put_u32(h + 8, VERSION);
    put_u32(h + 12, steps);
    put_u64(h + 16, s->v->slots);
    memcpy(h + 24, s->v->name, strlen(s->v->name));
    put_u64(h + 88, s->history.groups);
    put_u64(h + SUM_AT, sum_of(h, SUM_AT));
}

/* ---- writing ------------------------------------------------------------------------ */

enum { STATISTICS = 2 * HISTORY_STEPS * MUS_POINTS * 8 };

static void pack_statistics(const struct solver *s, unsigned char out[STATISTICS])
{
    for (unsigned n = 0; n < HISTORY_STEPS; n++)
        for (unsigned b = 0; b < MUS_POINTS; b++, out += 16) {
            put_u64(out, s->lost_orbits.with[n][b]);
            put_u64(out + 8, s->won_orbits.with[n][b]);
        }
}

static enum code put_all(struct solver *s, struct out_file *file, unsigned char *index,
                         struct error *err)
{
    unsigned char header[HEADER], statistics[STATISTICS];
    fill_header(s, s->steps, header);
    pack_statistics(s, statistics);
    history_index(&s->history, s->steps, index);
    TRY(io_append(file, header, sizeof header, err));
    TRY(section_put(file, statistics, sizeof statistics, err));
    TRY(section_put(file, index, history_index_size(&s->history, s->steps), err));
    for (unsigned k = 0; k < s->board->slices; k++)
        TRY(section_put(file, s->won[k], s->map_bytes, err));
    return io_commit(file, err);
}

enum code sweep_save(struct solver *s, const char *path, struct error *err)
{
    struct out_file file;
    unsigned char *index;
    TRY(history_sync(&s->history, s->steps, err));
    TRY(mem_small(history_index_size(&s->history, s->steps) + 1, 1, &index, err));
    enum code code = io_create(&file, path, err);
    if (code == CODE_OK)
        code = put_all(s, &file, index, err);
    io_abandon(&file);
    free(index);
    return code;
}

/* ---- reading ------------------------------------------------------------------------ */

static enum code get_header(struct solver *s, struct section_file *in, struct error *err)
{
    unsigned char header[HEADER], wanted[HEADER];
    if (in->size < HEADER)
        return section_damaged(in, "the file is truncated", err);
    TRY(io_read(in->fd, in->path, 0, header, HEADER, err));
    s->steps = get_u32(header + 12);
    fill_header(s, s->steps, wanted);
    if (memcmp(header, wanted, HEADER) != 0 || s->steps > HISTORY_STEPS)
        return section_damaged(in, "the header is damaged or of another game or version",
                               err);
    in->at = HEADER;
    return CODE_OK;
}

static enum code get_all(struct solver *s, struct section_file *in, const char *scratch,
                         struct error *err)
{
    unsigned char statistics[STATISTICS], *at = statistics, *index;
    TRY(get_header(s, in, err));
    TRY(section_get(in, statistics, sizeof statistics, err));
    for (unsigned n = 0; n < HISTORY_STEPS; n++)
        for (unsigned b = 0; b < MUS_POINTS; b++, at += 16) {
            s->lost_orbits.with[n][b] = get_u64(at);
            s->won_orbits.with[n][b] = get_u64(at + 8);
        }
    uint64_t size = history_index_size(&s->history, s->steps);
    TRY(mem_small(size + 1, 1, &index, err));
    enum code code = section_get(in, index, size, err);
    if (code == CODE_OK)
        code = history_resume(&s->history, scratch, s->steps, index, err);
    free(index);
    TRY(code);
    for (unsigned k = 0; k < s->board->slices; k++)
        TRY(section_get(in, s->won[k], s->map_bytes, err));
    return in->at == in->size ? CODE_OK
                              : section_damaged(in, "the file is too long", err);
}

enum code sweep_resume(struct solver *s, const char *path, const char *scratch,
                       unsigned *plies, struct error *err)
{
    struct section_file in = {.path = path};
    TRY(io_open(path, &in.fd, &in.size, err));
    enum code code = get_all(s, &in, scratch, err);
    *plies = 2 * s->steps + 1; /* the even ply before it is part of that step */
    close(in.fd);
    return code;
}
