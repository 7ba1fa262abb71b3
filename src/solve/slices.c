/* SPDX-License-Identifier: MIT
 *
 * The local conditions for slices; see slices.h. For one place of black after the other the
 * slices that its exits lead to are brought into memory, with what black takes there already
 * gone; they stay until the room is needed for others, those needed last going first. Then
 * brown's minima are compared with what is stored, and both sides are counted on the way.
 */
#define _GNU_SOURCE
#include "solve/slices.h"

#include "solve/isa.h"
#include "solve/sweep_orbits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BUFFERS = 7, /* more would not save a load on any board */
    PIECE = 1 << 26,  /* slots that are compared at a time */
    SHARE = 64,       /* blocks that a thread takes at a time */
    NONE = MUS_POINTS
};

extern const struct slices_kernel slices_kernel_portable, slices_kernel_avx2,
    slices_kernel_avx512;

const struct slices_kernel *slices_kernel(unsigned i)
{
    static const struct isa_form forms[] = {
        {ISA_AVX512, ISA_X86(slices_kernel_avx512)},
        {ISA_AVX2, ISA_X86(slices_kernel_avx2)},
        {ISA_PORTABLE, &slices_kernel_portable},
    };
    return isa_form(forms, sizeof forms / sizeof *forms, i);
}

/* Positions by side (black, brown), men and byte: moves to the win, or the stored code. */
struct counts {
    uint64_t with[2][MUS_POINTS][256];
};

struct slices {
    const struct variant *v;
    const struct mus_board *board;
    struct run *run;
    const struct slices_kernel *kernel;
    slices_read *read;
    void *context;
    struct slices_report *report;

    uint64_t span, blocks, piece;
    uint8_t *lost, *stored;
    uint8_t order[MUS_POINTS];
    unsigned now; /* place in the order */
    unsigned buffers;
    struct {
        uint8_t *bytes;
        unsigned slice;
    } buffer[MOST_BUFFERS];
    uint8_t low_men[SLICE_BLOCK]; /* bits set in a place of a block */
    uint64_t *fixed;              /* indices that a symmetry leaves as they are */
    struct counts *counts;        /* by thread */
    struct counts sum;            /* orbits times symmetries */
};

static const struct mus_board *board_of(const struct variant *v)
{
    return strcmp(v->game->name, "musashi") == 0 ? v->tables : NULL;
}

bool slices_suit(const struct variant *v)
{
    return board_of(v) && v->span >= SLICE_BLOCK;
}

/* ---- slices in memory --------------------------------------------------------------- */

static bool leads_to(const struct mus_board *b, unsigned slice, unsigned other)
{
    return b->near[b->black[slice]] >> b->black[other] & 1;
}

/* Column by column, so that what is needed together lies close together. */
static void make_order(struct slices *s)
{
    const struct mus_board *b = s->board;
    unsigned n = 0;
    for (unsigned x = 0; x < b->columns; x++)
        for (unsigned y = 0; y < b->rows; y++) {
            const unsigned p = b->at[y][x];
            if (p != MUS_NO_POINT && b->black[b->slice[p]] == p)
                s->order[n++] = b->slice[p];
        }
    assert(n == b->slices);
}

/* When a slice is needed again, in the order. */
static unsigned next_need(const struct slices *s, unsigned now, unsigned slice)
{
    unsigned n = now;
    while (n < s->board->slices && !leads_to(s->board, s->order[n], slice))
        n++;
    return n;
}

/* Codes become moves to the win. */
static void to_moves(uint8_t *bytes, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        bytes[i] = bytes[i] ? (uint8_t)((bytes[i] + 1u) >> 2) : SLICE_NEVER;
}

static enum code load(struct slices *s, unsigned slice, uint8_t *bytes, struct error *err)
{
    const struct mus_board *b = s->board;
    const unsigned p = b->black[slice];
    TRY(s->read(s->context, slice * s->span, s->span, bytes, err));
#pragma omp parallel for schedule(static) num_threads(s->run->threads)
    for (uint64_t t = 0; t < s->blocks; t++)
        to_moves(bytes + t * SLICE_BLOCK, SLICE_BLOCK);
    for (unsigned k = 0; k < b->pairs[p]; k++) {
        const uint64_t set = b->pair[p][k];
        const unsigned i = mus_bit(b, p, (unsigned)__builtin_ctzll(set));
        const unsigned j = mus_bit(b, p, 63 - (unsigned)__builtin_clzll(set));
        const uint8_t pair[2] = {(uint8_t)(i < j ? i : j), (uint8_t)(i < j ? j : i)};
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->run->threads)
        for (uint64_t t = 0; t < s->blocks; t += SHARE)
            s->kernel->take_pair(bytes, pair, t,
                                 t + SHARE < s->blocks ? t + SHARE : s->blocks);
    }
    return CODE_OK;
}

