/* SPDX-License-Identifier: MIT
 *
 * Many positions, each proved by a search of its own, by several threads that share one
 * table. So are made: the experiment of the Yonmoque paper, all positions that a number
 * of irreversible moves (placements) lead to, one of each class of symmetric ones; and the
 * comparison of the search with a table on random positions.
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
    bool resumed;
};

/* All positions so many irreversible moves after `from`, one of each class; `from` itself
 * if there are to be none. */
enum code dfpn_classes_list(const struct variant *v, const struct position *from,
                            unsigned plies, struct dfpn_classes *out, struct error *err);
enum code dfpn_classes_add(struct dfpn_classes *c, const struct position *p,
                           struct error *err);
/* Keeps so many at random, the same every time. */
void dfpn_classes_sample(struct dfpn_classes *c, uint64_t count);
/* Proves the positions of the list that are unknown. options->nodes limits every single
 * search. The checkpoint holds values, and beside it (.table) lies the proof table; they
 * go when no position is left for another run.
 * Positions in which the game is over are left unknown. */
enum code dfpn_classes_prove(const struct variant *v, struct run *run,
                             const struct dfpn_options *options, struct dfpn_classes *c,
                             struct error *err);
void dfpn_classes_free(struct dfpn_classes *c);

#endif
