/* SPDX-License-Identifier: MIT
 *
 * The sweep engine: bit-parallel retrograde analysis of one piece (black) against many
 * equal men (brown), where brown wins what it can force and black all the rest.
 *
 * For every place of black there is a map with one bit per set of brown men: "brown wins,
 * brown to move". A step is, for all positions at once,
 *     lost[p] = AND over black's exits q that are free of won[q], less the men taken
 *     next[p] = OR over brown's moves of lost[p] with the bits of the move exchanged
 * and decides exactly the wins in 2n and 2n+1 plies. One instruction handles up to 512
 * positions. Places below the middle row are those above it in the mirror.
 *
 * Only what changes is looked at. Both sets only grow, so a block of lost[p] is made again
 * only if a block that it depends on has changed in the step before, and next[p] takes in
 * only blocks of lost[p] that have more bits than before. Late steps touch few blocks.
 *
 * Memory: brown's half stays within one place, so lost[] exists for one place at a time,
 * and of what was lost before only the numbers of bits are kept. What is fresh in won[q] is
 * added to it when all neighbours of q are done. In a good order few are waiting: 25 maps
 * of 512 MiB and the numbers, 13.8 GiB, for 33 points. The plies are not in memory: what
 * each step wins goes, packed, into the history (history.h).
 */
#define _GNU_SOURCE
#include "solve/sweep.h"

#include "solve/sweep_solver.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARE = 256 /* blocks that a thread takes at a time */ };

/* ---- sizes -------------------------------------------------------------------------- */

static const struct mus_board *board_of(const struct variant *v)
{
    if (strcmp(v->game->name, "musashi") != 0)
        return NULL;
    const struct mus_board *b = v->tables;
    return b->points - 1 > LOW_BITS ? b : NULL;
}

static uint32_t blocks_of(const struct mus_board *b)
{
    return (uint32_t)1 << (b->points - 1 - LOW_BITS);
}

static uint64_t map_bytes(const struct mus_board *b)
{
    return (uint64_t)((blocks_of(b) + ROW_BLOCKS - 1) / ROW_BLOCKS) * ROW_BYTES;
}

/* What is not taken from the budget: lists of records and of the table's blocks, room for
 * packing, what the program itself takes. The history, which fills the budget, leaves it. */
static uint64_t besides(const struct variant *v)
{
    return (64 << 20) + v->slots / 1024;
}

static uint64_t memory(const struct variant *v)
{
    const struct mus_board *b = board_of(v);
    uint8_t order[MUS_POINTS];
    if (!b)
        return 0;
    const uint64_t blocks = blocks_of(b);
    const unsigned maps = sweep_order(b, order) + 1;
    return maps * map_bytes(b) + (maps + b->slices) * blocks +
           b->slices * blocks * sizeof(struct sweep_men) + besides(v);
}

/* Measured on one core: 5 ns per slot, three of them for the steps, two for the table. */
static double seconds(const struct variant *v, int threads)
{
    return 0.2 + (double)v->slots * 5e-9 / threads;
}

/* Measured: the history takes 1.1 bits per slot, the table 0.3; 25 points: 1.6 and 0.7. */
static uint64_t disk(const struct variant *v)
{
    return v->slots / 3 + (1 << 20);
}

/* ---- beginning and end -------------------------------------------------------------- */

static void finish(struct solver *s)
{
    struct budget *memory_budget = &s->run->memory;
    for (unsigned k = 0; k < s->maps; k++) {
        mem_give(memory_budget, s->map[k].bits, s->map_bytes, 1);
        mem_give(memory_budget, s->map[k].changed, s->blocks, 1);
    }
    for (unsigned k = 0; k < s->board->slices; k++) {
        mem_give(memory_budget, s->won_full[k], s->blocks, 1);
        mem_give(memory_budget, s->lost_men[k], s->blocks, sizeof *s->lost_men[k]);
    }
    for (int k = 0; s->packed && k < s->run->threads; k++)
        free(s->packed[k]);
    free(s->packed);
    free(s->count);
    free(s->mirror);
    free(s->fixed);
    free(s->group.bytes);
    pthread_rwlock_destroy(&s->group.lock);
    history_close(&s->history);
    memory_budget->used -= s->reserved;
    free(s);
}

static void make_mirror(struct solver *s)
{
    const struct mus_board *b = s->board;
    for (unsigned p = 0; p < b->points; p++) {
        if (b->bit_of[p] == MUS_NO_POINT || b->bit_of[p] < LOW_BITS)
            continue;
        uint32_t from = (uint32_t)1 << (b->bit_of[p] - LOW_BITS);
        uint32_t to = (uint32_t)1 << (b->bit_of[b->image[1][p]] - LOW_BITS);
        for (uint32_t t = 0; t < s->blocks; t++)
            if (t & from)
                s->mirror[t] |= to;
    }
}

static uint64_t packed_room(const struct solver *s)
{
    return (uint64_t)s->group_blocks * (BLOCK_BYTES + 24) + 64;
}

