/* SPDX-License-Identifier: MIT
 *
 * The unique pseudo-reachable positions of N men's morris, in the order of their numbers.
 *
 * The number of a position is its rank among all placements of 3..N men of each colour,
 * in lexicographic order with empty < black < white and point 0 most significant (the
 * first diagram). The unique ones are those with the least number in their orbit. Their
 * numbers as a set of bit strings make the second diagram; a position's rank there is its
 * minimal perfect hash.
 */
#ifndef GAMES_MORRIS_UNIQUE_H
#define GAMES_MORRIS_UNIQUE_H

#include "base/run.h"
#include "games/morris/counts.h"
#include "zdd/zdd.h"

struct morris_unique_options {
    bool any;                /* without the condition on mills */
    const char *checkpoint;  /* file to go on from and to write; null: none */
    double checkpoint_every; /* seconds */
};

/* Builds the second diagram and counts its members by men on the way. Memory is that
 * of the run. CODE_INTERRUPTED when the run was stopped; the checkpoint has been
 * written then. */
enum code morris_unique(const struct morris_board *b,
                        const struct morris_unique_options *options, struct run *run,
                        struct zdd *out, struct morris_counts *counts, struct error *err);

#endif