/* The buffer that holds a slice, or NULL. */
static const uint8_t *held(const struct slices *s, unsigned slice)
{
    for (unsigned k = 0; k < s->buffers; k++)
        if (s->buffer[k].slice == slice)
            return s->buffer[k].bytes;
    return NULL;
}

/* Brings a slice in, in place of the one needed last. Slices in `keep` stay; false in
 * *done: there is no room beside them. */
static enum code hold(struct slices *s, unsigned slice, uint32_t keep, bool *done,
                      struct error *err)
{
    unsigned best = MOST_BUFFERS, latest = 0;
    *done = true;
    if (held(s, slice))
        return CODE_OK;
    for (unsigned k = 0; k < s->buffers; k++) {
        const unsigned other = s->buffer[k].slice;
        const unsigned need = other == NONE ? NONE : next_need(s, s->now + 1, other);
        if (other != NONE && keep >> other & 1)
            continue;
        if (best == MOST_BUFFERS || need > latest) {
            best = k;
            latest = need;
        }
    }
    *done = best < MOST_BUFFERS;
    if (!*done)
        return CODE_OK;
    s->buffer[best].slice = NONE;
    TRY(load(s, slice, s->buffer[best].bytes, err));
    s->buffer[best].slice = slice;
    return CODE_OK;
}

/* ---- black -------------------------------------------------------------------------- */

static void add_exit(const struct slices *s, unsigned p, unsigned q,
                     struct slice_job *job)
{
    const struct mus_board *b = s->board;
    const bool stays = p == b->spare || q == b->spare;
    job->exit[job->exits++] = (struct slice_exit){
        .slice = held(s, b->slice[q]),
        .from = stays ? SLICE_STAYS : b->bit_of[p],
        .to = b->bit_of[q == b->spare ? p : q],
    };
}

/* As many of black's exits as fit into memory; takes them from the mask of slices. */
static enum code some_exits(struct slices *s, unsigned slice, uint32_t *left,
                            struct slice_job *job, struct error *err)
{
    uint32_t taken = 0;
    bool done = true;
    for (int there = 1; there >= 0; there--) /* those that are in memory first */
        for (unsigned k = 0; k < s->board->slices && done; k++) {
            if (!(*left >> k & 1) || (there && !held(s, k)))
                continue;
            TRY(hold(s, k, taken | *left, &done, err));
            if (!done && !taken) /* what is left need not stay */
                TRY(hold(s, k, 0, &done, err));
            if (!done)
                break;
            taken |= (uint32_t)1 << k;
            *left &= ~((uint32_t)1 << k);
        }
    job->exits = 0;
    for (unsigned k = 0; k < s->board->slices; k++)
        if (taken >> k & 1)
            add_exit(s, s->board->black[slice], s->board->black[k], job);
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->run->threads)
    for (uint64_t t = 0; t < s->blocks; t += SHARE)
        s->kernel->exits(job, t, t + SHARE < s->blocks ? t + SHARE : s->blocks);
    job->more = true;
    return CODE_OK;
}

/* On the axis the exits below are those above in the mirror. */
static void add_mirrored(struct slices *s, unsigned slice)
{
    const struct mus_board *b = s->board;
    const unsigned p = b->black[slice];
    uint16_t low[SLICE_BLOCK];
    for (unsigned i = 0; i < SLICE_BLOCK; i++)
        low[i] = (uint16_t)mus_index(b, p, mus_image(b, 1, mus_set(b, slice, i)));
#pragma omp parallel for schedule(dynamic, SHARE) num_threads(s->run->threads)
    for (uint64_t t = 0; t < s->blocks; t++) {
        const uint64_t u =
            mus_index(b, p, mus_image(b, 1, mus_set(b, slice, t << SLICE_LOW)));
        uint8_t *a = s->lost + (t << SLICE_LOW), *c = s->lost + u;
        if (u < t << SLICE_LOW)
            continue;
        for (unsigned i = 0; i < SLICE_BLOCK; i++) {
            const uint8_t most = a[i] > c[low[i]] ? a[i] : c[low[i]];
            a[i] = c[low[i]] = most;
        }
    }
}

static enum code black(struct slices *s, unsigned slice, struct slice_job *job,
                       struct error *err)
{
    const struct mus_board *b = s->board;
    uint32_t left = 0;
    for (unsigned k = 0; k < b->slices; k++)
        left |= (uint32_t)leads_to(b, slice, k) << k;
    while (left)
        TRY(some_exits(s, slice, &left, job, err));
    if (b->on_axis[b->black[slice]])
        add_mirrored(s, slice);
    return CODE_OK;
}