/* Slices have the first maps, fresh positions those between, lost ones the last. */
static enum code allocate(struct solver *s, struct error *err)
{
    struct budget *budget = &s->run->memory;
    const unsigned slices = s->board->slices, maps = sweep_order(s->board, s->order) + 1;
    assert(maps <= SWEEP_MAPS);
    for (; s->maps < maps; s->maps++) {
        struct sweep_map *map = &s->map[s->maps];
        TRY(mem_take(budget, s->map_bytes, 1, "the maps", &map->bits, err));
        TRY(mem_take(budget, s->blocks, 1, "the flags", &map->changed, err));
        map->slice = NO_SLICE;
    }
    for (unsigned k = 0; k < slices; k++) {
        TRY(mem_take(budget, s->blocks, 1, "the flags", &s->won_full[k], err));
        TRY(mem_take(budget, s->blocks, sizeof *s->lost_men[k], "the counts",
                     &s->lost_men[k], err));
        s->won[k] = s->map[k].bits;
        s->changed[k] = s->map[k].changed;
    }
    s->reserved = budget->limit - budget->used;
    if (s->reserved > besides(s->v))
        s->reserved = besides(s->v);
    budget->used += s->reserved;
    TRY(mem_small(s->blocks, sizeof *s->mirror, &s->mirror, err));
    make_mirror(s);
    TRY(mem_small((size_t)s->run->threads, sizeof *s->packed, &s->packed, err));
    for (int k = 0; k < s->run->threads; k++)
        TRY(mem_small(packed_room(s), 1, &s->packed[k], err));
    history_open(&s->history, slices * (s->blocks / s->group_blocks), budget);
    TRY(sweep_make_fixed(s, err));
    return mem_small((size_t)s->run->threads, sizeof *s->count, &s->count, err);
}

static enum code start(const struct variant *v, struct run *run, struct solver **out,
                       struct error *err)
{
    const struct mus_board *b = board_of(v);
    struct solver *s;
    TRY(mem_small(1, sizeof *s, &s, err));
    s->v = v;
    s->board = b;
    s->run = run;
    s->kernel = sweep_kernel(0);
    s->blocks = blocks_of(b);
    s->map_bytes = map_bytes(b);
    s->piece_blocks = s->blocks < PIECE_BLOCKS ? s->blocks : PIECE_BLOCKS;
    s->group_blocks = s->blocks / 8 < s->piece_blocks ? s->piece_blocks : s->blocks / 8;
    if (s->group_blocks > 4096)
        s->group_blocks = 4096;
    s->group.number = UINT64_MAX;
    s->history.fd = -1;
    pthread_rwlock_init(&s->group.lock, NULL);
    sweep_plans(b, s->plans);
    enum code code = allocate(s, err);
    if (code == CODE_OK)
        *out = s;
    else
        finish(s);
    return code;
}

/* ---- a step ------------------------------------------------------------------------- */

static void black_half(struct solver *s, const struct sweep_job *job)
{
    memset(s->count, 0, (size_t)s->run->threads * sizeof *s->count);
#pragma omp parallel num_threads(s->run->threads)
    {
        struct sweep_count *count = &s->count[run_thread()];
#pragma omp for schedule(dynamic, 1)
        for (uint32_t t = 0; t < s->blocks; t += SHARE)
            s->kernel->black(job, t, t + SHARE < s->blocks ? t + SHARE : s->blocks,
                             count);
        if (job->plan->on_axis) {
#pragma omp for schedule(dynamic, 1)
            for (uint32_t t = 0; t < s->blocks; t += SHARE)
                s->kernel->mirror(job, t, t + SHARE < s->blocks ? t + SHARE : s->blocks,
                                  count);
        }
    }
}

/* Brown's half for a group of blocks, and its record. Each piece begins at a multiple of
 * eight bytes; the record begins with the list of the places. */
static enum code brown_group(struct solver *s, const struct sweep_job *job,
                             unsigned slice, uint32_t group, int thread,
                             struct error *err)
{
    unsigned char *bytes = s->packed[thread];
    const uint32_t pieces = s->group_blocks / s->piece_blocks;
    struct bit_stream out = {.at = bytes + 8 * (uint64_t)pieces};
    uint32_t t = group * s->group_blocks;
    for (uint32_t k = 0; k < pieces; k++, t += s->piece_blocks) {
        uint64_t place = (uint64_t)(out.at - bytes);
        memcpy(bytes + 8 * (uint64_t)k, &place, 8);
        s->kernel->brown(job, t, t + s->piece_blocks, &s->count[thread]);
        s->kernel->pack(job, t, s->piece_blocks, &out);
        memcpy(out.at, &out.word, 8);
        out.at += 8;
        out.word = 0;
        out.fill = 0;
    }
    assert((uint64_t)(out.at - bytes) <= packed_room(s));
    return history_append(&s->history, s->steps,
                          slice * (s->blocks / s->group_blocks) + group, bytes,
                          (uint64_t)(out.at - bytes), err);
}

