/* SPDX-License-Identifier: MIT
 *
 * Boards of N men's morris: one to three concentric rings of eight points, outermost
 * first, each clockwise from its top left corner; a centre comes last. A set of points is
 * a mask in which point 0 is the highest bit, so that the last points, the ones that
 * change fastest when positions are counted through, are the low bits.
 *
 * Source of the boards, mills and symmetries: Takeda, IPSJ SIG Technical Report
 * 2020-GI-43 No. 8 (2020), as far as it gives them; the rest was deduced from its counts.
 */
#ifndef GAMES_MORRIS_BOARD_H
#define GAMES_MORRIS_BOARD_H

#include "base/portable.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    MORRIS_POINTS = 24,
    MORRIS_MILLS = 20,
    MORRIS_CROSSING = 6, /* most mills through a point: the centre of seven men */
    MORRIS_OPS = 48,
    MORRIS_MEN = 12,  /* most men of a side */
    MORRIS_LEAST = 3, /* a side with fewer has lost */
    MORRIS_GAMES = 7
};

extern const uint8_t morris_men[MORRIS_GAMES]; /* 3 5 6 7 9 11 12 */

struct morris_board {
    unsigned men, points, rings;
    bool flying, centre, diagonals;
    unsigned mills, edges;
    uint32_t mill[MORRIS_MILLS];
    uint32_t near[MORRIS_POINTS]; /* adjacent points */
    /* By bit of a set of points: the mills through it, each as its other two points. */
    unsigned lines_at[MORRIS_POINTS];
    uint32_t line_at[MORRIS_POINTS][MORRIS_CROSSING];
    /* Point i of an image is point op[k][i] of the original; 0 is the identity. The
     * first `turns` keep every ring, the first `ops` are the symmetries of the board,
     * and all_ops are those of the position when both sides have three men and fly. */
    unsigned turns, ops, all_ops;
    uint8_t op[MORRIS_OPS][MORRIS_POINTS];
};

FAST uint32_t morris_bit(const struct morris_board *b, unsigned point)
{
    return (uint32_t)1 << (b->points - 1 - point);
}

/* False when there is no such game. It flies as it is published: with seven men and more. */
bool morris_board_make(struct morris_board *b, unsigned men);
/* The same with flying or without. */
bool morris_board_make_flying(struct morris_board *b, unsigned men, bool flying);

/* A set of points as the k-th operation moves it. */
uint32_t morris_image(const struct morris_board *b, unsigned k, uint32_t set);

#endif