/* ---- counting ----------------------------------------------------------------------- */

static void count_block(const struct slices *s, uint64_t (*with)[256],
                        const uint8_t *bytes)
{
    if (memcmp(bytes, bytes + 1, SLICE_BLOCK - 1) == 0) {
        uint64_t ways = 1; /* sets of n of the low bits */
        for (unsigned n = 0; n <= SLICE_LOW; n++) {
            with[n][bytes[0]] += ways;
            ways = ways * (SLICE_LOW - n) / (n + 1);
        }
        return;
    }
    for (unsigned i = 0; i < SLICE_BLOCK; i++)
        with[s->low_men[i]][bytes[i]]++;
}

/* Indices of the slice whose men symmetry g leaves as they are; returns how many. */
static uint64_t list_fixed(const struct slices *s, unsigned slice, unsigned g)
{
    uint64_t cycle[MUS_POINTS], all = 1;
    unsigned men[MUS_POINTS], cycles = sweep_cycles(s->board, slice, g, cycle, men);
    s->fixed[0] = 0;
    for (unsigned k = 0; k < cycles; k++, all *= 2)
        for (uint64_t i = 0; i < all; i++)
            s->fixed[all + i] = s->fixed[i] | cycle[k];
    return all;
}

/* Those of a piece that symmetries leave as they are count once more for each. */
static void count_fixed(struct slices *s, unsigned slice, uint64_t first)
{
    const struct mus_board *b = s->board;
    const unsigned p = b->black[slice];
    for (unsigned g = 1; g < b->symmetries; g++) {
        const uint64_t all = b->image[g][p] == p ? list_fixed(s, slice, g) : 0;
        for (uint64_t i = 0; i < all; i++) {
            const uint64_t index = s->fixed[i];
            if (index < first || index >= first + s->piece)
                continue;
            const int men = __builtin_popcountll(index);
            s->sum.with[0][men][s->lost[index]] += b->on_axis[p] ? 1 : 2;
            s->sum.with[1][men][s->stored[index - first]] += b->on_axis[p] ? 1 : 2;
        }
    }
}

/* ---- brown -------------------------------------------------------------------------- */

static void list_moves(const struct mus_board *b, unsigned p, struct slice_job *job)
{
    job->moves = 0;
    for (unsigned x = 0; x < b->points; x++)
        for (unsigned y = 0; y < x; y++) {
            if (!(b->near[x] >> y & 1) || x == p || y == p)
                continue;
            const unsigned i = mus_bit(b, p, x), j = mus_bit(b, p, y);
            job->move[job->moves][0] = (uint8_t)(i < j ? i : j);
            job->move[job->moves++][1] = (uint8_t)(i < j ? j : i);
        }
}

static void note(struct slices *s, uint64_t errors, uint64_t slot, uint8_t stored,
                 uint8_t derived)
{
    struct slices_report *r = s->report;
    if (r->errors == 0 || slot < r->slot) {
        r->slot = slot;
        r->stored = stored;
        r->derived = derived;
    }
    r->errors += errors;
}

/* Block t, of which codes are stored. */
static void check_block(struct slices *s, unsigned slice, const struct slice_job *job,
                        uint64_t t, const uint8_t *stored)
{
    const uint64_t weight = game_weight(s->v, slice * s->span);
    uint8_t derived[SLICE_BLOCK] __attribute__((aligned(64)));
    s->kernel->moves(job, t, derived);
    for (unsigned i = 0; i < SLICE_BLOCK; i++) /* win in 2n+1: code 4n+3 */
        derived[i] = (uint8_t)(derived[i] < SLICE_NEVER ? 4 * derived[i] + 3 : 0);
    if (memcmp(stored, derived, SLICE_BLOCK) == 0)
        return;
    for (unsigned i = 0; i < SLICE_BLOCK; i++)
        if (stored[i] != derived[i]) {
#pragma omp critical(slices_note)
            note(s, weight, slice * s->span + (t << SLICE_LOW) + i, stored[i],
                 derived[i]);
        }
}

static void check_blocks(struct slices *s, unsigned slice, const struct slice_job *job,
                         uint64_t first)
{
#pragma omp parallel for schedule(dynamic, SHARE) num_threads(s->run->threads)
    for (uint64_t t = first >> SLICE_LOW; t < (first + s->piece) >> SLICE_LOW; t++) {
        struct counts *counts = &s->counts[run_thread()];
        const uint8_t *stored = s->stored + (t << SLICE_LOW) - first;
        const int men = __builtin_popcountll(t);
        check_block(s, slice, job, t, stored);
        count_block(s, &counts->with[0][men], s->lost + (t << SLICE_LOW));
        count_block(s, &counts->with[1][men], stored);
    }
}

