/* SPDX-License-Identifier: MIT
 * The entries of a table; see slots.h. */
#include "games/morris/slots.h"

#include <assert.h>
#include <string.h>

static unsigned least_men(unsigned hand)
{
    return hand < MORRIS_LEAST ? MORRIS_LEAST - hand : 0;
}

static void make_halves(struct morris_slots *s)
{
    unsigned n = 0;
    for (unsigned bits = 0; bits <= HALF_BITS; bits++) {
        s->half_first[bits] = (uint16_t)n;
        for (uint32_t v = 0; v >> HALF_BITS == 0; v++)
            if (morris_men_of(v) == bits) {
                s->rank[v] = (uint16_t)(n - s->half_first[bits]);
                s->half[n++] = (uint16_t)v;
            }
    }
}

static void make_choose(struct morris_slots *s)
{
    for (unsigned n = 0; n <= MORRIS_POINTS; n++) {
        s->choose[n][0] = 1;
        for (unsigned k = 1; k <= n; k++)
            s->choose[n][k] = s->choose[n - 1][k - 1] + s->choose[n - 1][k];
    }
}

/* Numbers of own men x with x and men - x both possible. */
static bool range(const struct morris_board *b, unsigned hand, unsigned men,
                  struct morris_layer *l)
{
    unsigned own = morris_own_hand(hand), other = morris_other_hand(hand);
    unsigned most_other = b->men - other, least_other = least_men(other);
    unsigned low = least_men(own), high = b->men - own;
    if (men > most_other && low < men - most_other)
        low = men - most_other;
    if (men < least_other + low)
        return false;
    if (high > men - least_other)
        high = men - least_other;
    l->least = (uint8_t)low;
    l->most = (uint8_t)high;
    return low <= high;
}

void morris_slots_make(struct morris_slots *s, const struct morris_board *b,
                       const struct morris_orbits *o)
{
    memset(s, 0, sizeof *s);
    memset(s->layer_of, 0xff, sizeof s->layer_of);
    make_halves(s);
    make_choose(s);
    uint64_t slot = 0;
    for (unsigned hand = 0; hand <= 2 * b->men; hand++)
        for (unsigned men = 0; men <= b->points; men++) {
            struct morris_layer l = {.hand = (uint8_t)hand, .men = (uint8_t)men};
            if (!range(b, hand, men, &l))
                continue;
            l.classes = morris_classes(o, men);
            l.first = slot;
            for (unsigned x = l.least; x <= l.most; x++) {
                l.start[x - l.least] = slot;
                slot += (uint64_t)l.classes * s->choose[men][x];
            }
            l.start[l.most + 1 - l.least] = slot;
            s->layer_of[hand][men] = (uint16_t)s->layers;
            s->layer[s->layers++] = l;
        }
    s->layer[s->layers].first = slot;
}

/* ---- colourings --------------------------------------------------------------------- */

/* Sorted by the number of ones in the high half, then by it, then by the low half. */
uint32_t morris_colouring_rank(const struct morris_slots *s, unsigned k,
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

struct morris_walk morris_walk_from(const struct morris_slots *s, unsigned k,
                                    unsigned own, uint32_t rank)
{
    struct morris_walk w = {.s = s, .own = own};
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

uint32_t morris_colouring(const struct morris_slots *s, unsigned k, unsigned own,
                          uint32_t rank)
{
    struct morris_walk w = morris_walk_from(s, k, own, rank);
    return morris_walk_at(&w);
}

uint32_t morris_gather(uint32_t set, uint32_t mask)
{
    uint32_t bits = 0;
    for (unsigned i = 0; mask; mask &= mask - 1, i++)
        bits |= (uint32_t)((set & mask & -mask) != 0) << i;
    return bits;
}

uint32_t morris_scatter(uint32_t bits, uint32_t mask)
{
    uint32_t set = 0;
    for (; mask; mask &= mask - 1, bits >>= 1)
        if (bits & 1)
            set |= mask & -mask;
    return set;
}

/* ---- slots -------------------------------------------------------------------------- */

/* The least colouring of a least set over the symmetries of the set. */
static uint32_t least_colouring(const struct morris_orbits *o, uint32_t least,
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

uint64_t morris_slot(const struct morris_slots *s, const struct morris_orbits *o,
                     const struct morris_position *p)
{
    uint32_t own = p->men[p->side], all = own | p->men[!p->side];
    unsigned k = morris_men_of(all), x = morris_men_of(own);
    unsigned at = s->layer_of[p->hand[0] + p->hand[1]][k];
    if (at == UINT16_MAX || x < s->layer[at].least || x > s->layer[at].most)
        return GAME_UNRANKED;
    const struct morris_layer *l = &s->layer[at];
    struct morris_class c = morris_class_of(o, all);
    uint32_t colouring = least_colouring(o, morris_least(o, k, c.number),
                                         morris_orbit_image(o, c.op, own));
    return l->start[x - l->least] + (uint64_t)c.number * s->choose[k][x] +
           morris_colouring_rank(s, k, colouring);
}

struct morris_place morris_place_of(const struct morris_slots *s, uint64_t slot)
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
    return (struct morris_place){l, x, (uint32_t)(inside / size),
                                 (uint32_t)(inside % size), size};
}

/* The sets of points of a slot. */
static void sets_at(const struct morris_slots *s, const struct morris_orbits *o,
                    const struct morris_place *at, uint32_t *least, uint32_t *own)
{
    *least = morris_least(o, at->layer->men, at->class);
    *own = morris_scatter(morris_colouring(s, at->layer->men, at->own, at->rank), *least);
}

void morris_at_slot(const struct morris_slots *s, const struct morris_orbits *o,
                    uint64_t slot, struct morris_position *p)
{
    struct morris_place at = morris_place_of(s, slot);
    uint32_t least, own;
    sets_at(s, o, &at, &least, &own);
    *p = (struct morris_position){.side = at.layer->hand % 2};
    p->men[p->side] = own;
    p->men[!p->side] = least & ~own;
    p->hand[p->side] = (uint8_t)morris_own_hand(at.layer->hand);
    p->hand[!p->side] = (uint8_t)morris_other_hand(at.layer->hand);
}

unsigned morris_weight(const struct morris_slots *s, const struct morris_orbits *o,
                       uint64_t slot)
{
    struct morris_place at = morris_place_of(s, slot);
    uint32_t least, own;
    sets_at(s, o, &at, &least, &own);
    return morris_orbit_size(o, o->ops, least, own);
}

unsigned morris_orbit_size(const struct morris_orbits *o, unsigned ops, uint32_t set,
                           uint32_t own)
{
    unsigned same = 0;
    for (unsigned op = 0; op < ops; op++) {
        uint32_t all = morris_orbit_image(o, op, set),
                 image = morris_orbit_image(o, op, own);
        if (all < set || (all == set && image < own))
            return 0;
        same += all == set && image == own;
    }
    return ops / same;
}
