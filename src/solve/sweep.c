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
 * Memory: brown's half stays within one place, so lost[] exists for one place at a time;
 * the old won[q] is needed until all neighbours of q are done. In a good order few are
 * waiting: 25 maps of 512 MiB, 12.6 GiB, for 33 points. The plies are not in memory: what
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
    uint64_t flags = 2 * b->slices * (uint64_t)blocks_of(b);
    return (sweep_order(b, order) + 1) * map_bytes(b) + flags +
           4 * (uint64_t)blocks_of(b) + besides(v);
}

/* Measured: 0.1 ns per position and step on one core, about 30 steps. */
static double seconds(const struct variant *v, int threads)
{
    return 0.2 + (double)v->slots * 30 * 0.1e-9 / threads +
           (double)v->slots * 4e-9 / threads;
}

/* Measured: the history takes up to 2 bits per slot, the table 0.7; two checkpoints of one
 * bit are there while a new one is written. */
static uint64_t disk(const struct variant *v)
{
    return v->slots / 16 * 9 + (1 << 20);
}

/* ---- beginning and end -------------------------------------------------------------- */

static void finish(struct solver *s)
{
    struct budget *memory_budget = &s->run->memory;
    for (unsigned k = 0; k < s->maps; k++)
        mem_give(memory_budget, s->map[k], s->map_bytes, 1);
    for (unsigned k = 0; k < s->board->slices; k++) {
        mem_give(memory_budget, s->lost_full[k], s->blocks, 1);
        mem_give(memory_budget, s->won_full[k], s->blocks, 1);
    }
    for (int k = 0; s->packed && k < s->run->threads; k++)
        free(s->packed[k]);
    free(s->packed);
    free(s->count);
    free(s->mirror);
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

static enum code allocate(struct solver *s, struct error *err)
{
    struct budget *budget = &s->run->memory;
    unsigned maps = sweep_order(s->board, s->order) + 1;
    assert(maps <= SWEEP_MAPS);
    for (; s->maps < maps; s->maps++)
        TRY(mem_take(budget, s->map_bytes, 1, "the maps", &s->map[s->maps], err));
    for (unsigned k = 0; k < s->board->slices; k++) {
        TRY(mem_take(budget, s->blocks, 1, "the flags", &s->lost_full[k], err));
        TRY(mem_take(budget, s->blocks, 1, "the flags", &s->won_full[k], err));
        s->won[k] = s->map[k];
    }
    s->lost = s->map[s->maps - 1];
    s->reserved = budget->limit - budget->used;
    if (s->reserved > besides(s->v))
        s->reserved = besides(s->v);
    budget->used += s->reserved;
    TRY(mem_small(s->blocks, sizeof *s->mirror, &s->mirror, err));
    make_mirror(s);
    TRY(mem_small((size_t)s->run->threads, sizeof *s->packed, &s->packed, err));
    for (int k = 0; k < s->run->threads; k++)
        TRY(mem_small(packed_room(s), 1, &s->packed[k], err));
    history_open(&s->history, s->board->slices * (s->blocks / s->group_blocks), budget);
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

/* A map that holds no slice. `busy` are old ones that neighbours still need. */
static unsigned char *free_map(const struct solver *s, unsigned char *const *busy)
{
    for (unsigned m = 0; m + 1 < s->maps; m++) {
        bool taken = false;
        for (unsigned k = 0; k < s->board->slices; k++)
            taken |= s->map[m] == s->won[k] || s->map[m] == busy[k];
        if (!taken)
            return s->map[m];
    }
    assert(!"the order needs more maps than it said");
    return NULL;
}

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

/* Releases old maps whose neighbours are all done. */
static void release(const struct solver *s, uint32_t done, unsigned char **busy)
{
    for (unsigned k = 0; k < s->board->slices; k++)
        if (!(sweep_neighbours(s->board, k) & ~done))
            busy[k] = NULL;
}

static enum code sweep_slices(struct solver *s, uint64_t lost[MUS_POINTS],
                              uint64_t won[MUS_POINTS], struct error *err)
{
    unsigned char *busy[MUS_POINTS] = {0}, *before[MUS_POINTS];
    uint32_t done = 0;
    memcpy(before, s->won, sizeof before);
    for (unsigned n = 0; n < s->board->slices; n++) {
        unsigned slice = s->order[n];
        struct sweep_job job = {.plans = s->plans,
                                .plan = &s->plans[slice],
                                .won = before,
                                .old = before[slice],
                                .lost = s->lost,
                                .next = free_map(s, busy),
                                .lost_full = s->lost_full[slice],
                                .won_full = s->won_full[slice],
                                .mirror = s->mirror};
        black_half(s, &job);
        sweep_add_orbits(s, slice, s->lost, lost);
        TRY(brown_half(s, &job, slice, err));
        sweep_add_orbits(s, slice, job.next, won);
        busy[slice] = before[slice];
        s->won[slice] = job.next;
        done |= (uint32_t)1 << slice;
        release(s, done, busy);
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
    uint64_t *lost = s->lost_orbits.with[s->steps], *won = s->won_orbits.with[s->steps];
    memset(lost, 0, sizeof s->lost_orbits.with[0]);
    memset(won, 0, sizeof s->won_orbits.with[0]);
    TRY(sweep_slices(s, lost, won, err));
    *decided = 0;
    for (unsigned n = 0; n < s->board->points; n++) {
        assert(lost[n] % s->board->symmetries == 0 && won[n] % s->board->symmetries == 0);
        lost[n] /= s->board->symmetries;
        won[n] /= s->board->symmetries;
        *decided += won[n] - (s->steps ? s->won_orbits.with[s->steps - 1][n] : 0);
    }
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
    .fault = sweep_fault,
    .finish = finish,
    .scratch = scratch,
    .save = sweep_save,
    .resume = sweep_resume,
    .subsets = sweep_subsets,
    .rederives = true,
};
