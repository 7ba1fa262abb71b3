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

/* The number of a colouring among those of k points with as many ones, and back. */
uint32_t morris_colouring_rank(const struct morris_slots *s, unsigned k,
                               uint32_t colouring);
uint32_t morris_colouring(const struct morris_slots *s, unsigned k, unsigned own,
                          uint32_t rank);

/* The colourings of k points with so many ones in order, from one of them on. */
struct morris_walk {
    const struct morris_slots *s;
    unsigned top, own, ones; /* bits of the high half, of both, ones of the high half */
    uint32_t high, low;      /* numbers of the halves */
};

struct morris_walk morris_walk_from(const struct morris_slots *s, unsigned k,
                                    unsigned own, uint32_t rank);

static inline uint32_t morris_walk_at(const struct morris_walk *w)
{
    uint32_t low = w->s->half[w->s->half_first[w->own - w->ones] + w->low];
    return (uint32_t)w->s->half[w->s->half_first[w->ones] + w->high] << HALF_BITS | low;
}

static inline void morris_walk_on(struct morris_walk *w)
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
    uint32_t class;      /* number of the class */
    uint32_t rank, size; /* of the colouring, of how many */
};

struct morris_place morris_place_of(const struct morris_slots *s, uint64_t slot);

/* GAME_UNRANKED when a side has lost its men. */
uint64_t morris_slot(const struct morris_slots *s, const struct morris_orbits *o,
                     const struct morris_position *p);
/* White is to move, or black if black has the odd man in hand. */
void morris_at_slot(const struct morris_slots *s, const struct morris_orbits *o,
                    uint64_t slot, struct morris_position *p);
/* How many positions the slot stands for: images under the symmetries of the board. */
unsigned morris_weight(const struct morris_slots *s, const struct morris_orbits *o,
                       uint64_t slot);

/* The same for sets of points: 0 unless, under the first so many operations, no image has
 * a smaller set or the same and smaller own men. */
unsigned morris_orbit_size(const struct morris_orbits *o, unsigned ops, uint32_t set,
                           uint32_t own);

/* Men in hand of the side to move and of the other. */
static inline unsigned morris_own_hand(unsigned hand)
{
    return (hand + 1) / 2;
}

static inline unsigned morris_other_hand(unsigned hand)
{
    return hand / 2;
}

/* The bits of a set at the ones of a mask, moved together; and the reverse. */
uint32_t morris_gather(uint32_t set, uint32_t mask);
uint32_t morris_scatter(uint32_t bits, uint32_t mask);

#endif
