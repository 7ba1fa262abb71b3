/* SPDX-License-Identifier: MIT
 * Sizes of position sets; see count.h. */
#include "game/count.h"

#include <stdio.h>
#include <stdlib.h>

enum code count_add(struct count_report *report, const char *set, const char *subset,
                    uint64_t positions, struct error *err)
{
    struct count_entry *more =
        realloc(report->entry, (report->entries + 1) * sizeof *report->entry);
    if (!more)
        return error_set(err, CODE_RESOURCES, "not enough memory for the list of counts");
    report->entry = more;
    struct count_entry *entry = &more[report->entries++];
    snprintf(entry->set, sizeof entry->set, "%s", set);
    snprintf(entry->subset, sizeof entry->subset, "%s", subset ? subset : "");
    entry->positions = positions;
    return CODE_OK;
}

void count_free(struct count_report *report)
{
    free(report->entry);
    *report = (struct count_report){0};
}
