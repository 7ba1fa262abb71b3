/* SPDX-License-Identifier: MIT
 *
 * How many unique positions there are, by the numbers of men. A position is a placement
 * of 3..N men of each colour; unique: one per orbit of the board's symmetries;
 * pseudo-reachable: the mills of each side can have been completed by as many turns as
 * the other side has lost men. Two ways to the numbers: directly (here), and by going
 * through all positions in order (unique.h).
 */
#ifndef GAMES_MORRIS_COUNTS_H
#define GAMES_MORRIS_COUNTS_H

#include "base/error.h"
#include "games/morris/board.h"

struct morris_counts {
    uint64_t orbits[MORRIS_MEN + 1][MORRIS_MEN + 1]; /* by white and black men */
};

/* Orbits of the white sets, each with the black sets up to what keeps the white one in
 * place. any: without the condition on mills. */
enum code morris_count_direct(const struct morris_board *b, bool any,
                              struct morris_counts *out, struct error *err);

/* The published subset x-y, x >= y: both ways round, which for x = y are one. */
uint64_t morris_subset(const struct morris_counts *c, unsigned x, unsigned y);
uint64_t morris_total(const struct morris_counts *c);

#endif
