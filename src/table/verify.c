/* SPDX-License-Identifier: MIT
 *
 * Checking a table; see verify.h. All codes are brought into memory block by block, their
 * sums checked on the way; then the local conditions of solve/local.h are tested
 * everywhere.
 */
#include "table/verify.h"

#include "solve/local.h"
#include "solve/solve.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16 };

struct check {
    const struct variant *v;
    struct table *t;
    struct run *run;
    struct codes codes; /* none: only sums */
    struct tally tally;
    enum code code; /* first failure */
    struct error *err;
};

static bool fine(struct check *c)
{
    if (run_stopped(c->run) && c->code == CODE_OK)
        c->code = error_set(c->err, CODE_INTERRUPTED, "interrupted");
    return c->code == CODE_OK;
}

static enum code read_block(struct check *c, uint64_t block,
                            struct table_scratch *scratch, uint16_t *wide,
                            struct tally *tally, struct error *err)
{
    if (!c->codes.at)
        return table_check_block(c->t, block, scratch, err);
    uint64_t first = block * table_info(c->t)->block_slots;
    uint32_t count;
    struct codes out = {codes_at(c->codes, first), c->codes.width};
    TRY(table_block_as(c->t, block, scratch, out, &count, err));
    if (out.width == 1)
        codes_widen(out.at, count, wide);
    tally_add(tally, c->v, first, count, out.width == 1 ? wide : out.at);
    return CODE_OK;
}

/* All blocks, in parallel; the failure that is reported is the one of the lowest block.
 */
static void read_blocks(struct check *c)
{
    const uint64_t blocks = table_info(c->t)->blocks;
    uint64_t failed = UINT64_MAX, done = 0;
    progress_begin(&c->run->progress, "reading", 0);
#pragma omp parallel num_threads(c->run->threads)
    {
        struct table_scratch scratch = {0};
        struct tally tally = {{0}};
        uint16_t *wide = malloc(2 * (size_t)table_info(c->t)->block_slots);
#pragma omp for schedule(dynamic, 16)
        for (uint64_t b = 0; b < blocks; b++) {
            struct error err;
            enum code code = CODE_OK;
            if (!wide)
                code = error_set(&err, CODE_RESOURCES, "not enough memory");
            else if (!run_stopped(c->run))
                code = read_block(c, b, &scratch, wide, &tally, &err);
#pragma omp critical(verify_read)
            {
                if (code != CODE_OK && b < failed) {
                    failed = b;
                    c->code = code;
                    *c->err = err;
                }
                progress_update(&c->run->progress, ++done, blocks, "blocks", NULL);
            }
        }
#pragma omp critical(verify_read)
        tally_merge(&c->tally, &tally);
        free(wide);
        table_scratch_free(&scratch);
    }
}

static void derive_all(struct check *c, struct verify_report *report)
{
    const uint64_t slots = c->v->slots, chunks = (slots + CHUNK - 1) / CHUNK;
    struct local_report all = {.slot = UINT64_MAX};
    uint64_t done = 0;
    progress_begin(&c->run->progress, "verifying", 0);
#pragma omp parallel for schedule(dynamic, 1) num_threads(c->run->threads)
    for (uint64_t k = 0; k < chunks; k++) {
        struct local_report part = {0};
        uint64_t end = (k + 1) * CHUNK < slots ? (k + 1) * CHUNK : slots;
        if (run_stopped(c->run))
            continue;
        local_check(c->v, c->codes, k * CHUNK, end, &part);
#pragma omp critical(verify_derive)
        {
            if (part.errors && part.slot < all.slot) {
                all.slot = part.slot;
                all.derived = part.derived;
            }
            all.errors += part.errors;
            done += end - k * CHUNK;
            progress_update(&c->run->progress, done, slots, "positions", NULL);
        }
    }
    report->errors = all.errors;
    if (all.errors) {
        report->found = true;
        report->stored = codes_get(c->codes, all.slot);
        report->derived = all.derived;
        game_at_slot(c->v, all.slot, &report->position);
    }
}

static void check_all(struct check *c, struct verify_report *report)
{
    read_blocks(c);
    if (!fine(c))
        return;
    report->checked = c->v->positions;
    if (!c->codes.at)
        return;
    derive_all(c, report);
    if (fine(c) && !report->errors &&
        memcmp(&c->tally, &table_info(c->t)->stored, sizeof c->tally) != 0)
        c->code =
            error_set(c->err, CODE_DAMAGED,
                      "table %s: its statistics are not those of its blocks; remove the "
                      "file and solve again, or restore it",
                      table_info(c->t)->path);
}

/* ---- by solving again --------------------------------------------------------------- */

/* The first slots of a block that differ. */
static void compare_block(struct check *c, const struct solution *solution,
                          uint64_t first, const uint16_t *stored, uint32_t count,
                          uint16_t *derived, struct local_report *part)
{
    solution->engine->codes(solution->solver, first, count, derived);
    if (memcmp(stored, derived, 2 * (size_t)count) == 0)
        return;
    for (uint32_t i = 0; i < count; i++)
        if (stored[i] != derived[i]) {
            part->errors += game_weight(c->v, first + i);
            if (part->slot == UINT64_MAX)
                *part = (struct local_report){part->errors, first + i, derived[i]};
        }
}

