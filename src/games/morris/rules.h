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

/* Does the man on the bit stand in a mill? */
FAST bool morris_closes(const struct morris_board *b, uint32_t men, unsigned bit)
{
    for (unsigned i = 0; i < b->lines_at[bit]; i++)
        if ((men & b->line_at[bit][i]) == b->line_at[bit][i])
            return true;
    return false;
}

FAST bool morris_can_move(const struct morris_board *b, const struct morris_position *p)
{
    if (p->hand[p->side] > 0)
        return morris_empty(b, p) != 0;
    for (uint32_t men = p->men[p->side]; men; men &= men - 1)
        if (morris_targets(b, p, b->points - 1 - portable_lowest(men)))
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

/* The men of the other side that a mill may take. */
FAST uint32_t morris_prey(const struct morris_board *b, const struct morris_position *p)
{
    const uint32_t other = p->men[!p->side], free = other & ~morris_in_mills(b, other);
    return free ? free : other;
}

/* The first point of a set, as a bit; sets have point 0 highest. */
FAST unsigned morris_first(uint32_t set)
{
    return 31 - portable_leading(set);
}

/* All moves of one man to one point: one, or one for each man it may take. `own` are his
 * fellows, who stay. */
FAST unsigned morris_moves_to(const struct morris_board *b, uint32_t own, uint32_t prey,
                              unsigned from, unsigned to, struct move *out)
{
    const unsigned last = b->points - 1;
    unsigned n = 0;
    if (prey == 0 || !morris_closes(b, own, to)) {
        *out = morris_move(from, last - to, MORRIS_NOWHERE);
        return 1;
    }
    for (; prey; prey &= ~((uint32_t)1 << morris_first(prey)))
        out[n++] = morris_move(from, last - to, last - morris_first(prey));
    return n;
}

FAST unsigned morris_moves(const struct morris_board *b, const struct morris_position *p,
                           struct move out[GAME_MOVES])
{
    if (morris_ending(b, p) != GOES_ON)
        return 0;
    const uint32_t own = p->men[p->side], prey = morris_prey(b, p);
    const bool placing = p->hand[p->side] > 0;
    unsigned n = 0;
    for (uint32_t men = placing ? 1 : own; men;) {
        const unsigned man = morris_first(men), point = b->points - 1 - man;
        uint32_t to = placing ? morris_empty(b, p) : morris_targets(b, p, point);
        const uint32_t fellows = placing ? own : own & ~((uint32_t)1 << man);
        men &= ~((uint32_t)1 << man);
        for (; to; to &= ~((uint32_t)1 << morris_first(to)))
            n += morris_moves_to(b, fellows, prey, placing ? MORRIS_NOWHERE : point,
                                 morris_first(to), out + n);
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
