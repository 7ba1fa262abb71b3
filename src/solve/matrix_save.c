/* SPDX-License-Identifier: MIT
 *
 * The checkpoint of the matrix engine: planes, statistics and the list of the records in
 * the history, which lies beside it.
 *
 *   0  "HISSHOMX"   8 u32 version   12 u32 plies done   16 u64 slots   24 char game[64]
 *   88 u64 units of the history   96 u64 XXH3 of bytes 0..95
 * then sections, each in chunks of 4 MiB (the last one shorter) followed by their u64
 * XXH3: statistics, list of records, planes by class, won before lost.
 */
#define _GNU_SOURCE
#include "solve/matrix_solver.h"

#include "base/io.h"
#include "base/sum.h"
#include "solve/sections.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAGIC "HISSHOMX"

enum { VERSION = 1, HEADER = 104, SUM_AT = 96, STATISTICS = 8 * (2 * MATRIX_PLIES + 1) };

static void fill_header(const struct solver *s, unsigned plies, unsigned char h[HEADER])
{
    memset(h, 0, HEADER);
    memcpy(h, MAGIC, 8);
    put_u32(h + 8, VERSION);
    put_u32(h + 12, plies);
    put_u64(h + 16, s->v->slots);
    memcpy(h + 24, s->v->name, strlen(s->v->name));
    put_u64(h + 88, s->units);
    put_u64(h + SUM_AT, sum_of(h, SUM_AT));
}

static enum code put_all(struct solver *s, struct out_file *file, unsigned char *index,
                         struct error *err)
{
    unsigned char header[HEADER], statistics[STATISTICS];
    fill_header(s, s->plies, header);
    for (unsigned n = 0; n < 2 * MATRIX_PLIES; n++)
        put_u64(statistics + 8 * n, s->decided[n / 2][n % 2]);
    put_u64(statistics + 16 * MATRIX_PLIES, s->initial_code);
    history_index(&s->history, s->plies, index);
    TRY(io_append(file, header, sizeof header, err));
    TRY(section_put(file, statistics, sizeof statistics, err));
    TRY(section_put(file, index, history_index_size(&s->history, s->plies), err));
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        const struct matrix_class *k = &s->board.class[i];
        if (!k->used)
            continue;
        TRY(section_put(file, k->won, matrix_plane(k), err));
        TRY(section_put(file, k->lost, matrix_plane(k), err));
    }
    return io_commit(file, err);
}

enum code matrix_save(struct solver *s, const char *path, struct error *err)
{
    struct out_file file;
    unsigned char *index;
    TRY(history_sync(&s->history, s->plies, err));
    TRY(mem_small(history_index_size(&s->history, s->plies) + 1, 1, &index, err));
    enum code code = io_create(&file, path, err);
    if (code == CODE_OK)
        code = put_all(s, &file, index, err);
    io_abandon(&file);
    free(index);
    return code;
}

static enum code get_header(struct solver *s, struct section_file *in, struct error *err)
{
    unsigned char header[HEADER], wanted[HEADER];
    if (in->size < HEADER)
        return section_damaged(in, "the file is truncated", err);
    TRY(io_read(in->fd, in->path, 0, header, HEADER, err));
    s->plies = get_u32(header + 12);
    fill_header(s, s->plies, wanted);
    if (memcmp(header, wanted, HEADER) != 0 || s->plies > MATRIX_PLIES)
        return section_damaged(in, "the header is damaged or of another game or version",
                               err);
    in->at = HEADER;
    return CODE_OK;
}

static enum code get_history(struct solver *s, struct section_file *in,
                             const char *scratch, struct error *err)
{
    unsigned char *index;
    const uint64_t size = history_index_size(&s->history, s->plies);
    TRY(mem_small(size + 1, 1, &index, err));
    enum code code = section_get(in, index, size, err);
    if (code == CODE_OK)
        code = history_resume(&s->history, scratch, s->plies, index, err);
    free(index);
    return code;
}

static enum code get_all(struct solver *s, struct section_file *in, const char *scratch,
                         struct error *err)
{
    unsigned char statistics[STATISTICS];
    TRY(get_header(s, in, err));
    TRY(section_get(in, statistics, sizeof statistics, err));
    for (unsigned n = 0; n < 2 * MATRIX_PLIES; n++)
        s->decided[n / 2][n % 2] = get_u64(statistics + 8 * n);
    s->initial_code = (uint16_t)get_u64(statistics + 16 * MATRIX_PLIES);
    TRY(get_history(s, in, scratch, err));
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        struct matrix_class *k = &s->board.class[i];
        if (!k->used)
            continue;
        TRY(section_get(in, k->won, matrix_plane(k), err));
        TRY(section_get(in, k->lost, matrix_plane(k), err));
    }
    return in->at == in->size ? CODE_OK
                              : section_damaged(in, "the file is too long", err);
}

enum code matrix_resume(struct solver *s, const char *path, const char *scratch,
                        unsigned *plies, struct error *err)
{
    struct section_file in = {.path = path};
    s->recording = true;
    TRY(matrix_first_masks(s, err));
    TRY(io_open(path, &in.fd, &in.size, err));
    enum code code = get_all(s, &in, scratch, err);
    *plies = s->plies;
    close(in.fd);
    return code;
}
