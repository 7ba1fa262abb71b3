/* SPDX-License-Identifier: MIT
 *
 * N men's morris, fast face. Predecessors are those of the same part: men that slid or flew
 * without taking; with men in hand there are none.
 */
#ifndef GAMES_MORRIS_FAST_H
#define GAMES_MORRIS_FAST_H

#include "game/fast.h"
#include "games/morris/tables.h"

enum {
    FAST_MOVES = GAME_MOVES,
    /* From each of 3 men to all points or of 12 to 4, to all images of the colouring. */
    FAST_UNMOVES = MORRIS_LEAST * MORRIS_POINTS * 16
};

#define FAST_JUDGES_MOVES(tables) 1 /* a side without enough men has no slot */
#define FAST_ATTACHED

struct fast_tables {
    struct morris_tables morris;
};

struct fast_position {
    struct morris_position p;
};

FAST const void *fast_attached(const struct fast_tables *t, unsigned i, uint64_t *bytes)
{
    const struct morris_orbits *o = &t->morris.orbits;
    if (i == 0) {
        *bytes = o->first[MORRIS_POINTS + 1] * sizeof *o->least;
        return o->least;
    }
    *bytes = i == 1 ? sizeof *o->of << t->morris.board.points : 0;
    return i == 1 ? o->of : (const uint32_t *)0;
}

FAST void fast_attach(struct fast_tables *t, unsigned i, const void *memory)
{
    if (i == 0)
        t->morris.orbits.least = (uint32_t *)(uintptr_t)memory;
    else
        t->morris.orbits.of = (uint32_t *)(uintptr_t)memory;
}

FAST void fast_at(const struct fast_tables *t, uint64_t slot, struct fast_position *p)
{
    morris_at_slot(&t->morris.slots, &t->morris.orbits, slot, &p->p);
}

FAST enum ending fast_ending(const struct fast_tables *t, const struct fast_position *p)
{
    return morris_ending(&t->morris.board, &p->p);
}

FAST unsigned fast_successors(const struct fast_tables *t, const struct fast_position *p,
                              uint64_t slot[FAST_MOVES])
{
    struct move move[GAME_MOVES];
    unsigned n = morris_moves(&t->morris.board, &p->p, move);
    for (unsigned i = 0; i < n; i++) {
        struct morris_position next = p->p;
        morris_play(&t->morris.board, &next, move[i]);
        uint64_t number = morris_slot(&t->morris.slots, &t->morris.orbits, &next);
        slot[i] = number == GAME_UNRANKED ? SLOT_LOST : number;
    }
    return n;
}

/* All slots of the positions that are images of this one, which has no men in hand: where
 * symmetries keep the set of points, colourings that are images have slots of their own. */
FAST unsigned morris_add_fellows(const struct fast_tables *t, uint32_t own,
                                 uint32_t other, uint64_t *slot, unsigned n)
{
    const struct morris_slots *s = &t->morris.slots;
    const struct morris_orbits *o = &t->morris.orbits;
    const unsigned k = morris_men_of(own | other), x = morris_men_of(own);
    const struct morris_layer *l = &s->layer[s->layer_of[0][k]];
    const struct morris_class c = morris_class_of(o, own | other);
    const uint32_t least = morris_least(o, k, c.number);
    const uint64_t base = l->start[x - l->least] + (uint64_t)c.number * s->choose[k][x];
    own = morris_orbit_image(o, c.op, own);
    if (!c.symmetric) {
        slot[n++] = base + morris_colouring_rank(s, k, morris_gather(own, least));
        return n;
    }
    for (unsigned op = 0; op < o->ops; op++)
        if (morris_orbit_image(o, op, least) == least)
            slot[n++] =
                base + morris_colouring_rank(
                           s, k, morris_gather(morris_orbit_image(o, op, own), least));
    return n;
}

FAST unsigned fast_predecessors(const struct fast_tables *t,
                                const struct fast_position *p,
                                uint64_t slot[FAST_UNMOVES])
{
    const struct morris_board *b = &t->morris.board;
    const uint32_t other = p->p.men[p->p.side], own = p->p.men[!p->p.side];
    const bool flies = b->flying && morris_men_of(own) == MORRIS_LEAST;
    unsigned n = 0;
    if (p->p.hand[0] + p->p.hand[1] > 0)
        return 0;
    for (uint32_t men = own; men; men &= men - 1) {
        const unsigned to = portable_lowest(men);
        const uint32_t man = (uint32_t)1 << to;
        if (morris_closes(b, own, to))
            continue;
        uint32_t from =
            morris_empty(b, &p->p) & (flies ? ~(uint32_t)0 : b->near[b->points - 1 - to]);
        for (; from; from &= from - 1)
            n = morris_add_fellows(t, (own & ~man) | (from & -from), other, slot, n);
    }
    return n;
}

#endif
