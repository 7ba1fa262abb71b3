/* SPDX-License-Identifier: MIT
 * What the ways of checking a table share: verify.c, verify_slices.c,
 * verify_again.c. */
#ifndef TABLE_VERIFY_STATE_H
#define TABLE_VERIFY_STATE_H

#include "table/verify.h"

struct check {
    const struct variant *v;
    struct table *t;
    struct run *run;
    struct verify_report *report;
    struct tally tally;
    struct subset_tally subsets;
    uint64_t done; /* slots, for progress */
};

/* Adds errors, of which the first is at a slot with such a code. */
void check_note(struct check *c, uint64_t errors, uint64_t slot, uint16_t stored,
                uint16_t derived);
/* The statistics of the file must be these. */
enum code check_statistics(const struct check *c, struct error *err);

/* Slice by slice (solve/slices.h), where that can be; CODE_RESOURCES: not in this memory. */
bool verify_by_slices(const struct check *c);
enum code verify_slices(struct check *c, struct error *err);
/* By solving the game with another engine. */
enum code verify_again(struct check *c, const struct engine *engine, struct error *err);

#endif
