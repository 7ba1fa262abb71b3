/* SPDX-License-Identifier: MIT
 *
 * The layers engine: bit-parallel retrograde analysis for positions made of three stacked
 * layers, where what a piece may do depends only on its own layer and on which cells the
 * layers above it block (Gobblet Gobblers).
 *
 * The table is kept as bit planes LOST, NOT WON and OPEN with one row of bits over all
 * small layers for each pair of (large layer up to symmetry, medium layer). A ply is one
 * gathering pass: for every row the OR, over all steps, of the LOST and of the NOT WON
 * row the step leads to. An open position with a bit in the first is a win, one without a
 * bit in the second a loss. One AND or OR thus serves 128 to 512 positions, and thanks to
 * the arrangement of the rows (layers_state.h) turning a successor into the frame of its
 * slot costs nothing.
 *
 * Memory: five planes of 2,048 bits and one row of codes of 2,048 bytes per row; for
 * Gobblet 311,637 rows, 0.99 GiB.
 */
#include "solve/layers.h"

#include "solve/layers_reach.h"
#include "solve/layers_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct codes_row {
    uint8_t at[ROW_BITS]; /* by place */
};

struct solver {
    const struct variant *v;
    struct run *run;
    struct layers *l;
    struct step_table steps;
    const struct layers_kernel *kernel;
    struct row *plane[5]; /* in the order below */
    struct codes_row *codes;
    uint8_t *live;   /* rows with open positions */
    uint8_t *fresh;  /* rows that the last step changed */
    uint8_t *wanted; /* rows that the current step has to gather */
    bool loaded;     /* codes came from a checkpoint, the planes do not show them yet */
};

enum { LOST, NOT_WON, OPEN, GATHER_LOST, GATHER_NOT_WON, PLANES };

enum { TABLES_BYTES = 48 << 20 };

static bool applies(const struct variant *v)
{
    return strcmp(v->game->name, "gobblet") == 0;
}

static uint64_t rows_of(const struct variant *v)
{
    const struct fast_tables *t = v->tables;
    return (uint64_t)t->classes * t->layers;
}

static uint64_t memory(const struct variant *v)
{
    if (!applies(v))
        return 0;
    return rows_of(v) * (PLANES * sizeof(struct row) + sizeof(struct codes_row) + 3) +
           TABLES_BYTES;
}

/* Measured on a 2.6 GHz server: 6.6 s of processor time for 443 million slots, a third of
 * it for the system to supply the memory. */
static double seconds(const struct variant *v, int threads)
{
    return 0.05 + (double)v->slots * 15e-9 / threads;
}

static void finish(struct solver *s)
{
    uint64_t rows = rows_of(s->v);
    for (int k = 0; k < PLANES; k++)
        mem_give(&s->run->memory, s->plane[k], rows, sizeof(struct row));
    mem_give(&s->run->memory, s->codes, rows, sizeof(struct codes_row));
    mem_give(&s->run->memory, s->live, rows, 1);
    mem_give(&s->run->memory, s->fresh, rows, 1);
    mem_give(&s->run->memory, s->wanted, rows, 1);
    layers_steps_free(&s->steps);
    layers_free(s->l);
    free(s);
}

static enum code allocate(struct solver *s, struct error *err)
{
    uint64_t rows = rows_of(s->v);
    TRY(layers_make(s->v->tables, &s->l, err));
    TRY(layers_steps(s->l, false, &s->steps, err));
    for (int k = 0; k < PLANES; k++)
        TRY(mem_take(&s->run->memory, rows, sizeof(struct row), "the bit planes",
                     &s->plane[k], err));
    TRY(mem_take(&s->run->memory, rows, 1, "the live rows", &s->live, err));
    TRY(mem_take(&s->run->memory, rows, 1, "the fresh rows", &s->fresh, err));
    TRY(mem_take(&s->run->memory, rows, 1, "the wanted rows", &s->wanted, err));
    return mem_take(&s->run->memory, rows, sizeof(struct codes_row), "the codes",
                    &s->codes, err);
}

