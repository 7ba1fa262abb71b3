/* SPDX-License-Identifier: MIT
 *
 * Tic-tac-toe, fast face and rules. A position is two sets of cells; whose turn it is
 * follows from their sizes. The index numbers the boards on which X has as many marks as
 * O or one more (6,046; play reaches 5,478 of them): those with more marks first, because
 * every move adds one and so leads to an earlier part; then in the order of the board read
 * as a number to base 3.
 */
#ifndef GAMES_TICTACTOE_FAST_H
#define GAMES_TICTACTOE_FAST_H

#include "game/fast.h"

enum { FAST_MOVES = 9, FAST_UNMOVES = 9, CELLS = 9, BOARDS = 19683, POSITIONS = 6046 };

struct fast_tables {
    uint16_t rank_of[BOARDS];     /* board as a number to base 3 -> rank */
    uint16_t board_of[POSITIONS]; /* the inverse */
    uint16_t first[CELLS + 2];    /* rank of the first board with 9, 8, ... marks */
};

struct fast_position {
    uint16_t mark[2]; /* cells of X, cells of O */
};

FAST unsigned ttt_count(unsigned cells)
{
    unsigned n = 0;
    for (; cells; cells &= cells - 1)
        n++;
    return n;
}

FAST unsigned ttt_turn(const struct fast_position *p) /* 0: X is to move */
{
    return ttt_count(p->mark[0]) > ttt_count(p->mark[1]);
}

FAST bool ttt_line(unsigned cells)
{
    static const uint16_t line[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int i = 0; i < 8; i++)
        if ((cells & line[i]) == line[i])
            return true;
    return false;
}

FAST uint64_t fast_rank(const struct fast_tables *t, const struct fast_position *p)
{
    unsigned board = 0;
    for (int c = 0; c < CELLS; c++)
        board = 3 * board + (p->mark[0] >> c & 1u) + 2 * (p->mark[1] >> c & 1u);
    return t->rank_of[board];
}

FAST void fast_at(const struct fast_tables *t, uint64_t slot, struct fast_position *p)
{
    unsigned board = t->board_of[slot];
    p->mark[0] = p->mark[1] = 0;
    for (int c = CELLS - 1; c >= 0; c--, board /= 3)
        if (board % 3)
            p->mark[board % 3 - 1] |= (uint16_t)(1u << c);
}

/* The player who has just moved wins with a line; the other one can only have a line on
 * boards that play never reaches, and wins on those. */
FAST enum ending fast_ending(const struct fast_tables *t, const struct fast_position *p)
{
    (void)t;
    unsigned turn = ttt_turn(p);
    if (ttt_line(p->mark[turn]))
        return ENDS_WIN;
    if (ttt_line(p->mark[!turn]))
        return ENDS_LOSS;
    return (p->mark[0] | p->mark[1]) == 0777 ? ENDS_DRAW : GOES_ON;
}

FAST unsigned fast_successors(const struct fast_tables *t, const struct fast_position *p,
                              uint64_t slot[FAST_MOVES])
{
    unsigned n = 0, turn = ttt_turn(p);
    for (unsigned free = 0777u & ~(unsigned)(p->mark[0] | p->mark[1]); free;
         free &= free - 1) {
        struct fast_position next = *p;
        next.mark[turn] |= (uint16_t)(free & -free);
        slot[n++] = fast_rank(t, &next);
    }
    return n;
}

FAST unsigned fast_predecessors(const struct fast_tables *t,
                                const struct fast_position *p,
                                uint64_t slot[FAST_UNMOVES])
{
    unsigned n = 0, mover = !ttt_turn(p);
    for (unsigned marks = p->mark[mover]; marks; marks &= marks - 1) {
        struct fast_position before = *p;
        before.mark[mover] &= (uint16_t) ~(marks & -marks);
        slot[n++] = fast_rank(t, &before);
    }
    return n;
}

#endif
