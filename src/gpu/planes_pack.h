/* SPDX-License-Identifier: MIT
 *
 * Halves of a NOCCA board (games/nocca/halves.h) as the device sees them: packed into one
 * word, four bits a cell, first the front, the home row last; and the tables that number
 * them, with pointers into the device's memory. A class is 6 * white + black pieces.
 */
#ifndef GPU_PLANES_PACK_H
#define GPU_PLANES_PACK_H

#include "games/nocca/rules.h"

#include <stdint.h>

enum {
    PACK_CELLS = 15,
    PACK_COLUMNS = 5,
    PACK_CLASSES = 36,
    PACK_MOVES = 40 /* of one colour in a half, at most */
};

#define PACK_NONE UINT32_MAX

/* Index 0: halves without threat, 1: with one; as in struct nocca_halves. */
struct pack_tables {
    uint32_t rows, columns, cells;
    uint8_t neighbours[PACK_CELLS];
    uint8_t neighbour[PACK_CELLS][8];
    const uint32_t *place_any, *place_home;
    const uint32_t *any_cells, *home_cells[2];
    const uint8_t *any_class;
    uint32_t any_start[PACK_CLASSES + 1], home_start[2][PACK_CLASSES + 1];
    uint32_t tails[2][PACK_CLASSES], tail_start[2][PACK_CLASSES][PACK_CLASSES];
    uint32_t half_start[2][PACK_CLASSES][PACK_CLASSES];
};

FAST unsigned pack_stack(uint64_t half, unsigned cell)
{
    return (unsigned)(half >> 4 * cell) & 15;
}

FAST uint64_t pack_with(uint64_t half, unsigned cell, unsigned stack)
{
    return (half & ~((uint64_t)15 << 4 * cell)) | (uint64_t)stack << 4 * cell;
}

/* A row of cells: 0 is the front. */
FAST uint32_t pack_row(const struct pack_tables *t, uint64_t half, unsigned row)
{
    unsigned bits = 4 * t->columns;
    return (uint32_t)(half >> row * bits) & ((1u << bits) - 1);
}

/* Number of a half of the class with z threats: as half_number. */
FAST uint32_t pack_rank(const struct pack_tables *t, unsigned z, uint64_t half,
                        unsigned class_)
{
    uint32_t front = t->place_any[pack_row(t, half, 0)];
    uint32_t home = t->place_home[pack_row(t, half, t->rows - 1)];
    unsigned part = t->any_class[front], rest = class_ - part;
    uint32_t rank =
        t->half_start[z][class_][part] + (front - t->any_start[part]) * t->tails[z][rest];
    if (t->rows == 3) {
        uint32_t second = t->place_any[pack_row(t, half, 1)];
        unsigned middle = t->any_class[second], left = rest - middle;
        rank += t->tail_start[z][rest][middle] +
                (second - t->any_start[middle]) *
                    (t->home_start[z][left + 1] - t->home_start[z][left]);
        rest = left;
    }
    return rank + home - t->home_start[z][rest];
}

/* The last part of a layout that begins at or before n. */
FAST unsigned pack_part(const uint32_t *start, unsigned class_, uint32_t n)
{
    unsigned found = 0;
    for (unsigned part = 0; part <= class_; part++)
        if (part / 6 <= class_ / 6 && part % 6 <= class_ % 6 && start[part] <= n)
            found = part;
    return found;
}

/* The half of a number: as half_at. */
FAST uint64_t pack_unrank(const struct pack_tables *t, unsigned z, uint32_t n,
                          unsigned class_)
{
    const unsigned bits = 4 * t->columns;
    unsigned part = pack_part(t->half_start[z][class_], class_, n), rest = class_ - part;
    n -= t->half_start[z][class_][part];
    uint64_t half = t->any_cells[t->any_start[part] + n / t->tails[z][rest]];
    n %= t->tails[z][rest];
    if (t->rows == 3) {
        part = pack_part(t->tail_start[z][rest], rest, n);
        n -= t->tail_start[z][rest][part];
        rest -= part;
        uint32_t each = t->home_start[z][rest + 1] - t->home_start[z][rest];
        half |= (uint64_t)t->any_cells[t->any_start[part] + n / each] << bits;
        n %= each;
    }
    return half | (uint64_t)t->home_cells[z][t->home_start[z][rest] + n]
                      << (t->rows - 1) * bits;
}

FAST unsigned pack_threats(const struct pack_tables *t, uint64_t half)
{
    unsigned threats = 0;
    for (unsigned cell = t->cells - t->columns; cell < t->cells; cell++)
        threats += nocca_white_top(pack_stack(half, cell));
    return threats;
}

