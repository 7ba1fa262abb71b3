/* SPDX-License-Identifier: MIT
 * Moves and endings of N men's morris; see rules.h. */
#include "games/morris/rules.h"

#include <assert.h>

static unsigned men_of(uint32_t set)
{
    return (unsigned)__builtin_popcount(set);
}

static uint32_t empty_points(const struct morris_board *b,
                             const struct morris_position *p)
{
    return (((uint32_t)1 << b->points) - 1) & ~(p->men[0] | p->men[1]);
}

/* Where the man on a point may go. */
static uint32_t targets(const struct morris_board *b, const struct morris_position *p,
                        unsigned from)
{
    bool flies = b->flying && men_of(p->men[p->side]) == MORRIS_LEAST;
    return empty_points(b, p) & (flies ? ~(uint32_t)0 : b->near[from]);
}

/* The men of a set that stand in a mill of the set. */
static uint32_t in_mills(const struct morris_board *b, uint32_t men)
{
    uint32_t milled = 0;
    for (unsigned i = 0; i < b->mills; i++)
        if ((men & b->mill[i]) == b->mill[i])
            milled |= b->mill[i];
    return milled;
}

static bool completes_mill(const struct morris_board *b, uint32_t men, uint32_t newcomer)
{
    for (unsigned i = 0; i < b->mills; i++)
        if (b->mill[i] & newcomer && (men & b->mill[i]) == b->mill[i])
            return true;
    return false;
}

static bool can_move(const struct morris_board *b, const struct morris_position *p)
{
    if (p->hand[p->side] > 0)
        return empty_points(b, p) != 0;
    for (unsigned i = 0; i < b->points; i++)
        if (p->men[p->side] & morris_bit(b, i) && targets(b, p, i))
            return true;
    return false;
}

enum ending morris_ending(const struct morris_board *b, const struct morris_position *p)
{
    if (men_of(p->men[p->side]) + p->hand[p->side] < MORRIS_LEAST)
        return ENDS_LOSS;
    if (men_of(p->men[!p->side]) + p->hand[!p->side] < MORRIS_LEAST)
        return ENDS_WIN;
    if (empty_points(b, p) == 0)
        return ENDS_DRAW; /* full after placing */
    return can_move(b, p) ? GOES_ON : ENDS_LOSS;
}

/* All moves of one man to one point: one, or one for each man it may take. */
static unsigned moves_to(const struct morris_board *b, const struct morris_position *p,
                         unsigned from, unsigned to, struct move *out)
{
    uint32_t own = p->men[p->side], other = p->men[!p->side];
    if (from != MORRIS_NOWHERE)
        own &= ~morris_bit(b, from);
    own |= morris_bit(b, to);
    if (other == 0 || !completes_mill(b, own, morris_bit(b, to))) {
        *out = morris_move(from, to, MORRIS_NOWHERE);
        return 1;
    }
    uint32_t free = other & ~in_mills(b, other);
    uint32_t taken = free ? free : other;
    unsigned n = 0;
    for (unsigned i = 0; i < b->points; i++)
        if (taken & morris_bit(b, i))
            out[n++] = morris_move(from, to, i);
    return n;
}

unsigned morris_moves(const struct morris_board *b, const struct morris_position *p,
                      struct move out[GAME_MOVES])
{
    if (morris_ending(b, p) != GOES_ON)
        return 0;
    unsigned n = 0;
    bool placing = p->hand[p->side] > 0;
    for (unsigned from = 0; from < b->points; from++) {
        if (placing ? from > 0 : !(p->men[p->side] & morris_bit(b, from)))
            continue;
        uint32_t to = placing ? empty_points(b, p) : targets(b, p, from);
        for (unsigned i = 0; i < b->points; i++)
            if (to & morris_bit(b, i))
                n += moves_to(b, p, placing ? MORRIS_NOWHERE : from, i, out + n);
    }
    assert(n <= GAME_MOVES);
    return n;
}

void morris_play(const struct morris_board *b, struct morris_position *p, struct move m)
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
