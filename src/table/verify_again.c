/* SPDX-License-Identifier: MIT
 *
 * Checking a table by solving again: a bit-parallel engine re-derives all positions from
 * their successors, ply by ply, much faster than they can be visited one by one, and in
 * less memory than their codes.
 */
#include "solve/local.h"
#include "solve/solve.h"
#include "table/verify_state.h"

#include <stdlib.h>
#include <string.h>

/* A thread's working space. */
struct space {
    struct table_scratch scratch;
    struct tally tally;
    uint16_t *stored, *derived;
};

/* Compares a block; the positions that differ, and the first slot. */
static enum code compare_block(struct check *c, const struct solution *solution,
                               uint64_t block, struct space *space,
                               struct local_report *part, struct error *err)
{
    const uint64_t first = block * table_info(c->t)->block_slots;
    uint32_t count;
    if (!space->stored || !space->derived)
        return error_set(err, CODE_RESOURCES, "not enough memory");
    TRY(table_block(c->t, block, &space->scratch, space->stored, &count, err));
    tally_add(&space->tally, c->v, first, count, space->stored);
    solution->engine->codes(solution->solver, first, count, space->derived);
    if (memcmp(space->stored, space->derived, 2 * (size_t)count) == 0)
        return CODE_OK;
    for (uint32_t i = 0; i < count; i++)
        if (space->stored[i] != space->derived[i]) {
            part->errors += game_weight(c->v, first + i);
            if (part->slot == UINT64_MAX)
                *part = (struct local_report){part->errors, first + i, space->derived[i]};
        }
    return CODE_OK;
}

static enum code compare_blocks(struct check *c, const struct solution *solution,
                                struct error *err)
{
    const struct table_info *info = table_info(c->t);
    uint64_t done = 0, failed = UINT64_MAX;
    enum code result = CODE_OK;
    progress_begin(&c->run->progress, "comparing", 0);
#pragma omp parallel num_threads(c->run->threads)
    {
        struct space space = {.stored = malloc(2 * (size_t)info->block_slots),
                              .derived = malloc(2 * (size_t)info->block_slots)};
#pragma omp for schedule(dynamic, 8)
        for (uint64_t b = 0; b < info->blocks; b++) {
            struct local_report part = {.slot = UINT64_MAX};
            struct error why;
            enum code code = CODE_OK;
            if (!run_stopped(c->run))
                code = compare_block(c, solution, b, &space, &part, &why);
#pragma omp critical(verify_again)
            {
                if (code != CODE_OK && b < failed) {
                    failed = b;
                    result = code;
                    if (err)
                        *err = why;
                }
                if (part.errors)
                    check_note(c, part.errors, part.slot,
                               space.stored[part.slot - b * info->block_slots],
                               part.derived);
                progress_update(&c->run->progress, ++done, info->blocks, "blocks", NULL);
            }
        }
#pragma omp critical(verify_again)
        tally_merge(&c->tally, &space.tally);
        free(space.stored);
        free(space.derived);
        table_scratch_free(&space.scratch);
    }
    if (result == CODE_OK && run_stopped(c->run))
        return error_set(err, CODE_INTERRUPTED, "interrupted");
    return result;
}

static enum code compare(struct check *c, const struct solution *solution,
                         struct error *err)
{
    const struct engine *engine = solution->engine;
    TRY(compare_blocks(c, solution, err));
    if (engine->fault)
        TRY(engine->fault(solution->solver, err));
    c->report->checked = c->v->positions;
    if (c->report->errors)
        return CODE_OK;
    if (engine->subsets) {
        TRY(subset_tally_make(c->v, &c->subsets, err));
        TRY(engine->subsets(solution->solver, &c->subsets, err));
    }
    return check_statistics(c, err);
}

enum code verify_again(struct check *c, const struct engine *engine, struct error *err)
{
    char scratch[IO_PATH];
    struct solution solution;
    struct solve_options options = {.engine = engine, .scratch = scratch};
    snprintf(scratch, sizeof scratch, "%.4000s.verify", table_info(c->t)->path);
    enum code code = solve_run(c->v, c->run, &options, &solution, err);
    if (code == CODE_OK) {
        code = compare(c, &solution, err);
        solution_free(&solution);
    }
    io_remove(scratch, NULL);
    return code;
}
