/* SPDX-License-Identifier: MIT
 *
 * The matrix engine: retrograde analysis of NOCCAxNOCCA as operations on bit matrices.
 *
 * A board is two halves, and both are numbered alike, so "black to move" is a matrix of bits
 * for every way to share out the pieces (a class), "white to move" the transpose of another.
 * A move inside a half replaces a row by another row; one across the middle is a row
 * operation in each of two layouts ("a piece in hand"). So one instruction treats up to 512
 * positions, there are no scattered look-ups, and only columns not after their mirror image
 * exist. What the rules tell at once is left out: goal steps at hand, two threats, threats
 * that cannot be answered (games/nocca/halves.h).
 *
 * Plies: what each step decides in the table's part of a matrix is recorded, packed against
 * what was undecided (history.h), and replayed for codes().
 */
#include "solve/matrix.h"

#include "solve/matrix_solver.h"
#include "solve/matrix_tables.h"

#include "games/nocca/fast.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Bytes taken outside of the budget: the program, the variant's tables, codes of a few
 * units and blocks. */
#define OUTSIDE ((uint64_t)64 << 20)

/* Without a file for it, the history of larger tables is not recorded. */
#define UNRECORDED ((uint64_t)1 << 31)

static const struct nocca_halves *halves_of(const struct variant *v)
{
    if (strcmp(v->game->name, "nocca") != 0)
        return NULL;
    const struct fast_tables *t = v->tables;
    return t->halves;
}

/* ---- estimates ------------------------------------------------------------------------- */

/* Sizes before the tables exist. */
struct estimate {
    uint64_t lines, bytes; /* of all planes */
    uint64_t largest;      /* bytes of a plane */
};

/* Rows and columns of a class. Assumed: 0.6 of the loud tails can be answered. */
static void add_estimate(const struct nocca_halves *h, unsigned k, struct estimate *e)
{
    const unsigned x = half_partner(h, k);
    const uint64_t open = h->column_count[x],
                   all = h->odd ? h->tails[0][x] : h->halves[0][x];
    const uint64_t kills = all / 2 + 1 - open;
    uint64_t strip = 8;
    while (strip < MATRIX_TILE && strip < open)
        strip *= 2;
    uint64_t loud = h->rows == 2 ? h->halves[1][k] : h->halves[1][k] / 10 * 6;
    uint64_t columns = (open + strip - 1) / strip * strip;
    if (h->rows == 3 && (int64_t)kills > 0)
        columns += (kills + strip - 1) / strip * strip;
    const uint64_t lines = (h->halves[0][k] + loud) * (columns / strip);
    e->lines += lines;
    e->bytes += lines * strip / 8;
    if (e->largest < lines * strip / 8)
        e->largest = lines * strip / 8;
}

static struct estimate estimate(const struct nocca_halves *h)
{
    struct estimate e = {0};
    for (unsigned k = 0; k < HALF_CLASSES; k++)
        if (k / HALF_SIDE <= h->columns && k % HALF_SIDE <= h->columns)
            add_estimate(h, k, &e);
    return e;
}

static uint64_t memory(const struct variant *v)
{
    const struct nocca_halves *h = halves_of(v);
    if (!h)
        return 0;
    const struct estimate e = estimate(h);
    return 2 * e.bytes + 4 * e.largest + matrix_tables_bytes(h) + OUTSIDE;
}

/* Measured on one core, within a third for boards from 4x4 to 6x5: a ply takes 14 ns for
 * each line and 1.5 ns for each byte of the planes, the table 12 ns for each slot. Assumed:
 * 24, 36, 48, 60 plies on three to six rows. */
static double seconds(const struct variant *v, int threads)
{
    const struct nocca_halves *h = halves_of(v);
    const struct estimate e = estimate(h);
    const unsigned plies = 12 * (2 * h->rows - h->odd - 1);
    return 0.05 + (plies * ((double)e.lines * 14e-9 + (double)e.bytes * 1.5e-9) +
                   (double)v->slots * 12e-9) /
                      threads;
}

/* The history takes up to a byte per slot; a checkpoint has the planes, and the last one
 * stays until a new one is complete. The table is smaller than these. */
static uint64_t disk(const struct variant *v)
{
    return v->slots + 4 * estimate(halves_of(v)).bytes + (1 << 20);
}

/* ---- beginning and end ----------------------------------------------------------------- */

