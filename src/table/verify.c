/* SPDX-License-Identifier: MIT
 *
 * Checking a table; see verify.h. Part by part, the codes of the part and of those it needs
 * are brought into memory, their sums checked on the way; then the local conditions of
 * solve/local.h are tested everywhere. Where memory does not suffice for that, successors
 * are looked up in the table one by one.
 */
#include "table/verify.h"

#include "base/random.h"
#include "solve/held.h"
#include "solve/local.h"
#include "table/verify_state.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 15 };

void check_note(struct check *c, uint64_t errors, uint64_t slot, uint16_t stored,
                uint16_t derived)
{
    struct verify_report *r = c->report;
    r->errors += errors;
    if (r->found && slot >= r->slot)
        return;
    r->found = true;
    r->slot = slot;
    r->stored = stored;
    r->derived = derived;
    game_at_slot(c->v, slot, &r->position);
}

enum code check_statistics(const struct check *c, struct error *err)
{
    const struct table_info *info = table_info(c->t);
    const size_t bytes = c->subsets.subsets * sizeof *c->subsets.count;
    if (memcmp(&c->tally, &info->stored, sizeof c->tally) == 0 &&
        (bytes == 0 || memcmp(c->subsets.count, info->subsets.count, bytes) == 0))
        return CODE_OK;
    return error_set(err, CODE_DAMAGED,
                     "table %s: its statistics are not those of its blocks; remove "
                     "the file and solve again, or restore it",
                     info->path);
}

/* ---- sums --------------------------------------------------------------------------- */

/* All blocks, in parallel; the failure that is reported is the one of the lowest block. */
static enum code check_sums(struct check *c, struct error *err)
{
    const uint64_t blocks = table_info(c->t)->blocks;
    uint64_t failed = UINT64_MAX, done = 0;
    enum code result = CODE_OK;
    progress_begin(&c->run->progress, "reading", 0);
#pragma omp parallel num_threads(c->run->threads)
    {
        struct table_scratch scratch = {0};
#pragma omp for schedule(dynamic, 16)
        for (uint64_t b = 0; b < blocks; b++) {
            struct error why;
            enum code code = CODE_OK;
            if (!run_stopped(c->run))
                code = table_check_block(c->t, b, &scratch, &why);
#pragma omp critical(verify_read)
            {
                if (code != CODE_OK && b < failed) {
                    failed = b;
                    result = code;
                    if (err)
                        *err = why;
                }
                progress_update(&c->run->progress, ++done, blocks, "blocks", NULL);
            }
        }
        table_scratch_free(&scratch);
    }
    c->report->checked = c->v->positions;
    return result;
}

/* ---- parts in memory ---------------------------------------------------------------- */

static enum code hold(struct check *c, struct held *h, unsigned number, struct error *err)
{
    struct part part;
    struct codes at;
    bool fresh;
    game_part(c->v, number, &part);
    TRY(held_take(h, number, &fresh, &at, err));
    if (!fresh)
        return CODE_OK;
    return table_range(c->t, c->run->threads, part.first, part.count, at, err);
}

/* The part and those it needs. */
static enum code hold_all(struct check *c, struct held *h, unsigned number,
                          struct error *err)
{
    unsigned needs[GAME_NEEDS], n = game_part_needs(c->v, number, needs);
    held_keep(h, needs, n);
    for (unsigned i = 0; i < n; i++)
        TRY(hold(c, h, needs[i], err));
    return hold(c, h, number, err);
}

/* ---- positions ---------------------------------------------------------------------- */

static enum code in_table(void *table, uint64_t slot, uint16_t *code, struct error *err)
{
    return table_code(table, slot, code, err);
}

static enum code derive(struct check *c, uint64_t slot, uint16_t *code, struct error *err)
{
    struct position p;
    game_at_slot(c->v, slot, &p);
    enum ending ending = c->v->game->ending(c->v, &p);
    *code = code_of_ending(ending);
    return ending == GOES_ON ? local_derive(c->v, &p, in_table, c->t, code, err)
                             : CODE_OK;
}

/* Without the codes in memory. */
static enum code look_up(struct check *c, uint64_t first, uint64_t end,
                         const uint16_t *stored, struct local_report *report,
                         struct error *err)
{
    for (uint64_t slot = first; slot < end; slot++) {
        uint16_t derived;
        TRY(derive(c, slot, &derived, err));
        if (!local_right(stored[slot - first], derived))
            local_note(report, slot, derived);
    }
    return CODE_OK;
}

/* A thread's working space. */
struct space {
    struct tally tally;
    struct subset_tally subsets;
    uint16_t codes[CHUNK];
};

/* Counts and checks slots first .. end-1 of the part in memory, or, if codes.at is null,
 * by looking up. */
static enum code check_chunk(struct check *c, struct codes codes, uint64_t first,
                             uint64_t end, struct space *space, struct error *err)
{
    struct local_report report = {0};
    const struct codes here = {space->codes, 2};
    if (!codes.at)
        TRY(table_range(c->t, 1, first, end - first, here, err));
    else if (codes.width == 1)
        codes_widen(codes_at(codes, first), end - first, space->codes);
    else
        memcpy(space->codes, codes_at(codes, first), 2 * (end - first));
    tally_add(&space->tally, c->v, first, end - first, space->codes);
    if (space->subsets.subsets)
        subset_tally_add(&space->subsets, c->v, first, end - first, space->codes);
    if (codes.at)
        local_check(c->v, codes, first, end, &report);
    else
        TRY(look_up(c, first, end, space->codes, &report, err));
    if (report.errors) {
#pragma omp critical(verify_note)
        check_note(c, report.errors, report.slot, space->codes[report.slot - first],
                   report.derived);
    }
    return CODE_OK;
}

