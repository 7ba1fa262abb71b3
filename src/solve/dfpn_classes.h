/* SPDX-License-Identifier: MIT
 *
 * The experiment of the Yonmoque paper: all positions that a number of irreversible moves
 * (placements) lead to, one of each class of symmetric ones, each proved by a search of
 * its own, with the tables shared by all.
 */
#ifndef SOLVE_DFPN_CLASSES_H
#define SOLVE_DFPN_CLASSES_H

#include "solve/dfpn.h"

struct dfpn_class {
    struct position p;
    enum dfpn_value value; /* for the side to move; DFPN_UNKNOWN: neither side's win was
                              proved */
    uint64_t nodes;
};

struct dfpn_classes {
    struct dfpn_class *list;
    uint64_t count;
    uint64_t decided[4]; /* how many have each value */
    uint64_t nodes;
    double seconds;
    uint64_t peak_bytes;
};

/* options->nodes limits every single search. Freed with dfpn_classes_free. */
enum code dfpn_classes_prove(const struct variant *v, struct run *run,
                             const struct position *from, unsigned plies,
                             const struct dfpn_options *options, struct dfpn_classes *out,
                             struct error *err);
void dfpn_classes_free(struct dfpn_classes *c);

#endif
