/* SPDX-License-Identifier: MIT
 *
 * NOCCAxNOCCA: stacks and steps. A cell is one of 15 stacks of up to three pieces,
 * numbered as in the sample code of Yamamoto & Hoki (2022); bottom to top: 0 empty  1 W
 * 2 B  3 WW  4 WB  5 BW  6 BB 7 WWW  8 WWB  9 WBW  10 BWW  11 WBB  12 BWB  13 BBW  14 BBB
 * Black's home is row 0, white's row R-1; a cell is row * C + column.
 *
 * A board is always seen by black, who is to move: flip (rows reversed, colours
 * exchanged) turns a white-to-move position into one of the same value.
 */
#ifndef GAMES_NOCCA_RULES_H
#define GAMES_NOCCA_RULES_H

#include "base/portable.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    NOCCA_STATES = 15,
    NOCCA_ROWS = 9, /* no board is larger */
    NOCCA_COLUMNS = 8,
    NOCCA_CELLS = NOCCA_ROWS * NOCCA_COLUMNS,
    NOCCA_GOAL = 255 /* target of a goal step */
};

struct nocca_board {
    uint8_t cell[NOCCA_CELLS];
};

/* Up to eight neighbours of each cell, in increasing order. */
struct nocca_shape {
    uint8_t rows, columns, cells;
    uint8_t neighbours[NOCCA_CELLS];
    uint8_t neighbour[NOCCA_CELLS][8];
};

FAST unsigned nocca_height(unsigned stack)
{
    return 0u + (stack > 0) + (stack > 2) + (stack > 6);
}

FAST bool nocca_black_top(unsigned stack) /* 2 4 6 8 11 12 14 */
{
    return 0x5954u >> stack & 1;
}

FAST bool nocca_white_top(unsigned stack) /* 1 3 5 7 9 10 13 */
{
    return 0x26aau >> stack & 1;
}

FAST uint8_t nocca_push_black(unsigned stack)
{
    return (uint8_t)(0xecb8642u >> 4 * stack & 15);
}

FAST uint8_t nocca_push_white(unsigned stack)
{
    return (uint8_t)(0xda97531u >> 4 * stack & 15);
}

FAST uint8_t nocca_pop(unsigned stack)
{
    return (uint8_t)(0x665454332211000u >> 4 * stack & 15);
}

FAST uint8_t nocca_swap_colours(unsigned stack)
{
    return (uint8_t)(0x789abcde3456120u >> 4 * stack & 15);
}

/* Can the piece on top of `from` step anywhere? */
FAST bool nocca_can_step(const struct nocca_shape *s, const struct nocca_board *b,
                         unsigned from)
{
    for (unsigned i = 0; i < s->neighbours[from]; i++)
        if (nocca_height(b->cell[s->neighbour[from][i]]) < 3)
            return true;
    return false;
}

/* Black has no step and no goal step. */
FAST bool nocca_stuck(const struct nocca_shape *s, const struct nocca_board *b)
{
    for (unsigned c = 0; c < s->cells; c++)
        if (nocca_black_top(b->cell[c]) &&
            (c >= (unsigned)s->cells - s->columns || nocca_can_step(s, b, c)))
            return false;
    return true;
}

#endif
