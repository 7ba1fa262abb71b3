/* SPDX-License-Identifier: MIT
 *
 * Yonmoque: the rules, once, for all readings. Sets of cells are 32-bit masks; a cell of
 * a board with C columns is row * C + column. What depends on the board (rays, lines,
 * symmetries) is made by board.c.
 *
 * A ply is a placement (nothing happens but that the piece stands there) or a move: one
 * king step, or a slide along a diagonal of cells of the piece's own colour. After a move
 * opponent pieces between the arrival cell and an own piece turn; then a line of five
 * loses and otherwise a line of four wins. A line counts if it contains a cell that the
 * move changed, except in the readings that say otherwise.
 */
#ifndef GAMES_YONMOQUE_RULES_H
#define GAMES_YONMOQUE_RULES_H

#include "base/portable.h"
#include "game/value.h"

enum {
    YON_SIDE = 5, /* no board is longer or wider */
    YON_CELLS = YON_SIDE * YON_SIDE,
    YON_RAY = YON_SIDE - 1, /* cells of the longest ray */
    YON_PIECES = 6,         /* no player has more */
    YON_SYMMETRIES = 8,
    YON_FOURS = 28, /* lines of the full board */
    YON_FIVES = 12,
    YON_HAND = 31, /* where a placed piece comes from */
    YON_BLUE = 0,
    YON_WHITE = 1,
    YON_NEUTRAL = 2 /* of cells only */
};

/* What a line must contain to count after a move. */
enum yon_counted { YON_CHANGED, YON_ARRIVAL, YON_ANY };

struct yon_board {
    uint8_t rows, columns, cells;
    uint8_t pieces;     /* each player's */
    uint8_t counted;    /* enum yon_counted */
    uint8_t bishop;     /* slides cross cells of any colour */
    uint8_t five_loses; /* also five by a placement */
    uint8_t symmetries;
    uint8_t fours, fives;
    uint8_t colour[YON_CELLS];
    /* The cells in each of eight directions, nearest first; odd ones are diagonal. */
    uint8_t ray_length[YON_CELLS][8];
    uint8_t ray[YON_CELLS][8][YON_RAY];
    uint8_t image[YON_SYMMETRIES][YON_CELLS]; /* of a cell; 0 is the identity */
    uint32_t four[YON_FOURS], five[YON_FIVES];
};

struct yon_state {
    uint32_t men[2]; /* cells of blue, of white */
    uint8_t hand[2];
    uint8_t side;
};

FAST uint32_t yon_occupied(const struct yon_state *s)
{
    return s->men[0] | s->men[1];
}

/* Cells to which a piece of the colour can move from `from`. */
FAST uint32_t yon_targets(const struct yon_board *b, unsigned from, unsigned colour,
                          uint32_t occupied)
{
    uint32_t targets = 0;
    for (unsigned d = 0; d < 8; d++) {
        bool slides = d % 2 == 1 && b->colour[from] == colour;
        unsigned steps = slides ? b->ray_length[from][d] : b->ray_length[from][d] > 0;
        for (unsigned i = 0; i < steps; i++) {
            unsigned to = b->ray[from][d][i];
            bool own = b->bishop || b->colour[to] == colour;
            if (occupied >> to & 1 || (i > 0 && !own))
                break;
            targets |= (uint32_t)1 << to;
            if (!own)
                break;
        }
    }
    return targets;
}

/* Opponent pieces between `to`, where an own piece has arrived, and another own piece. */
FAST uint32_t yon_flips(const struct yon_board *b, unsigned to, uint32_t own,
                        uint32_t other)
{
    uint32_t flips = 0;
    for (unsigned d = 0; d < 8; d++) {
        uint32_t run = 0;
        for (unsigned i = 0; i < b->ray_length[to][d]; i++) {
            uint32_t cell = (uint32_t)1 << b->ray[to][d][i];
            if (other & cell) {
                run |= cell;
                continue;
            }
            if (own & cell)
                flips |= run;
            break;
        }
    }
    return flips;
}

FAST bool yon_line(const uint32_t *line, unsigned lines, uint32_t own, uint32_t counted)
{
    for (unsigned i = 0; i < lines; i++)
        if ((own & line[i]) == line[i] && line[i] & counted)
            return true;
    return false;
}

/* How the game has ended, seen by the opponent of the player who has the pieces `own`
 * after a move to `to` that turned `flips`. */
FAST enum ending yon_judge(const struct yon_board *b, uint32_t own, unsigned to,
                           uint32_t flips)
{
    uint32_t counted = b->counted == YON_ANY ? ~(uint32_t)0 : (uint32_t)1 << to;
    if (b->counted == YON_CHANGED)
        counted |= flips;
    if (yon_line(b->five, b->fives, own, counted))
        return ENDS_WIN;
    return yon_line(b->four, b->fours, own, counted) ? ENDS_LOSS : GOES_ON;
}

/* Makes a ply; says how it ends the game for the side that would move next. GOES_ON is
 * said also if that side has no ply. */
FAST enum ending yon_play(const struct yon_board *b, const struct yon_state *s,
                          unsigned from, unsigned to, struct yon_state *next)
{
    const unsigned side = s->side;
    *next = *s;
    next->side = (uint8_t)!side;
    next->men[side] |= (uint32_t)1 << to;
    if (from == YON_HAND) {
        next->hand[side]--;
        bool five = b->five_loses &&
                    yon_line(b->five, b->fives, next->men[side], (uint32_t)1 << to);
        return five ? ENDS_WIN : GOES_ON;
    }
    next->men[side] &= ~((uint32_t)1 << from);
    uint32_t flips = yon_flips(b, to, next->men[side], next->men[!side]);
    next->men[side] |= flips;
    next->men[!side] &= ~flips;
    return yon_judge(b, next->men[side], to, flips);
}

/* A player without a ply loses. */
FAST enum ending yon_ending(const struct yon_board *b, const struct yon_state *s)
{
    uint32_t occupied = yon_occupied(s);
    uint32_t empty = ~occupied & (((uint32_t)1 << b->cells) - 1);
    if (s->hand[s->side] && empty)
        return GOES_ON;
    for (unsigned from = 0; from < b->cells; from++)
        if (s->men[s->side] >> from & 1 && yon_targets(b, from, s->side, occupied))
            return GOES_ON;
    return ENDS_LOSS;
}

#endif
