/* SPDX-License-Identifier: MIT
 * Checking a table slice by slice; see solve/slices.h. */
#include "solve/slices.h"

#include "table/verify_state.h"

static enum code from_table(void *context, uint64_t first, uint64_t count, uint8_t *out,
                            struct error *err)
{
    struct check *c = context;
    return table_range(c->t, c->run->threads, first, count, (struct codes){out, 1}, err);
}

bool verify_by_slices(const struct check *c)
{
    return slices_suit(c->v) && table_info(c->t)->width == 1;
}

enum code verify_slices(struct check *c, struct error *err)
{
    struct slices_report report = {0};
    TRY(subset_tally_make(c->v, &report.subsets, err));
    progress_begin(&c->run->progress, "verifying", 0);
    enum code code =
        slices_check(c->v, c->run, slices_kernel(0), from_table, c, &report, err);
    c->tally = report.tally;
    c->subsets = report.subsets;
    if (code != CODE_OK)
        return code;
    c->report->checked = c->v->positions;
    if (!report.errors)
        return check_statistics(c, err);
    check_note(c, report.errors, report.slot, report.stored, report.derived);
    return CODE_OK;
}
