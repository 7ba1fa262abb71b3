/* SPDX-License-Identifier: MIT
 *
 * All placements of 3..N men of each colour as a declared problem: the first diagram. Per
 * point the items are "white", "black", and empty is the default; so the numbers follow
 * the lexicographic order with empty < black < white, point 0 most significant.
 */
#ifndef GAMES_MORRIS_NUMBERS_H
#define GAMES_MORRIS_NUMBERS_H

#include "games/morris/board.h"
#include "zdd/problem.h"

enum { MORRIS_WHITE, MORRIS_BLACK, MORRIS_EMPTY, MORRIS_STATES };

struct morris_problem {
    struct zdd_counters counters;
    struct zdd_problem problem; /* points into this struct: do not copy */
};

void morris_declare(struct morris_problem *p, const struct morris_board *b);

#endif
