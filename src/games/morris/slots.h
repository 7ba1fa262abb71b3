/* SPDX-License-Identifier: MIT
 *
 * The entries of a table of N men's morris. A layer is a number of men in hand (both
 * sides together; it tells whose they are) and a number of men on the board, k. Its
 * positions are: a class of sets of k points, and a colouring of the least set of the
 * class, one bit for each of its points from the last point on, 1 for a man of the side
 * to move. White and black are exchanged when black is to move.
 *
 * Within a layer the positions are sorted by the number of men of the side to move (so a
 * pair of numbers of men is one run of slots), then by class, then by colouring.
 *
 * Layers stand in an order in which every move leads to the same or an earlier one, and
 * only without men in hand to the same: no men in hand first, then one by one more.
 *
 * Where a set has symmetries of its own, some colourings are images of each other; the
 * least one is the slot of all, the others stand for no position.
 */
#ifndef GAMES_MORRIS_SLOTS_H
#define GAMES_MORRIS_SLOTS_H

#include "games/morris/orbits.h"
#include "games/morris/rules.h"

enum {
    MORRIS_HANDS = 2 * MORRIS_MEN + 1, /* numbers of men in hand */
    MORRIS_LAYERS = MORRIS_HANDS * (MORRIS_POINTS + 1),
    HALF_BITS = 12 /* a colouring is split into two halves to be numbered */
};

struct morris_layer {
    uint8_t hand;        /* men in hand, of both sides */
    uint8_t men;         /* on the board, of both sides */
    uint8_t least, most; /* men on the board of the side to move */
    uint32_t classes;
    uint64_t first;                 /* slot */
    uint64_t start[MORRIS_MEN + 2]; /* first slot with so many own men, from `least` */
};

struct morris_slots {
    unsigned layers;
    struct morris_layer layer[MORRIS_LAYERS + 1];       /* the last one ends the others */
    uint16_t layer_of[MORRIS_HANDS][MORRIS_POINTS + 1]; /* UINT16_MAX: none */
    uint32_t choose[MORRIS_POINTS + 1][MORRIS_POINTS + 1];
    uint16_t rank[1 << HALF_BITS]; /* among the halves with as many bits */
    uint16_t half[1 << HALF_BITS]; /* halves by number of bits, then value */
    uint16_t half_first[HALF_BITS + 2];
};

void morris_slots_make(struct morris_slots *s, const struct morris_board *b,
                       const struct morris_orbits *o);

/* The colourings of k points with so many ones in order, from one of them on. */
struct morris_walk {
    const struct morris_slots *s;
    unsigned top, own, ones; /* bits of the high half, of both, ones of the high half */
    uint32_t high, low;      /* numbers of the halves */
};

FAST uint32_t morris_walk_at(const struct morris_walk *w)
{
    uint32_t low = w->s->half[w->s->half_first[w->own - w->ones] + w->low];
    return (uint32_t)w->s->half[w->s->half_first[w->ones] + w->high] << HALF_BITS | low;
}

FAST void morris_walk_on(struct morris_walk *w)
{
    if (++w->low < w->s->choose[HALF_BITS][w->own - w->ones])
        return;
    w->low = 0;
    if (++w->high < w->s->choose[w->top][w->ones])
        return;
    w->high = 0;
    if (w->ones < w->own) /* past the last one it stands anywhere */
        w->ones++;
}

/* Where a slot lies. */
struct morris_place {
    const struct morris_layer *layer;
    unsigned own;        /* men of the side to move */
    uint32_t number;     /* of the class */
    uint32_t rank, size; /* of the colouring, of how many */
};

/* How many positions the slot stands for: images under the symmetries of the board. */
unsigned morris_weight(const struct morris_slots *s, const struct morris_orbits *o,
                       uint64_t slot);

/* The same for sets of points: 0 unless, under the first so many operations, no image has
 * a smaller set or the same and smaller own men. */
unsigned morris_orbit_size(const struct morris_orbits *o, unsigned ops, uint32_t set,
                           uint32_t own);

/* Men in hand of the side to move and of the other. */
FAST unsigned morris_own_hand(unsigned hand)
{
    return (hand + 1) / 2;
}

FAST unsigned morris_other_hand(unsigned hand)
{
    return hand / 2;
}

/* ---- colourings --------------------------------------------------------------------- */

/* Sorted by the number of ones in the high half, then by it, then by the low half. */
FAST uint32_t morris_colouring_rank(const struct morris_slots *s, unsigned k,
                                    uint32_t colouring)
{
    uint32_t low = colouring & ((1 << HALF_BITS) - 1), high = colouring >> HALF_BITS;
    unsigned own = morris_men_of(colouring), above = morris_men_of(high);
    if (k <= HALF_BITS)
        return s->rank[low];
    unsigned top = k - HALF_BITS;
    uint32_t before = 0;
    for (unsigned ones = own > HALF_BITS ? own - HALF_BITS : 0; ones < above; ones++)
        before += s->choose[top][ones] * s->choose[HALF_BITS][own - ones];
    return before + s->rank[high] * s->choose[HALF_BITS][own - above] + s->rank[low];
}

