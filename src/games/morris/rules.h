/* SPDX-License-Identifier: MIT
 *
 * N men's morris: moves and endings. Men in hand are placed first; then men slide along
 * lines; in the games with flying a side of three men may go anywhere. Completing a line
 * of three takes an opposing man, outside mills if there is one. Compiles as device code.
 */
#ifndef GAMES_MORRIS_RULES_H
#define GAMES_MORRIS_RULES_H

#include "game/game.h"
#include "games/morris/board.h"

struct morris_position {
    uint32_t men[2]; /* of white and black, as sets of points */
    uint8_t hand[2];
    uint8_t side; /* 0: white is to move */
};

/* A move: from (or MORRIS_NOWHERE when placing), to, and whom it takes (or nobody). */
enum { MORRIS_NOWHERE = 31 };
FAST struct move morris_move(unsigned from, unsigned to, unsigned taken)
{
    return (struct move){from << 10 | to << 5 | taken};
}

FAST unsigned morris_men_of(uint32_t set)
{
    return portable_ones(set);
}

FAST uint32_t morris_empty(const struct morris_board *b, const struct morris_position *p)
{
    return (((uint32_t)1 << b->points) - 1) & ~(p->men[0] | p->men[1]);
}

/* Where the man on a point may go. */
FAST uint32_t morris_targets(const struct morris_board *b,
                             const struct morris_position *p, unsigned from)
{
    bool flies = b->flying && morris_men_of(p->men[p->side]) == MORRIS_LEAST;
    return morris_empty(b, p) & (flies ? ~(uint32_t)0 : b->near[from]);
}

/* The men of a set that stand in a mill of the set. */
FAST uint32_t morris_in_mills(const struct morris_board *b, uint32_t men)
{
    uint32_t milled = 0;
    for (unsigned i = 0; i < b->mills; i++)
        if ((men & b->mill[i]) == b->mill[i])
            milled |= b->mill[i];
    return milled;
}

FAST bool morris_completes_mill(const struct morris_board *b, uint32_t men,
                                uint32_t newcomer)
{
    for (unsigned i = 0; i < b->mills; i++)
        if (b->mill[i] & newcomer && (men & b->mill[i]) == b->mill[i])
            return true;
    return false;
}

FAST bool morris_can_move(const struct morris_board *b, const struct morris_position *p)
{
    if (p->hand[p->side] > 0)
        return morris_empty(b, p) != 0;
    for (unsigned i = 0; i < b->points; i++)
        if (p->men[p->side] & morris_bit(b, i) && morris_targets(b, p, i))
            return true;
    return false;
}

/* GOES_ON, or how the game has ended for the side to move. */
FAST enum ending morris_ending(const struct morris_board *b,
                               const struct morris_position *p)
{
    if (morris_men_of(p->men[p->side]) + p->hand[p->side] < MORRIS_LEAST)
        return ENDS_LOSS;
    if (morris_men_of(p->men[!p->side]) + p->hand[!p->side] < MORRIS_LEAST)
        return ENDS_WIN;
    if (morris_empty(b, p) == 0)
        return ENDS_DRAW; /* full after placing */
    return morris_can_move(b, p) ? GOES_ON : ENDS_LOSS;
}

/* All moves of one man to one point: one, or one for each man it may take. */
FAST unsigned morris_moves_to(const struct morris_board *b,
                              const struct morris_position *p, unsigned from, unsigned to,
                              struct move *out)
{
    uint32_t own = p->men[p->side], other = p->men[!p->side];
    if (from != MORRIS_NOWHERE)
        own &= ~morris_bit(b, from);
    own |= morris_bit(b, to);
    if (other == 0 || !morris_completes_mill(b, own, morris_bit(b, to))) {
        *out = morris_move(from, to, MORRIS_NOWHERE);
        return 1;
    }
    uint32_t free = other & ~morris_in_mills(b, other);
    uint32_t taken = free ? free : other;
    unsigned n = 0;
    for (unsigned i = 0; i < b->points; i++)
        if (taken & morris_bit(b, i))
            out[n++] = morris_move(from, to, i);
    return n;
}

FAST unsigned morris_moves(const struct morris_board *b, const struct morris_position *p,
                           struct move out[GAME_MOVES])
{
    if (morris_ending(b, p) != GOES_ON)
        return 0;
    unsigned n = 0;
    bool placing = p->hand[p->side] > 0;
    for (unsigned from = 0; from < b->points; from++) {
        if (placing ? from > 0 : !(p->men[p->side] & morris_bit(b, from)))
            continue;
        uint32_t to = placing ? morris_empty(b, p) : morris_targets(b, p, from);
        for (unsigned i = 0; i < b->points; i++)
            if (to & morris_bit(b, i))
                n += morris_moves_to(b, p, placing ? MORRIS_NOWHERE : from, i, out + n);
    }
    return n;
}

FAST void morris_play(const struct morris_board *b, struct morris_position *p,
                      struct move m)
{
    unsigned from = m.code >> 10, to = m.code >> 5 & 31, taken = m.code & 31;
    if (from == MORRIS_NOWHERE)
        p->hand[p->side]--;
    else
        p->men[p->side] &= ~morris_bit(b, from);
    p->men[p->side] |= morris_bit(b, to);
    if (taken != MORRIS_NOWHERE)
        p->men[!p->side] &= ~morris_bit(b, taken);
    p->side = !p->side;
}

#endif