static void finish(struct solver *s)
{
    matrix_free_planes(s);
    matrix_tables_free(&s->board, s->run);
    history_close(&s->history);
    s->run->memory.used -= s->outside;
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static enum code prepare(struct solver *s, struct error *err)
{
    progress_begin(&s->run->progress, "preparing", 0);
    TRY(matrix_tables(&s->board, halves_of(s->v), s->run, err));
    for (unsigned i = 0; i < HALF_CLASSES; i++)
        s->units += s->board.class[i].units;
    TRY(matrix_make_planes(s, err));
    history_open(&s->history, (unsigned)s->units, &s->run->memory);
    const uint64_t left = s->run->memory.limit - s->run->memory.used;
    s->outside = left < OUTSIDE ? left : OUTSIDE; /* not for the history */
    s->run->memory.used += s->outside;
    return CODE_OK;
}

static enum code start(const struct variant *v, struct run *run, struct solver **out,
                       struct error *err)
{
    struct solver *s;
    TRY(mem_small(1, sizeof *s, &s, err));
    s->v = v;
    s->run = run;
    s->kernel = matrix_kernel(0);
    s->history.fd = -1;
    s->recording = v->slots < UNRECORDED;
    pthread_mutex_init(&s->lock, NULL);
    enum code code = prepare(s, err);
    if (code == CODE_OK)
        *out = s;
    else
        finish(s);
    return code;
}

/* ---- steps ------------------------------------------------------------------------------ */

/* The record of ply 0, black cannot move, of a unit. */
static enum code record_stuck(struct solver *s, const struct matrix_class *k,
                              uint64_t unit, struct error *err)
{
    struct matrix_record out = {.bits.at = s->worker[0].packed[0]};
    const uint64_t chunks = (k->quiet + k->unit_rows - 1) / k->unit_rows;
    const uint32_t first = (uint32_t)(unit % chunks) * k->unit_rows;
    const uint32_t left = k->quiet - first;
    uint32_t strip = (uint32_t)(unit / chunks) * k->unit_strips;
    const uint32_t last = strip + k->unit_strips;
    for (; strip < last && strip < k->open_strips; strip++) {
        uint64_t at = ((uint64_t)strip * k->rows + first) * k->width;
        s->kernel->pack(&out, left < k->unit_rows ? left : k->unit_rows, k->width,
                        k->won + at, k->lost + at);
    }
    return matrix_keep_record(s, 0, k->unit_first + unit, &out, s->worker[0].packed[0],
                              err);
}

static enum code first_step(struct solver *s, struct error *err)
{
    TRY(matrix_first_values(s, err));
    TRY(history_step(&s->history, 0, err));
    for (unsigned i = 0; s->recording && i < HALF_CLASSES; i++)
        for (uint64_t unit = 0; unit < s->board.class[i].units; unit++)
            TRY(record_stuck(s, &s->board.class[i], unit, err));
    return CODE_OK;
}

static enum code step(struct solver *s, unsigned plies, uint64_t *decided,
                      struct error *err)
{
    assert(plies == s->plies);
    if (plies >= MATRIX_PLIES - 1)
        return error_set(err, CODE_RESOURCES, "%s has distances above %d plies",
                         s->v->name, MATRIX_PLIES - 2);
    if (plies == 0)
        TRY(first_step(s, err));
    if (plies == 1)
        progress_begin(&s->run->progress, "solving", 0);
    if (plies > 0)
        TRY(matrix_step(s, plies, err));
    matrix_watch_initial(s, plies);
    s->plies++;
    *decided = s->decided[plies][0] + s->decided[plies][1];
    if (plies <= 2) /* goal steps, threats that cannot be answered */
        *decided += 1;
    return CODE_OK;
}

static enum code scratch(struct solver *s, const char *path, struct error *err)
{
    s->recording = true;
    return history_to_file(&s->history, path, err);
}

const struct engine matrix_engine = {
    .name = "matrix",
    .summary = "bit-parallel over pairs of half boards, plies from a packed history",
    .memory = memory,
    .seconds = seconds,
    .disk = disk,
    .start = start,
    .step = step,
    .codes = matrix_codes,
    .fault = matrix_fault,
    .finish = finish,
    .scratch = scratch,
    .save = matrix_save,
    .resume = matrix_resume,
    .subsets = matrix_subsets,
};
