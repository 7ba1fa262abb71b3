/* SPDX-License-Identifier: MIT
 *
 * NOCCAxNOCCA, fast face: slots are the numbers of P, black to move. What a move leads to
 * is numbered after the flip, and flip takes cell i of the board to the i-th cell of the
 * numbering; so the flipped position is packed once, and a step changes two of its cells.
 *
 * By the same flip predecessors are successors: the boards before a white move into x are
 * those that a black step makes of flip(x). A successor without a visible piece of the
 * side to move is not in P; the game is over there.
 */
#ifndef GAMES_NOCCA_FAST_H
#define GAMES_NOCCA_FAST_H

#include "game/fast.h"
#include "games/nocca/rules.h"
#include "index/blocks.h"

enum {
    FAST_MOVES = 9 * NOCCA_COLUMNS, /* eight steps and the goal step for each piece */
    FAST_UNMOVES = 8 * NOCCA_COLUMNS
};

#define FAST_JUDGES_MOVES(tables) 1
#define FAST_ATTACHED
/* With halves the table has other slots; see halves.h. */
#define FAST_SUITS(tables) ((tables)->halves == NULL)

struct nocca_halves;

struct fast_tables {
    struct nocca_shape shape;
    struct blocks blocks;
    const struct nocca_halves *halves; /* null: slots are the numbers of P */
};

FAST const void *fast_attached(const struct fast_tables *t, unsigned i, uint64_t *bytes)
{
    *bytes = i == 0 ? t->blocks.bytes : 0;
    return t->blocks.memory;
}

FAST void fast_attach(struct fast_tables *t, unsigned i, const void *memory)
{
    (void)i;
    blocks_attach(&t->blocks, memory);
}

struct fast_position {
    struct nocca_board board;
};

FAST void fast_at(const struct fast_tables *t, uint64_t slot, struct fast_position *p)
{
    uint64_t packed[BLOCKS_WORDS];
    uint8_t state[NOCCA_CELLS];
    blocks_unrank(&t->blocks, slot, packed);
    blocks_unpack(&t->blocks, packed, state);
    unsigned columns = t->shape.columns, cells = t->shape.cells;
    for (unsigned row = 0, at = cells; row < t->shape.rows; row++) {
        at -= columns;
        for (unsigned c = 0; c < columns; c++)
            p->board.cell[row * columns + c] = state[at + c];
    }
}

/* Number of a board of P, black to move; INDEX_NONE for others. */
FAST uint64_t nocca_rank(const struct fast_tables *t, const struct nocca_board *b)
{
    uint64_t packed[BLOCKS_WORDS];
    uint8_t state[NOCCA_CELLS];
    unsigned columns = t->shape.columns;
    for (unsigned row = 0, at = t->shape.cells; row < t->shape.rows; row++) {
        at -= columns;
        for (unsigned c = 0; c < columns; c++)
            state[at + c] = b->cell[row * columns + c];
    }
    blocks_pack(&t->blocks, state, packed);
    return blocks_rank(&t->blocks, packed);
}

FAST enum ending fast_ending(const struct fast_tables *t, const struct fast_position *p)
{
    return nocca_stuck(&t->shape, &p->board) ? ENDS_LOSS : GOES_ON;
}

FAST void nocca_replace(const struct fast_tables *t, uint64_t *packed, unsigned cell,
                        uint64_t stack)
{
    unsigned shift = cell % t->blocks.word_cells * 4;
    uint64_t *word = &packed[cell / t->blocks.word_cells];
    *word = (*word & ~((uint64_t)15 << shift)) | stack << shift;
}

/* Numbers of the boards that black's steps make of b, after the flip or (for
 * predecessors) before it; `missing` stands for those outside P, which are left out when
 * it is 0. */
FAST unsigned nocca_step_numbers(const struct fast_tables *t, const struct nocca_board *b,
                                 bool flip, uint64_t missing, uint64_t *slot)
{
    const struct nocca_shape *s = &t->shape;
    uint64_t packed[BLOCKS_WORDS];
    uint8_t state[NOCCA_CELLS], place[NOCCA_CELLS];
    for (unsigned c = 0; c < s->cells; c++) {
        unsigned mirrored = s->cells - s->columns - c + 2 * (c % s->columns);
        place[c] = (uint8_t)(flip ? c : mirrored);
        state[place[c]] = flip ? nocca_swap_colours(b->cell[c]) : b->cell[c];
    }
    blocks_pack(&t->blocks, state, packed);
    unsigned n = 0;
    for (unsigned from = 0; from < s->cells; from++) {
        unsigned stack = b->cell[from];
        if (!nocca_black_top(stack))
            continue;
        unsigned left = nocca_pop(stack);
        nocca_replace(t, packed, place[from], flip ? nocca_swap_colours(left) : left);
        for (unsigned i = 0; i < s->neighbours[from]; i++) {
            unsigned to = s->neighbour[from][i], under = b->cell[to];
            if (nocca_height(under) == 3)
                continue;
            unsigned made = nocca_push_black(under);
            nocca_replace(t, packed, place[to], flip ? nocca_swap_colours(made) : made);
            uint64_t number = blocks_rank(&t->blocks, packed);
            if (number != INDEX_NONE)
                slot[n++] = number;
            else if (missing)
                slot[n++] = missing;
            nocca_replace(t, packed, place[to], flip ? nocca_swap_colours(under) : under);
        }
        nocca_replace(t, packed, place[from], flip ? nocca_swap_colours(stack) : stack);
    }
    return n;
}

FAST unsigned fast_successors(const struct fast_tables *t, const struct fast_position *p,
                              uint64_t slot[FAST_MOVES])
{
    const struct nocca_shape *s = &t->shape;
    unsigned n = nocca_step_numbers(t, &p->board, true, SLOT_LOST, slot);
    for (unsigned c = (unsigned)s->cells - s->columns; c < s->cells; c++)
        if (nocca_black_top(p->board.cell[c]))
            slot[n++] = SLOT_LOST;
    return n;
}

FAST unsigned fast_predecessors(const struct fast_tables *t,
                                const struct fast_position *p,
                                uint64_t slot[FAST_UNMOVES])
{
    const struct nocca_shape *s = &t->shape;
    struct nocca_board flipped;
    for (unsigned c = 0; c < s->cells; c++) {
        unsigned image = s->cells - s->columns - c + 2 * (c % s->columns);
        flipped.cell[image] = nocca_swap_colours(p->board.cell[c]);
    }
    return nocca_step_numbers(t, &flipped, false, 0, slot);
}

#endif