FAST uint64_t pack_mirror(const struct pack_tables *t, uint64_t half)
{
    uint64_t image = 0;
    for (unsigned cell = 0; cell < t->cells; cell++)
        image |= (uint64_t)pack_stack(half, cell)
                 << 4 * (cell - cell % t->columns + t->columns - 1 - cell % t->columns);
    return image;
}

/* Is a half not after its mirror image? Rows decide, the front first. */
FAST bool pack_canonical(const struct pack_tables *t, uint64_t half, uint64_t image)
{
    for (unsigned row = 0; row < t->rows; row++)
        if (pack_row(t, half, row) != pack_row(t, image, row))
            return pack_row(t, half, row) < pack_row(t, image, row);
    return true;
}

/* Bit 0: a white piece shows, bit 1: a black one. */
FAST unsigned pack_shows(const struct pack_tables *t, uint64_t half)
{
    unsigned shows = 0;
    for (unsigned cell = 0; cell < t->cells; cell++)
        shows |= (unsigned)nocca_white_top(pack_stack(half, cell)) |
                 (unsigned)nocca_black_top(pack_stack(half, cell)) << 1;
    return shows;
}

FAST bool pack_top(unsigned stack, bool black)
{
    return black ? nocca_black_top(stack) : nocca_white_top(stack);
}

FAST unsigned pack_push(unsigned stack, bool black)
{
    return black ? nocca_push_black(stack) : nocca_push_white(stack);
}

/* The halves after each step of a colour that stays inside. */
FAST unsigned pack_moves(const struct pack_tables *t, uint64_t half, bool black,
                         uint64_t out[PACK_MOVES])
{
    unsigned n = 0;
    for (unsigned from = 0; from < t->cells; from++) {
        unsigned stack = pack_stack(half, from);
        if (!pack_top(stack, black))
            continue;
        uint64_t lifted = pack_with(half, from, nocca_pop(stack));
        for (unsigned i = 0; i < t->neighbours[from]; i++) {
            unsigned to = t->neighbour[from][i], under = pack_stack(half, to);
            if (nocca_height(under) < 3)
                out[n++] = pack_with(lifted, to, pack_push(under, black));
        }
    }
    return n;
}

/* What a colour can do: bit 15 a step inside; bits 0-4 its tops in the row next to the
 * middle; bits 5-9 the stacks there that are lower than three. */
FAST unsigned pack_mobility(const struct pack_tables *t, uint64_t half, bool black)
{
    unsigned can = 0;
    for (unsigned cell = 0; cell < t->cells; cell++) {
        unsigned stack = pack_stack(half, cell);
        if (cell < t->columns && nocca_height(stack) < 3)
            can |= 32u << cell;
        if (!pack_top(stack, black))
            continue;
        if (cell < t->columns)
            can |= 1u << cell;
        for (unsigned i = 0; i < t->neighbours[cell]; i++)
            if (nocca_height(pack_stack(half, t->neighbour[cell][i])) < 3)
                can |= 0x8000;
    }
    return can;
}

/* Nobody moves: black in a and the same side in x, whose pieces are white there. */
FAST bool pack_stuck(unsigned a, unsigned x)
{
    unsigned near_a = (a & 31) << 1 | (a & 31) | (a & 31) >> 1;
    unsigned near_x = (x & 31) << 1 | (x & 31) | (x & 31) >> 1;
    return !((a | x) & 0x8000) && !(near_a & (x >> 5) & 31) && !(near_x & (a >> 5) & 31);
}

/* One threat: can black end it, or do the positions with it need a look because black
 * cannot move inside? */
FAST bool pack_live(const struct pack_tables *t, uint64_t half)
{
    uint64_t after[PACK_MOVES];
    unsigned n = pack_moves(t, half, true, after);
    for (unsigned i = 0; i < n; i++)
        if (pack_threats(t, after[i]) == 0)
            return true;
    return n == 0;
}

/* Has white a step to the home row that black cannot answer? Then white wins in three at
 * most whatever the other half is. On four rows this is not asked. */
FAST bool pack_kills(const struct pack_tables *t, uint64_t half)
{
    if (t->rows == 2)
        return false;
    uint64_t after[PACK_MOVES];
    unsigned n = pack_moves(t, half, false, after);
    for (unsigned i = 0; i < n; i++) {
        unsigned threats = pack_threats(t, after[i]);
        if (threats > 1)
            return true;
        if (threats == 0)
            continue;
        uint64_t reply[PACK_MOVES];
        unsigned replies = pack_moves(t, after[i], true, reply);
        bool covered = false;
        for (unsigned k = 0; k < replies && !covered; k++)
            covered = pack_threats(t, reply[k]) == 0;
        if (!covered)
            return true;
    }
    return false;
}

#endif
