/* SPDX-License-Identifier: MIT
 *
 * Checking a table by solving again with another engine, one whose kernels are another text
 * than those that made the table: all positions are re-derived from their successors, ply
 * by ply, and every entry compared. On a GPU that takes seconds where visiting positions
 * one by one takes hours.
 */
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

/* What differs in a block. */
struct difference {
    uint64_t errors, slot; /* positions; the first slot */
    uint16_t stored, derived;
};

static enum code compare_block(struct check *c, const struct solution *solution,
                               uint64_t block, struct space *space,
                               struct difference *out, struct error *err)
{
    const uint64_t first = block * table_info(c->t)->block_slots;
    uint32_t count;
    if (!space->stored || !space->derived)
        return error_set(err, CODE_RESOURCES, "not enough memory");
    TRY(table_block(c->t, block, &space->scratch, space->stored, &count, err));
    tally_add(&space->tally, c->v, first, count, space->stored);
    TRY(solution_codes(solution, first, count, space->derived, err));
    for (uint32_t i = 0; i < count; i++)
        if (space->stored[i] != space->derived[i]) {
            if (!out->errors)
                *out = (struct difference){0, first + i, space->stored[i],
                                           space->derived[i]};
            out->errors += game_weight(c->v, first + i);
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
            struct difference part = {0};
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
                    check_note(c, part.errors, part.slot, part.stored, part.derived);
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

enum code verify_again(struct check *c, const struct engine *engine, struct error *err)
{
    struct solution solution;
    struct solve_options options = {.engine = engine};
    TRY(solve_run(c->v, c->run, &options, &solution, err));
    enum code code = compare_blocks(c, &solution, err);
    solution_free(&solution);
    TRY(code);
    c->report->checked = c->v->positions;
    return c->report->errors ? CODE_OK : check_statistics(c, err);
}