FAST struct morris_walk morris_walk_from(const struct morris_slots *s, unsigned k,
                                         unsigned own, uint32_t rank)
{
    struct morris_walk w;
    w.s = s;
    w.own = own;
    w.top = k > HALF_BITS ? k - HALF_BITS : 0;
    w.ones = own > HALF_BITS ? own - HALF_BITS : 0;
    for (;; w.ones++) {
        uint32_t size = s->choose[w.top][w.ones] * s->choose[HALF_BITS][own - w.ones];
        if (rank < size)
            break;
        rank -= size;
    }
    w.high = rank / s->choose[HALF_BITS][own - w.ones];
    w.low = rank % s->choose[HALF_BITS][own - w.ones];
    return w;
}

FAST uint32_t morris_colouring(const struct morris_slots *s, unsigned k, unsigned own,
                               uint32_t rank)
{
    struct morris_walk w = morris_walk_from(s, k, own, rank);
    return morris_walk_at(&w);
}

/* The bits of a set at the ones of a mask, moved together; and the reverse. */
FAST uint32_t morris_gather(uint32_t set, uint32_t mask)
{
    uint32_t bits = 0;
#ifdef __CUDA_ARCH__ /* counting bits is one instruction there */
    for (set &= mask; set; set &= set - 1)
        bits |= (uint32_t)1 << morris_men_of(mask & ((set & -set) - 1));
#else
    for (unsigned i = 0; mask; mask &= mask - 1, i++)
        bits |= (uint32_t)((set & mask & -mask) != 0) << i;
#endif
    return bits;
}

FAST uint32_t morris_scatter(uint32_t bits, uint32_t mask)
{
    uint32_t set = 0;
    for (; mask; mask &= mask - 1, bits >>= 1)
        if (bits & 1)
            set |= mask & -mask;
    return set;
}

/* ---- slots -------------------------------------------------------------------------- */

/* The least colouring of a least set over the symmetries of the set. */
FAST uint32_t morris_least_colouring(const struct morris_orbits *o, uint32_t least,
                                     uint32_t own)
{
    uint32_t best = morris_gather(own, least);
    for (unsigned op = 1; op < o->ops; op++)
        if (morris_orbit_image(o, op, least) == least) {
            uint32_t c = morris_gather(morris_orbit_image(o, op, own), least);
            best = c < best ? c : best;
        }
    return best;
}

/* GAME_UNRANKED when a side has lost its men. */
FAST uint64_t morris_slot(const struct morris_slots *s, const struct morris_orbits *o,
                          const struct morris_position *p)
{
    uint32_t own = p->men[p->side], all = own | p->men[!p->side];
    unsigned k = morris_men_of(all), x = morris_men_of(own);
    unsigned at = s->layer_of[p->hand[0] + p->hand[1]][k];
    if (at == UINT16_MAX || x < s->layer[at].least || x > s->layer[at].most)
        return GAME_UNRANKED;
    const struct morris_layer *l = &s->layer[at];
    const struct morris_class c = morris_class_of(o, all);
    const uint32_t least = morris_least(o, k, c.number);
    own = morris_orbit_image(o, c.op, own);
    const uint32_t colouring =
        c.symmetric ? morris_least_colouring(o, least, own) : morris_gather(own, least);
    return l->start[x - l->least] + (uint64_t)c.number * s->choose[k][x] +
           morris_colouring_rank(s, k, colouring);
}

FAST struct morris_place morris_place_of(const struct morris_slots *s, uint64_t slot)
{
    unsigned low = 0, high = s->layers;
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (s->layer[middle].first <= slot)
            low = middle;
        else
            high = middle;
    }
    const struct morris_layer *l = &s->layer[low];
    unsigned x = l->least;
    while (slot >= l->start[x + 1 - l->least])
        x++;
    uint64_t inside = slot - l->start[x - l->least];
    uint32_t size = s->choose[l->men][x];
    struct morris_place at = {l, x, (uint32_t)(inside / size), (uint32_t)(inside % size),
                              size};
    return at;
}

/* The sets of points of a slot. */
FAST void morris_sets_at(const struct morris_slots *s, const struct morris_orbits *o,
                         const struct morris_place *at, uint32_t *least, uint32_t *own)
{
    *least = morris_least(o, at->layer->men, at->number);
    *own = morris_scatter(morris_colouring(s, at->layer->men, at->own, at->rank), *least);
}

/* White is to move, or black if black has the odd man in hand. */
FAST void morris_at_slot(const struct morris_slots *s, const struct morris_orbits *o,
                         uint64_t slot, struct morris_position *p)
{
    struct morris_place at = morris_place_of(s, slot);
    uint32_t least, own;
    morris_sets_at(s, o, &at, &least, &own);
    p->side = at.layer->hand % 2;
    p->men[p->side] = own;
    p->men[!p->side] = least & ~own;
    p->hand[p->side] = (uint8_t)morris_own_hand(at.layer->hand);
    p->hand[!p->side] = (uint8_t)morris_other_hand(at.layer->hand);
}

#endif
