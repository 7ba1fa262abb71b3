/* SPDX-License-Identifier: MIT
 *
 * Checking a table; see verify.h. All codes are brought into memory block by block, their
 * sums checked on the way; then the local conditions of solve/local.h are tested
 * everywhere.
 */
#include "table/verify.h"

#include "solve/local.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16 };

struct check {
    const struct variant *v;
    struct table *t;
    struct run *run;
    uint8_t *codes; /* null: only sums */
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
                            struct table_scratch *scratch, struct tally *tally,
                            struct error *err)
{
    if (!c->codes)
        return table_check_block(c->t, block, scratch, err);
    uint64_t first = block * table_info(c->t)->block_slots;
    uint32_t count;
    TRY(table_block(c->t, block, scratch, c->codes + first, &count, err));
    tally_add(tally, c->v, first, count, c->codes + first);
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
#pragma omp for schedule(dynamic, 16)
        for (uint64_t b = 0; b < blocks; b++) {
            struct error err;
            enum code code =
                run_stopped(c->run) ? CODE_OK : read_block(c, b, &scratch, &tally, &err);
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
        report->stored = c->codes[all.slot];
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
    if (!c->codes)
        return;
    derive_all(c, report);
    if (fine(c) && !report->errors &&
        memcmp(&c->tally, &table_info(c->t)->tally, sizeof c->tally) != 0)
        c->code =
            error_set(c->err, CODE_DAMAGED,
                      "table %s: its statistics are not those of its blocks; remove the "
                      "file and solve again, or restore it",
                      table_info(c->t)->path);
}

enum code verify_table(const struct variant *v, struct table *t, struct run *run,
                       bool quick, struct verify_report *report, struct error *err)
{
    struct error local;
    struct check c = {.v = v, .t = t, .run = run, .err = err ? err : &local};
    memset(report, 0, sizeof *report);
    if (!quick)
        TRY(mem_take(&run->memory, v->slots, 1, "the codes", &c.codes, err));
    check_all(&c, report);
    progress_end(&run->progress);
    mem_give(&run->memory, c.codes, v->slots, 1);
    return c.code;
}