static enum code brown_half(struct solver *s, const struct sweep_job *job, unsigned slice,
                            struct error *err)
{
    enum code code = CODE_OK;
    memset(s->count, 0, (size_t)s->run->threads * sizeof *s->count);
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->run->threads)
    for (uint32_t group = 0; group < s->blocks / s->group_blocks; group++) {
        struct error why;
        enum code mine = brown_group(s, job, slice, group, run_thread(), &why);
        if (mine != CODE_OK) {
#pragma omp critical(sweep)
            {
                code = mine;
                if (err)
                    *err = why;
            }
        }
    }
    return code;
}

/* Adds what is fresh in slices whose neighbours are all done. */
static void release(struct solver *s, uint32_t done)
{
    for (unsigned m = s->board->slices; m + 1 < s->maps; m++) {
        struct sweep_map *map = &s->map[m];
        const unsigned slice = map->slice;
        if (slice == NO_SLICE || sweep_neighbours(s->board, slice) & ~done)
            continue;
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->run->threads)
        for (uint32_t t = 0; t < s->blocks; t += SHARE)
            s->kernel->add(s->won[slice], map->bits, map->changed, t,
                           t + SHARE < s->blocks ? t + SHARE : s->blocks);
        uint8_t *flags = s->map[slice].changed;
        s->map[slice].changed = s->changed[slice] = map->changed;
        map->changed = flags;
        map->slice = NO_SLICE;
    }
}

static struct sweep_map *free_map(struct solver *s)
{
    for (unsigned m = s->board->slices; m + 1 < s->maps; m++)
        if (s->map[m].slice == NO_SLICE)
            return &s->map[m];
    assert(false); /* the order has told how many it needs */
    return NULL;
}

static enum code sweep_slice(struct solver *s, unsigned slice, struct error *err)
{
    struct sweep_map *fresh = free_map(s), *lost = &s->map[s->maps - 1];
    struct sweep_job job = {.all = !s->changes_known,
                            .plans = s->plans,
                            .plan = &s->plans[slice],
                            .won = s->won,
                            .changed = s->changed,
                            .old = s->won[slice],
                            .lost = lost->bits,
                            .lost_fresh = lost->changed,
                            .lost_men = s->lost_men[slice],
                            .fresh = fresh->bits,
                            .won_fresh = fresh->changed,
                            .won_full = s->won_full[slice],
                            .mirror = s->mirror};
    black_half(s, &job);
    sweep_add_orbits(s, slice, lost, true, s->lost_sum);
    TRY(brown_half(s, &job, slice, err));
    sweep_add_orbits(s, slice, fresh, false, s->won_sum);
    fresh->slice = slice;
    return CODE_OK;
}

static enum code sweep_slices(struct solver *s, struct error *err)
{
    uint32_t done = 0;
    for (unsigned n = 0; n < s->board->slices; n++) {
        TRY(sweep_slice(s, s->order[n], err));
        done |= (uint32_t)1 << s->order[n];
        release(s, done);
        char note[32];
        snprintf(note, sizeof note, "ply %u", 2 * s->steps + 1);
        progress_update(&s->run->progress, s->steps * s->board->slices + n, 0, "slices",
                        note);
    }
    return CODE_OK;
}

/* Even plies are found together with the odd ones that follow. A step is not left half
 * done: only whole ones can be gone on from. */
static enum code step(struct solver *s, unsigned plies, uint64_t *decided,
                      struct error *err)
{
    if (!s->run->progress.task[0])
        progress_begin(&s->run->progress, "solving", 0);
    *decided = 1;
    if (plies % 2 == 0)
        return CODE_OK;
    assert(plies == 2 * s->steps + 1);
    if (s->steps == HISTORY_STEPS)
        return error_set(err, CODE_RESOURCES, "%s has wins in more than %d plies",
                         s->v->name, 2 * HISTORY_STEPS);
    TRY(sweep_slices(s, err));
    *decided = 0;
    for (unsigned n = 0; n < s->board->points; n++) {
        const unsigned symmetries = s->board->symmetries;
        assert(s->lost_sum[n] % symmetries == 0 && s->won_sum[n] % symmetries == 0);
        s->lost_orbits.with[s->steps][n] = s->lost_sum[n] / symmetries;
        s->won_orbits.with[s->steps][n] = s->won_sum[n] / symmetries;
        *decided += s->won_orbits.with[s->steps][n] -
                    (s->steps ? s->won_orbits.with[s->steps - 1][n] : 0);
    }
    s->changes_known = true;
    s->steps++;
    return CODE_OK;
}

static enum code scratch(struct solver *s, const char *path, struct error *err)
{
    return history_to_file(&s->history, path, err);
}

const struct engine sweep_engine = {
    .name = "sweep",
    .summary = "bit-parallel over all sets of men, plies streamed to disk",
    .memory = memory,
    .seconds = seconds,
    .disk = disk,
    .start = start,
    .step = step,
    .codes = sweep_codes,
    .bytes = sweep_bytes,
    .tally = sweep_tally,
    .fault = sweep_fault,
    .finish = finish,
    .scratch = scratch,
    .save = sweep_save,
    .resume = sweep_resume,
    .save_bytes = sweep_save_bytes,
    .subsets = sweep_subsets,
};