/* What the threads have counted in a slice. */
static void collect(struct slices *s, unsigned slice)
{
    const uint64_t weight = game_weight(s->v, slice * s->span);
    for (int k = 0; k < s->run->threads; k++)
        for (unsigned side = 0; side < 2; side++)
            for (unsigned men = 0; men < MUS_POINTS; men++)
                for (unsigned byte = 0; byte < 256; byte++) {
                    const uint64_t n = weight * s->counts[k].with[side][men][byte];
                    s->sum.with[side][men][byte] += n;
                    if (side)
                        s->report->tally.positions[byte] += n;
                }
    memset(s->counts, 0, (size_t)s->run->threads * sizeof *s->counts);
}

static enum code check_slice(struct slices *s, unsigned slice, struct error *err)
{
    struct slice_job job = {.lost = s->lost};
    TRY(black(s, slice, &job, err));
    list_moves(s->board, s->board->black[slice], &job);
    for (uint64_t first = 0; first < s->span; first += s->piece) {
        if (run_stopped(s->run))
            return error_set(err, CODE_INTERRUPTED, "interrupted");
        TRY(s->read(s->context, slice * s->span + first, s->piece, s->stored, err));
        check_blocks(s, slice, &job, first);
        count_fixed(s, slice, first);
        progress_update(&s->run->progress, s->now * s->span + first + s->piece,
                        s->v->slots, "entries", NULL);
    }
    collect(s, slice);
    return CODE_OK;
}

/* ---- the whole ---------------------------------------------------------------------- */

static enum code allocate(struct slices *s, struct error *err)
{
    struct budget *budget = &s->run->memory;
    const uint64_t fixed = (uint64_t)1 << (s->board->points / 2 + 6);
    TRY(mem_take(budget, s->span, 1, "a slice", &s->lost, err));
    TRY(mem_take(budget, s->piece, 1, "stored codes", &s->stored, err));
    TRY(mem_take(budget, fixed, sizeof *s->fixed, "symmetric positions", &s->fixed, err));
    for (; s->buffers < s->board->slices && s->buffers < MOST_BUFFERS; s->buffers++) {
        if (s->buffers > 0 && budget->limit - budget->used < s->span)
            break;
        TRY(mem_take(budget, s->span, 1, "a slice", &s->buffer[s->buffers].bytes, err));
        s->buffer[s->buffers].slice = NONE;
    }
    return mem_small((size_t)s->run->threads, sizeof *s->counts, &s->counts, err);
}

static void finish(struct slices *s)
{
    struct budget *budget = &s->run->memory;
    for (unsigned k = 0; k < s->buffers; k++)
        mem_give(budget, s->buffer[k].bytes, s->span, 1);
    mem_give(budget, s->fixed, (uint64_t)1 << (s->board->points / 2 + 6), 8);
    mem_give(budget, s->stored, s->piece, 1);
    mem_give(budget, s->lost, s->span, 1);
    free(s->counts);
    free(s);
}

static void report_subsets(const struct slices *s)
{
    struct subset_tally *out = &s->report->subsets;
    for (unsigned i = 0; i < out->subsets; i++)
        for (unsigned byte = 0; byte < 256; byte++) {
            const bool brown = i % 2; /* see subset() of the game */
            const uint64_t n = s->sum.with[brown][i / 2][byte] / s->board->symmetries;
            const unsigned code = brown                 ? byte ? byte : CODE_LOST
                                  : byte == SLICE_NEVER ? CODE_WON
                                                        : code_loss(2 * byte);
            if (n)
                out->count[i][code] += n;
        }
}

enum code slices_check(const struct variant *v, struct run *run,
                       const struct slices_kernel *kernel, slices_read *read,
                       void *context, struct slices_report *report, struct error *err)
{
    struct slices *s;
    TRY(mem_small(1, sizeof *s, &s, err));
    s->v = v;
    s->board = board_of(v);
    s->run = run;
    s->kernel = kernel;
    s->read = read;
    s->context = context;
    s->report = report;
    s->span = v->span;
    s->blocks = v->span >> SLICE_LOW;
    s->piece = v->span < PIECE ? v->span : PIECE;
    enum code code = allocate(s, err);
    make_order(s);
    for (unsigned i = 0; i < SLICE_BLOCK; i++)
        s->low_men[i] = (uint8_t)__builtin_popcount(i);
    for (; code == CODE_OK && s->now < s->board->slices; s->now++)
        code = check_slice(s, s->order[s->now], err);
    if (code == CODE_OK)
        report_subsets(s);
    finish(s);
    return code;
}