static struct space *make_space(const struct check *c)
{
    struct space *space = calloc(1, sizeof *space);
    if (space && c->subsets.subsets &&
        subset_tally_make(c->v, &space->subsets, NULL) != CODE_OK) {
        free(space);
        return NULL;
    }
    return space;
}

static void collect(struct check *c, struct space *space)
{
    if (!space)
        return;
    tally_merge(&c->tally, &space->tally);
    subset_tally_merge(&c->subsets, &space->subsets);
    subset_tally_free(&space->subsets);
    free(space);
}

static enum code check_part(struct check *c, struct codes codes, unsigned number,
                            struct error *err)
{
    struct part part;
    enum code result = CODE_OK;
    game_part(c->v, number, &part);
    const uint64_t end = part.first + part.count;
#pragma omp parallel num_threads(c->run->threads)
    {
        struct space *space = make_space(c);
#pragma omp for schedule(dynamic, 1)
        for (uint64_t first = part.first; first < end; first += CHUNK) {
            struct error why;
            enum code code = CODE_OK;
            if (!space)
                code = error_set(&why, CODE_RESOURCES, "not enough memory");
            else if (!run_stopped(c->run))
                code =
                    check_chunk(c, codes, first,
                                first + CHUNK < end ? first + CHUNK : end, space, &why);
#pragma omp critical(verify_part)
            {
                if (code != CODE_OK) {
                    result = code;
                    if (err)
                        *err = why;
                }
                c->done += CHUNK;
                progress_update(&c->run->progress,
                                c->done < c->v->slots ? c->done : c->v->slots,
                                c->v->slots, "positions", part.name);
            }
        }
#pragma omp critical(verify_part)
        collect(c, space);
    }
    if (result == CODE_OK && run_stopped(c->run))
        return error_set(err, CODE_INTERRUPTED, "interrupted");
    return result;
}

static enum code check_parts(struct check *c, struct held *h, struct error *err)
{
    for (unsigned i = 0; i < game_parts(c->v); i++) {
        struct codes codes = h->codes;
        enum code code = hold_all(c, h, i, err);
        if (code == CODE_RESOURCES) {
            held_keep(h, NULL, 0);
            codes.at = NULL;
        } else {
            TRY(code);
        }
        TRY(check_part(c, codes, i, err));
    }
    c->report->checked = c->v->positions;
    return c->report->errors ? CODE_OK : check_statistics(c, err);
}

static enum code check_all(struct check *c, struct error *err)
{
    struct held held;
    if (verify_by_slices(c)) {
        enum code sliced = verify_slices(c, err);
        if (sliced != CODE_RESOURCES)
            return sliced;
        c->tally = (struct tally){0};
        subset_tally_free(&c->subsets);
    }
    if (c->v->game->slot_subset)
        TRY(subset_tally_make(c->v, &c->subsets, err));
    TRY(held_make(&held, c->v, c->run, table_info(c->t)->width, err));
    progress_begin(&c->run->progress, "verifying", 0);
    enum code code = check_parts(c, &held, err);
    held_free(&held);
    return code;
}

/* ---- samples ------------------------------------------------------------------------ */

/* Slots at random, the same at every call; the local conditions by looking up. */
static enum code check_sample(struct check *c, uint64_t samples, struct error *err)
{
    enum code result = CODE_OK;
    uint64_t done = 0;
    progress_begin(&c->run->progress, "verifying", 0);
#pragma omp parallel for schedule(dynamic, 64) num_threads(c->run->threads)
    for (uint64_t i = 0; i < samples; i++) {
        struct error why;
        uint16_t stored = 0, derived = 0;
        uint64_t state = i, slot = random_number(&state) % c->v->slots;
        if (run_stopped(c->run))
            continue;
        enum code code = table_code(c->t, slot, &stored, &why);
        if (code == CODE_OK)
            code = derive(c, slot, &derived, &why);
#pragma omp critical(verify_part)
        {
            if (code != CODE_OK) {
                result = code;
                if (err)
                    *err = why;
            } else if (!local_right(stored, derived)) {
                check_note(c, 1, slot, stored, derived);
            }
            progress_update(&c->run->progress, ++done, samples, "positions", NULL);
        }
    }
    c->report->checked = samples;
    return result;
}

/* ---- the choice --------------------------------------------------------------------- */

enum code verify_table(const struct variant *v, struct table *t, struct run *run,
                       const struct verify_options *options, struct verify_report *report,
                       struct error *err)
{
    struct check c = {.v = v, .t = t, .run = run, .report = report};
    memset(report, 0, sizeof *report);
    enum code code = options->quick    ? check_sums(&c, err)
                     : options->sample ? check_sample(&c, options->sample, err)
                     : options->again  ? verify_again(&c, options->again, err)
                                       : check_all(&c, err);
    if (code == CODE_OK && run_stopped(run))
        code = error_set(err, CODE_INTERRUPTED, "interrupted");
    progress_end(&run->progress);
    subset_tally_free(&c.subsets);
    return code;
}