static void compare_blocks(struct check *c, const struct solution *solution,
                           struct verify_report *report)
{
    const struct table_info *info = table_info(c->t);
    struct local_report all = {.slot = UINT64_MAX};
    uint64_t done = 0, failed = UINT64_MAX;
    uint16_t wrong = 0;
    progress_begin(&c->run->progress, "comparing", 0);
#pragma omp parallel num_threads(c->run->threads)
    {
        struct table_scratch scratch = {0};
        struct tally tally = {{0}};
        uint16_t *stored = malloc(4 * (size_t)info->block_slots);
#pragma omp for schedule(dynamic, 8)
        for (uint64_t b = 0; b < info->blocks; b++) {
            struct local_report part = {.slot = UINT64_MAX};
            struct error err;
            uint32_t count = 0;
            uint64_t first = b * info->block_slots;
            enum code code = CODE_OK;
            if (!run_stopped(c->run) && stored) {
                code = table_block(c->t, b, &scratch, stored, &count, &err);
                if (code == CODE_OK) {
                    tally_add(&tally, c->v, first, count, stored);
                    compare_block(c, solution, first, stored, count,
                                  stored + info->block_slots, &part);
                }
            } else if (!stored) {
                code = error_set(&err, CODE_RESOURCES, "not enough memory");
            }
#pragma omp critical(verify_read)
            {
                if (code != CODE_OK && b < failed) {
                    failed = b;
                    c->code = code;
                    *c->err = err;
                }
                if (part.slot < all.slot) {
                    wrong = stored[part.slot - first];
                    all.slot = part.slot;
                    all.derived = part.derived;
                }
                all.errors += part.errors;
                progress_update(&c->run->progress, ++done, info->blocks, "blocks", NULL);
            }
        }
#pragma omp critical(verify_read)
        tally_merge(&c->tally, &tally);
        free(stored);
        table_scratch_free(&scratch);
    }
    report->errors = all.errors;
    if (all.errors) {
        report->found = true;
        report->stored = wrong;
        report->derived = all.derived;
        game_at_slot(c->v, all.slot, &report->position);
    }
}

/* The statistics by subset are those of this solve, the others those of the blocks. */
static enum code compare_statistics(struct check *c, const struct solution *solution,
                                    struct error *err)
{
    const struct table_info *info = table_info(c->t);
    struct subset_tally subsets;
    TRY(subset_tally_make(c->v, &subsets, err));
    enum code code = CODE_OK;
    if (solution->engine->subsets)
        code = solution->engine->subsets(solution->solver, &subsets, err);
    if (code == CODE_OK &&
        (memcmp(&c->tally, &info->stored, sizeof c->tally) != 0 ||
         (subsets.subsets && memcmp(subsets.count, info->subsets.count,
                                    subsets.subsets * sizeof *subsets.count) != 0)))
        code = error_set(err, CODE_DAMAGED,
                         "table %s: its statistics are not those of its blocks; remove "
                         "the file and solve again, or restore it",
                         info->path);
    subset_tally_free(&subsets);
    return code;
}

/* A bit-parallel engine re-derives all positions from their successors, ply by ply, much
 * faster than they can be visited one by one, and in less memory than their codes. */
static enum code verify_by_solving(struct check *c, const struct engine *engine,
                                   struct verify_report *report)
{
    char scratch[IO_PATH];
    struct solution solution;
    struct solve_options options = {.engine = engine, .scratch = scratch};
    snprintf(scratch, sizeof scratch, "%.4000s.verify", table_info(c->t)->path);
    enum code code = solve_run(c->v, c->run, &options, &solution, c->err);
    if (code == CODE_OK) {
        compare_blocks(c, &solution, report);
        report->checked = c->v->positions;
        if (fine(c) && engine->fault)
            c->code = engine->fault(solution.solver, c->err);
        if (fine(c) && !report->errors)
            c->code = compare_statistics(c, &solution, c->err);
        code = c->code;
        solution_free(&solution);
    }
    io_remove(scratch, NULL);
    return code;
}

enum code verify_table(const struct variant *v, struct table *t, struct run *run,
                       bool quick, struct verify_report *report, struct error *err)
{
    struct error local;
    struct check c = {.v = v, .t = t, .run = run, .err = err ? err : &local};
    memset(report, 0, sizeof *report);
    const struct engine *engine = quick ? NULL : engine_for(v, 0);
    if (engine && engine->rederives) {
        enum code code = verify_by_solving(&c, engine, report);
        progress_end(&run->progress);
        return code;
    }
    c.codes.width = table_info(t)->width;
    if (!quick)
        TRY(mem_take(&run->memory, v->slots, c.codes.width, "the codes", &c.codes.at,
                     err));
    check_all(&c, report);
    progress_end(&run->progress);
    mem_give(&run->memory, c.codes.at, v->slots, c.codes.width);
    return c.code;
}