static enum code start(const struct variant *v, struct run *run, struct solver **out,
                       struct error *err)
{
    struct solver *s;
    TRY(mem_small(1, sizeof *s, &s, err));
    *s = (struct solver){.v = v, .run = run, .kernel = layers_kernel(0)};
    enum code code = allocate(s, err);
    if (code == CODE_OK)
        *out = s;
    else
        finish(s);
    return code;
}

/* ---- slots and places ------------------------------------------------------------- */

static void load(struct solver *s, uint64_t first, uint64_t count, const uint16_t *codes)
{
    const struct layers *l = s->l;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t row = (first + i) / l->layers;
        s->codes[row].at[l->place[(first + i) % l->layers]] = (uint8_t)codes[i];
    }
    s->loaded = true;
}

static void codes(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out)
{
    const struct layers *l = s->l;
    uint64_t row = first / l->layers;
    uint32_t n = (uint32_t)(first % l->layers);
    for (uint64_t i = 0; i < count; row++, n = 0)
        for (; n < l->layers && i < count; n++)
            out[i++] = s->codes[row].at[l->place[n]];
}

/* Eight bits become eight bytes, each 0 or 1. */
static uint64_t spread(uint64_t bits)
{
    const uint64_t ones = 0x0101010101010101, low = 0x7f7f7f7f7f7f7f7f;
    uint64_t x = bits * ones & 0x8040201008040201;
    return (((x & low) + low) | x) >> 7 & ones;
}

/* Gives the code to the places whose bits are set; they had none. */
static void mark(struct codes_row *codes, const struct row *bits, uint16_t code)
{
    for (unsigned w = 0; w < ROW_WORDS; w++)
        for (uint64_t word = bits->lane[w / 2][w % 2], i = 0; word; word >>= 8, i++) {
            if (!(word & 0xff))
                continue;
            uint64_t eight, add = spread(word & 0xff) * code;
            uint8_t *at = codes->at + 64 * w + 8 * i;
            memcpy(&eight, at, 8);
            eight |= add;
            memcpy(at, &eight, 8);
        }
}

/* ---- ply 0 ------------------------------------------------------------------------ */

static void judge_row(struct solver *s, uint32_t r)
{
    struct row ended[4];
    layers_judge(s->l, r, ended);
    mark(&s->codes[r], &ended[ENDS_WIN], code_win(0));
    mark(&s->codes[r], &ended[ENDS_LOSS], code_loss(0));
    s->plane[LOST][r] = ended[ENDS_LOSS];
    s->plane[OPEN][r] = ended[GOES_ON];
    for (int e = 0; e < GROUP; e++)
        s->plane[NOT_WON][r].lane[e] = s->l->all.lane[e] & ~ended[ENDS_WIN].lane[e];
    s->live[r] = row_any(&s->plane[OPEN][r]);
    s->fresh[r] = true;
}

/* Brings the planes to the state before step `plies` from codes that were loaded; codes
 * of that ply or later come from a step that was interrupted and will be found again. */
static void restore_row(struct solver *s, uint32_t r, unsigned plies)
{
    const struct layers *l = s->l;
    struct codes_row *codes_row = &s->codes[r];
    struct row ended[4], won, lost;
    memset(&won, 0, sizeof won);
    memset(&lost, 0, sizeof lost);
    for (unsigned place = 0; place < ROW_BITS; place++) {
        uint8_t code = 0;
        if (l->layer_at[place] < l->layers)
            code = codes_row->at[l->place[l->layer_at[place]]];
        if (code && code_plies(code) >= plies)
            code = 0;
        codes_row->at[place] = code;
        if (code)
            row_words(code_is_win(code) ? &won : &lost)[place / 64] |= (uint64_t)1
                                                                       << place % 64;
    }
    layers_judge(l, r, ended);
    for (int e = 0; e < GROUP; e++) {
        s->plane[LOST][r].lane[e] = lost.lane[e];
        s->plane[NOT_WON][r].lane[e] = l->all.lane[e] & ~won.lane[e];
        s->plane[OPEN][r].lane[e] = ended[GOES_ON].lane[e] & ~won.lane[e] & ~lost.lane[e];
    }
    s->live[r] = row_any(&s->plane[OPEN][r]);
    s->fresh[r] = true;
}

