/* SPDX-License-Identifier: MIT
 *
 * Placing: every turn leads to a layer with one man in hand less, so one look at the
 * successors decides a position. Class by class, for each empty point in turn, all
 * colourings together, 64 at a time.
 */
#include "solve/men_state.h"

#include <stdlib.h>
#include <string.h>

enum { WORST = -128 };

/* A man is placed on a point. */
struct spot {
    struct men_map map;
    uint32_t man;                /* his bit there */
    unsigned lines;              /* through him: */
    uint32_t high[MEN_AT_POINT]; /* men there who are high here, */
    uint64_t low[MEN_AT_POINT];  /* and colourings of the low ones who have the rest */
    const int8_t *taken, *plain; /* merits there, the second in the other side's view */
    int8_t *room;                /* for both in the order of this set */
};

/* Both rows in the order of this set, the new man last. */
static void bring_near(const struct solver *s, struct men_way *way, unsigned k,
                       struct spot *spot)
{
    const size_t row = men_row_bytes(k + 1);
    way->there[k] = way->arrived;
    s->kernel->rename_bytes(spot->room, spot->plain, k + 1, way->there);
    spot->plain = spot->room;
    if (way->mill.lines > 0) {
        s->kernel->rename_bytes(spot->room + row, spot->taken, k + 1, way->there);
        spot->taken = spot->room + row;
    }
    men_come_near(way, k);
}

static void make_spot(const struct solver *s, uint32_t set, unsigned point,
                      struct spot *out)
{
    const struct morris_orbits *o = &s->t->orbits;
    const unsigned k = morris_men_of(set);
    struct morris_class c = morris_class_of(o, set | (uint32_t)1 << point);
    uint32_t there = morris_least(o, k + 1, c.number);
    struct men_way way = men_look(s, set, c.op, MORRIS_NOWHERE, point, there);
    out->taken = (const int8_t *)s->taken + c.number * men_row_bytes(k + 1);
    out->plain = (const int8_t *)men_row(&s->larger, c.number);
    if (men_is_far(s, &way, k))
        bring_near(s, &way, k, out);
    men_map_make(&out->map, k, way.there, k + 1);
    out->man = (uint32_t)1 << way.arrived;
    out->lines = way.mill.lines;
    for (unsigned n = 0; n < out->lines; n++) {
        uint32_t low = way.mill.mask[n] & out->map.low.place[63];
        out->high[n] = way.mill.mask[n] & ~low;
        out->low[n] = 0;
        for (unsigned v = 0; v < 64; v++)
            out->low[n] |= (uint64_t)((out->map.low.place[v] & low) == low) << v;
    }
}

/* Whoever has no men on the board cannot lose one: `all` is the colouring there in which
 * everybody is own. */
static void place_block(const struct solver *s, const struct spot *p, uint32_t base,
                        uint64_t valid, uint32_t all, int8_t *best)
{
    const uint32_t high = men_map_high(&p->map, base) | p->man;
    uint64_t closes = 0;
    for (unsigned n = 0; n < p->lines; n++)
        if ((high & p->high[n]) == p->high[n])
            closes |= p->low[n];
    closes &= valid;
    if (closes && (high | p->map.low.place[63]) == all)
        for (unsigned v = 0; v < 64; v++)
            if ((high | p->map.low.place[v]) == all)
                closes &= ~((uint64_t)1 << v);
    if (closes)
        s->kernel->better(best, p->taken, high, 0, &p->map.low, closes);
    if (valid & ~closes)
        s->kernel->better(best, p->plain, high, all, &p->map.low, valid & ~closes);
}

static void place_class(struct solver *s, const uint64_t *valid, uint32_t number,
                        int8_t *best, struct spot *spot)
{
    const struct morris_layer *l = s->now.layer;
    const uint32_t set = morris_least(&s->t->orbits, l->men, number),
                   size = (uint32_t)men_row_bytes(l->men);
    const uint32_t all = ((uint32_t)2 << l->men) - 1;
    uint8_t *out = men_row(&s->now, number);
    memset(best, WORST, size);
    for (unsigned point = 0; point < s->b->points; point++) {
        if (set >> point & 1)
            continue;
        make_spot(s, set, point, spot);
        for (uint32_t base = 0; base < size; base += 64)
            if (valid[base / 64])
                place_block(s, spot, base, valid[base / 64], all, best + base);
    }
    for (uint32_t i = 0; i < s->order.first[l->most + 1]; i++)
        out[s->order.colouring[i]] = men_code(best[s->order.colouring[i]]);
}

enum code men_place(struct solver *s, struct error *err)
{
    const struct morris_layer *l = s->now.layer;
    const uint32_t words = (uint32_t)(men_row_bytes(l->men) / 64);
    bool fine = true;
    uint64_t *valid;
    TRY(men_take(s, l->men + 1u, morris_other_hand(l->hand), l->least + 1u, l->most + 1u,
                 true, err));
    men_make_merits(s, &s->larger);
    TRY(mem_take(&s->run->memory, words, 8, "colourings", &valid, err));
    for (uint32_t i = 0; i < s->order.first[l->most + 1]; i++)
        valid[s->order.colouring[i] / 64] |= (uint64_t)1 << s->order.colouring[i] % 64;
#pragma omp parallel num_threads(s->run->threads)
    {
        int8_t *best = malloc(men_row_bytes(l->men));
        struct spot *spot = calloc(1, sizeof *spot);
        if (spot && l->men <= MEN_RENAMED)
            spot->room = aligned_alloc(64, 2 * men_row_bytes(l->men + 1u));
        if (!best || !spot || (l->men <= MEN_RENAMED && !spot->room))
            fine = false;
#pragma omp barrier
#pragma omp for schedule(dynamic, 16)
        for (uint32_t n = 0; n < l->classes; n++)
            if (fine && !run_stopped(s->run))
                place_class(s, valid, n, best, spot);
        free(best);
        if (spot)
            free(spot->room);
        free(spot);
    }
    mem_give(&s->run->memory, valid, words, 8);
    men_rows_give(s, s->taken);
    s->taken = NULL;
    if (!fine)
        return error_set(err, CODE_RESOURCES, "not enough memory for a row of codes");
    return run_stopped(s->run) ? error_set(err, CODE_INTERRUPTED, "interrupted")
                               : CODE_OK;
}
