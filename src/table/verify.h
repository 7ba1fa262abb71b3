/* SPDX-License-Identifier: MIT
 *
 * Checking a table. Quick: sizes and sums of every block. Full: also every position is
 * re-derived from its successors; with plies stored for all positions these local
 * conditions prove the whole table by induction on the distance:
 *   ended        as the rules say
 *   win in d     some successor is lost in d-1, none in less
 *   loss in d    every successor is won, the farthest in d-1
 *   draw         no successor is lost, at least one is drawn
 * This is done part by part in memory; where that is too small, by looking successors up.
 * Games of one piece against many men are checked in whole slices (solve/slices.h). Again:
 * the game is solved by another engine and every entry compared.
 */
#ifndef TABLE_VERIFY_H
#define TABLE_VERIFY_H

#include "solve/engine.h"
#include "table/table.h"

struct verify_report {
    uint64_t checked; /* positions (quick: those whose block sums were checked; sample:
                         those looked at) */
    uint64_t errors;  /* positions whose stored value is not the derived one */
    bool found;       /* the first of them, by slot: */
    uint64_t slot;
    struct position position;
    uint16_t stored, derived; /* codes */
};

struct verify_options {
    bool quick;
    uint64_t sample;            /* so many entries at random; 0: all */
    const struct engine *again; /* or null */
};

/* CODE_OK also when errors were found: look at report->errors. CODE_DAMAGED when a sum
 * fails or the statistics are not those of the blocks. */
enum code verify_table(const struct variant *v, struct table *t, struct run *run,
                       const struct verify_options *options, struct verify_report *report,
                       struct error *err);

#endif