/* ---- gathering -------------------------------------------------------------------- */

static uint64_t count_bits(const struct row *row)
{
    uint64_t n = 0;
    for (unsigned w = 0; w < ROW_WORDS; w++)
        n += (uint64_t)__builtin_popcountll(row->lane[w / 2][w % 2]);
    return n;
}

/* Decides the open positions of a row by what was gathered; counts them (by place). */
static uint64_t decide_row(struct solver *s, uint32_t r, unsigned plies)
{
    struct row won, lost, *open = &s->plane[OPEN][r];
    s->fresh[r] = false;
    if (!s->wanted[r])
        return 0;
    for (int e = 0; e < GROUP; e++) {
        won.lane[e] = open->lane[e] & s->plane[GATHER_LOST][r].lane[e];
        lost.lane[e] = open->lane[e] & ~s->plane[GATHER_NOT_WON][r].lane[e];
        open->lane[e] &= ~(won.lane[e] | lost.lane[e]);
        s->plane[LOST][r].lane[e] |= lost.lane[e];
        s->plane[NOT_WON][r].lane[e] &= ~won.lane[e];
    }
    uint64_t n = count_bits(&won) + count_bits(&lost);
    if (n) {
        mark(&s->codes[r], &won, code_win(plies));
        mark(&s->codes[r], &lost, code_loss(plies));
        s->fresh[r] = true;
        s->live[r] = row_any(open);
    }
    return n;
}

static uint64_t decide(struct solver *s, unsigned plies)
{
    struct gather g = {.l = s->l,
                       .steps = &s->steps,
                       .planes = 2,
                       .source = {s->plane[LOST], s->plane[NOT_WON]},
                       .sum = {s->plane[GATHER_LOST], s->plane[GATHER_NOT_WON]},
                       .wanted = s->wanted,
                       .judge_lifts = s->l->t->rule == GOB_LIFT_LOSES};
    uint64_t decided = 0;
    layers_select(s->l, &s->steps, s->live, s->fresh, s->wanted, s->run->threads);
    layers_gather(&g, s->kernel, s->run->threads);
#pragma omp parallel for reduction(+ : decided) num_threads(s->run->threads)
    for (uint32_t r = 0; r < s->l->rows; r++)
        decided += decide_row(s, r, plies);
    return decided;
}

/* Slots in rows without open positions: the part of the work that is surely done. */
static uint64_t settled(const struct solver *s)
{
    uint64_t rows = 0;
    for (uint32_t r = 0; r < s->l->rows; r++)
        rows += !s->live[r];
    return rows * s->l->layers;
}

/* The planes before the first step of this process, from the rules or a checkpoint. */
static void begin(struct solver *s, unsigned plies)
{
#pragma omp parallel for num_threads(s->run->threads)
    for (uint32_t r = 0; r < s->l->rows; r++)
        if (plies == 0)
            judge_row(s, r);
        else
            restore_row(s, r, plies);
    s->loaded = false;
    progress_begin(&s->run->progress, "solving", plies == 0 ? 0 : settled(s));
}

static enum code step(struct solver *s, unsigned plies, uint64_t *decided,
                      struct error *err)
{
    (void)err;
    if (plies == 0 || s->loaded)
        begin(s, plies);
    *decided = plies == 0 ? s->v->slots : decide(s, plies);
    char note[32];
    snprintf(note, sizeof note, "ply %u", plies);
    progress_update(&s->run->progress, settled(s), s->v->slots, "positions", note);
    return CODE_OK;
}

const struct engine layers_engine = {
    .name = "layers",
    .summary = "bit-parallel over all arrangements of the smaller pieces",
    .memory = memory,
    .seconds = seconds,
    .most_plies = BYTE_PLIES,
    .start = start,
    .load = load,
    .step = step,
    .codes = codes,
    .finish = finish,
    .reach_slots = UINT64_MAX,
    .reach = layers_reach,
};
