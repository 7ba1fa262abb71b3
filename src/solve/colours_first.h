/* SPDX-License-Identifier: MIT
 *
 * The first two plies of Yonmoque, the last part of a solve: one blue piece on each cell,
 * and the empty board. All successors are known, so these positions are looked up.
 */
#ifndef SOLVE_COLOURS_FIRST_H
#define SOLVE_COLOURS_FIRST_H

#include "games/yonmoque/numbers.h"
#include "solve/engine.h"

struct colours_first {
    uint16_t code[YON_CELLS + 1];
    unsigned count;
};

enum code colours_first_make(struct colours_first *first, const struct variant *v,
                             const struct earlier *earlier, struct error *err);
/* The longest distance among them. */
unsigned colours_first_last(const struct colours_first *first);
/* How many have the distance. */
uint64_t colours_first_count(const struct colours_first *first, unsigned plies);

#endif
