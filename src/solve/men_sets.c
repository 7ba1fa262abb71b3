/* SPDX-License-Identifier: MIT
 * Sets of points, their lines and their renamings; see men_state.h. */
#include "solve/men_state.h"

void men_sets_start(struct solver *s)
{
    const struct morris_board *b = s->b;
    for (unsigned op = 0; op < b->all_ops; op++)
        for (unsigned bit = 0; bit < b->points; bit++)
            s->image_bit[op][bit] = (uint8_t)__builtin_ctz(
                morris_orbit_image(&s->t->orbits, op, (uint32_t)1 << bit));
}

void men_places(uint32_t set, uint8_t place[MORRIS_POINTS])
{
    for (unsigned i = 0; set; set &= set - 1, i++)
        place[__builtin_ctz(set)] = (uint8_t)i;
}

unsigned men_lines_in(const struct morris_board *b, uint32_t set,
                      uint32_t mask[MORRIS_MILLS])
{
    unsigned n = 0;
    for (unsigned i = 0; i < b->mills; i++)
        if ((set & b->mill[i]) == b->mill[i])
            mask[n++] = morris_gather(b->mill[i], set);
    return n;
}

struct men_way men_look(const struct solver *s, uint32_t here, unsigned op, unsigned from,
                        unsigned dest, uint32_t there)
{
    struct men_way v = {0};
    uint8_t place[MORRIS_POINTS];
    const uint8_t *image = s->image_bit[op];
    men_places(there, place);
    for (unsigned i = 0; here; here &= here - 1, i++) {
        unsigned bit = (unsigned)__builtin_ctz(here);
        v.there[i] = place[image[bit == from ? dest : bit]];
        if (bit == from)
            v.man = (uint8_t)i;
    }
    const unsigned arrived = image[dest];
    v.arrived = place[arrived];
    v.mill.lines = 0;
    for (unsigned i = 0; i < s->b->lines_at[arrived]; i++) {
        uint32_t others = s->b->line_at[arrived][i];
        if (others & ~there)
            continue;
        v.mill.mask[v.mill.lines++] = (uint32_t)1 << place[__builtin_ctz(others)] |
                                      (uint32_t)1 << place[31 - __builtin_clz(others)];
    }
    return v;
}

enum code men_order_make(struct men_order *o, struct solver *s, unsigned k,
                         unsigned least, unsigned most, struct error *err)
{
    const struct morris_slots *slots = &s->t->slots;
    uint32_t n = 0;
    *o = (struct men_order){.k = k, .least = least, .most = most};
    for (unsigned x = least; x <= most; x++) {
        o->first[x] = n;
        n += slots->choose[k][x];
    }
    o->first[most + 1] = n;
    TRY(mem_take(&s->run->memory, n, sizeof *o->colouring, "colourings", &o->colouring,
                 err));
    for (unsigned x = least; x <= most; x++)
        for (uint32_t i = 0; i < slots->choose[k][x]; i++)
            o->colouring[o->first[x] + i] = morris_colouring(slots, k, x, i);
    return CODE_OK;
}

void men_order_free(struct men_order *o, struct solver *s)
{
    mem_give(&s->run->memory, o->colouring, o->first[o->most + 1], sizeof *o->colouring);
    o->colouring = NULL;
}
