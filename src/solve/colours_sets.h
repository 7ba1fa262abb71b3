/* SPDX-License-Identifier: MIT
 *
 * What the colours engine needs to know about sets of cells and about placements, as inline
 * functions for the processor (colours.c) and for GPUs (gpu/colours.c). See colours_state.h
 * for parts and wholes.
 */
#ifndef SOLVE_COLOURS_SETS_H
#define SOLVE_COLOURS_SETS_H

#include "games/yonmoque/numbers.h"

/* Gathering lost positions finds wins, gathering those not won finds losses. */
enum colours_kind { COLOURS_WINS, COLOURS_LOSSES };

/* Place of a cell among those of a set. */
FAST unsigned colours_place_in(uint32_t set, unsigned cell)
{
    return portable_ones(set & (((uint32_t)1 << cell) - 1));
}

/* Bits of the index of the given cells of a set. */
FAST unsigned colours_index_of(uint32_t set, uint32_t cells)
{
    unsigned bits = 0;
    for (; cells; cells &= cells - 1)
        bits |= 1u << colours_place_in(set, portable_lowest(cells));
    return bits;
}

/* Cells outside a part of wholes of so many men. */
FAST unsigned colours_empties(const struct yon_numbers *n, unsigned men)
{
    return n->board.cells - men + 1u;
}

/* For a whole and one of its men, a bit: (class of the set without him, times the cells
 * outside, plus his number among those) << 3 | the symmetry that turns to the class. */
FAST uint32_t colours_part_of(const struct yon_numbers *n, unsigned men, uint32_t set,
                              uint32_t man)
{
    unsigned g;
    uint32_t part = yon_class(n, men - 1, set & ~man, &g);
    unsigned cell = n->board.image[g][portable_lowest(man)];
    uint32_t number = colours_place_in(~n->sets[men - 1].member[part], cell);
    return (part * colours_empties(n, men) + number) << 3 | g;
}

/* For a part and an empty cell, a bit: class of both together << 3 | the symmetry. */
FAST uint32_t colours_whole_of(const struct yon_numbers *n, unsigned men, uint32_t set,
                               uint32_t cell)
{
    unsigned g;
    uint32_t whole = yon_class(n, men, set | cell, &g);
    return whole << 3 | g;
}

/* ---- placements --------------------------------------------------------------------- */

/* Of all placements in a position the best one counts, as a code. Codes are ordered by merit
 * while they are compared: 1.. losses, the later the better, then the draw, then wins, the
 * earlier the better. */
enum { COLOURS_DRAW = 127, COLOURS_NEAREST = 255 };

/* The merit, for the side that places, of a position with the code afterwards. */
FAST unsigned colours_merit(unsigned code)
{
    unsigned plies = (code + 1) / 2;
    return code == 0 ? COLOURS_DRAW : code % 2 ? plies : COLOURS_NEAREST - plies;
}

FAST unsigned colours_code_of_merit(unsigned merit)
{
    return merit == COLOURS_DRAW  ? 0
           : merit > COLOURS_DRAW ? 1 + 2 * (COLOURS_NEAREST - merit)
                                  : 2 + 2 * merit;
}

#endif
