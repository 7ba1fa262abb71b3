/* SPDX-License-Identifier: MIT
 * The entries of a table; see slots.h. */
#include "games/morris/slots.h"

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

unsigned morris_weight(const struct morris_slots *s, const struct morris_orbits *o,
                       uint64_t slot)
{
    struct morris_place at = morris_place_of(s, slot);
    uint32_t least, own;
    morris_sets_at(s, o, &at, &least, &own);
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
