/* SPDX-License-Identifier: MIT
 * Subsets and weights of N men's morris; see subsets.h. */
#include "games/morris/subsets.h"

#include "games/morris/hitting.h"

#include <stdio.h>

static unsigned pairs(const struct morris_board *b)
{
    unsigned n = b->men + 1 - MORRIS_LEAST;
    return n * (n + 1) / 2;
}

static unsigned pair_of(unsigned x, unsigned y)
{
    unsigned large = (x > y ? x : y) - MORRIS_LEAST,
             small = (x > y ? y : x) - MORRIS_LEAST;
    return large * (large + 1) / 2 + small;
}

unsigned morris_subsets(const struct morris_board *b)
{
    return 2 * pairs(b) + 2 * b->men;
}

void morris_subset_name(const struct morris_board *b, unsigned i, char out[GAME_NAME])
{
    unsigned x = MORRIS_LEAST, y = i / 2;
    if (i >= 2 * pairs(b)) {
        snprintf(out, GAME_NAME, "placed=%u", i - 2 * pairs(b));
        return;
    }
    for (; y > x - MORRIS_LEAST; x++)
        y -= x + 1 - MORRIS_LEAST;
    snprintf(out, GAME_NAME, "%u-%u%s", x, y + MORRIS_LEAST, i % 2 ? " unreachable" : "");
}

/* Could these men have closed their mills in so many turns? */
static bool could_close(const struct morris_board *b, uint32_t men, unsigned turns)
{
    uint32_t closed[MORRIS_MILLS];
    unsigned n = 0;
    for (unsigned i = 0; i < b->mills; i++)
        if ((men & b->mill[i]) == b->mill[i])
            closed[n++] = b->mill[i];
    return morris_can_hit(closed, n, turns);
}

unsigned morris_subset_of(const struct morris_board *b, const struct morris_position *p)
{
    unsigned hand = p->hand[0] + p->hand[1];
    if (hand > 0)
        return 2 * pairs(b) + 2 * b->men - hand;
    unsigned x = morris_men_of(p->men[0]), y = morris_men_of(p->men[1]);
    bool reachable =
        could_close(b, p->men[0], b->men - y) && could_close(b, p->men[1], b->men - x);
    return 2 * pair_of(x, y) + !reachable;
}

uint64_t morris_slot_subset(const struct morris_tables *t, uint64_t slot,
                            unsigned *subset)
{
    struct morris_place at = morris_place_of(&t->slots, slot);
    const struct morris_layer *l = at.layer;
    *subset = l->hand ? 2 * pairs(&t->board) + 2 * t->board.men - l->hand
                      : 2 * pair_of(at.own, l->men - at.own);
    return l->start[at.own + 1 - l->least] - slot;
}

/* ---- runs of slots ------------------------------------------------------------------ */

/* The slots of one class, as far as they are asked for. */
struct run_of {
    struct morris_place at;
    uint32_t set, count;
    unsigned keepers; /* operations that keep the set, the identity first */
    uint8_t keeper[MORRIS_OPS];
};

static struct run_of run_at(const struct morris_tables *t, uint64_t slot, uint64_t count)
{
    struct run_of r = {.at = morris_place_of(&t->slots, slot)};
    r.count = r.at.size - r.at.rank;
    if (r.count > count)
        r.count = (uint32_t)count;
    r.set = morris_least(&t->orbits, r.at.layer->men, r.at.number);
    r.keepers = 1;
    if (morris_class_of(&t->orbits, r.set).symmetric)
        for (unsigned op = 1; op < t->board.ops; op++)
            if (morris_orbit_image(&t->orbits, op, r.set) == r.set)
                r.keeper[r.keepers++] = (uint8_t)op;
    return r;
}

/* Bits are looked up a byte at a time. */
enum { BYTES = 3 };
struct by_bytes {
    uint32_t of[BYTES][256];
};

/* The union of what stands for each bit. */
static void by_bytes_make(struct by_bytes *t, const uint32_t each[8 * BYTES])
{
    for (unsigned i = 0; i < BYTES; i++) {
        t->of[i][0] = 0;
        for (uint32_t bits = 1; bits < 256; bits++)
            t->of[i][bits] =
                t->of[i][bits & (bits - 1)] | each[8 * i + portable_lowest(bits)];
    }
}

static uint32_t by_bytes(const struct by_bytes *t, uint32_t bits)
{
    return t->of[0][bits & 255] | t->of[1][bits >> 8 & 255] | t->of[2][bits >> 16 & 255];
}

/* morris_scatter() to the set, by a table. */
static void scatter_make(struct by_bytes *t, uint32_t set)
{
    uint32_t each[8 * BYTES] = {0};
    for (unsigned i = 0; set; set &= set - 1, i++)
        each[i] = set & -set;
    by_bytes_make(t, each);
}

/* morris_orbit_size() of a colouring of the set, which is the least of its class. */
static unsigned orbit_size(const struct morris_tables *t, const struct run_of *r,
                           uint32_t own)
{
    unsigned same = 1;
    for (unsigned i = 1; i < r->keepers; i++) {
        const uint32_t image = morris_orbit_image(&t->orbits, r->keeper[i], own);
        if (image < own)
            return 0;
        same += image == own;
    }
    return t->board.ops / same;
}

/* The sizes of all orbits of a run. */
static void sizes(const struct morris_tables *t, const struct run_of *r, uint16_t *out)
{
    struct morris_walk w =
        morris_walk_from(&t->slots, r->at.layer->men, r->at.own, r->at.rank);
    struct by_bytes scatter;
    scatter_make(&scatter, r->set);
    for (uint32_t i = 0; i < r->count; i++, morris_walk_on(&w))
        out[i] = (uint16_t)orbit_size(t, r, by_bytes(&scatter, morris_walk_at(&w)));
}

void morris_weights(const struct morris_tables *t, uint64_t first, uint64_t count,
                    uint16_t *out)
{
    while (count > 0) {
        const struct run_of r = run_at(t, first, count);
        if (r.keepers == 1)
            for (uint32_t i = 0; i < r.count; i++)
                out[i] = (uint16_t)t->board.ops;
        else
            sizes(t, &r, out);
        first += r.count;
        out += r.count;
        count -= r.count;
    }
}

/* Lines inside a set, as masks of its colourings. */
static unsigned lines_in(const struct morris_board *b, uint32_t set, uint32_t *line)
{
    unsigned n = 0;
    for (unsigned i = 0; i < b->mills; i++)
        if ((set & b->mill[i]) == b->mill[i])
            line[n++] = morris_gather(b->mill[i], set);
    return n;
}

/* What decides whether the slots of a class count. */
struct counting {
    unsigned k, x, y;
    bool rings;   /* may be exchanged: both sides fly */
    bool certain; /* all could have closed their mills in time */
    unsigned lines;
    uint32_t line[MORRIS_MILLS];
};

/* Lines through each of the points, as bits by their numbers. */
static void lines_through(const struct counting *c, struct by_bytes *t)
{
    uint32_t each[8 * BYTES] = {0};
    for (unsigned bit = 0; bit < c->k; bit++)
        for (unsigned i = 0; i < c->lines; i++)
            each[bit] |= (c->line[i] >> bit & 1) << i;
    by_bytes_make(t, each);
}

/* Could the lines that are not spoilt have been closed in so many turns? */
static bool in_time(const struct counting *c, uint32_t spoilt, unsigned turns)
{
    uint32_t line[MORRIS_MILLS], closed = (((uint32_t)1 << c->lines) - 1) & ~spoilt;
    unsigned n = 0;
    if (portable_ones(closed) <= turns)
        return true;
    for (; closed; closed &= closed - 1)
        line[n++] = c->line[portable_lowest(closed)];
    return morris_can_hit(line, n, turns);
}

static struct counting counting_of(const struct morris_tables *t, const struct run_of *r)
{
    const struct morris_board *b = &t->board;
    const struct morris_layer *l = r->at.layer;
    struct counting c = {.k = l->men, .x = r->at.own, .y = l->men - r->at.own};
    c.certain = l->hand > 0;
    if (l->hand == 0) {
        c.rings = b->flying && c.x == MORRIS_LEAST && c.y == MORRIS_LEAST;
        c.lines = lines_in(b, r->set, c.line);
        /* If all lines of the set could be closed in time, so could those of a colouring. */
        c.certain = morris_can_hit(c.line, c.lines, b->men - (c.x > c.y ? c.x : c.y));
    }
    return c;
}

/* Every slot of the class is one orbit that counts. */
static bool simple(const struct run_of *r, const struct counting *c)
{
    return c->certain && r->keepers == 1 && !c->rings;
}

uint64_t morris_alike(const struct morris_tables *t, uint64_t slot, bool *same)
{
    const struct run_of r = run_at(t, slot, UINT32_MAX);
    const struct counting c = counting_of(t, &r);
    *same = simple(&r, &c);
    return r.count;
}

/* A line is spoilt for a colour by a point that the other one has. */
static void count_reached(const struct morris_tables *t, const struct run_of *r,
                          const struct counting *k, bool reachable, uint16_t *out)
{
    const unsigned men = t->board.men;
    struct morris_walk w = morris_walk_from(&t->slots, k->k, k->x, r->at.rank);
    struct by_bytes through;
    lines_through(k, &through);
    for (uint32_t i = 0; i < r->count; i++, morris_walk_on(&w)) {
        const uint32_t own = morris_walk_at(&w);
        out[i] = (in_time(k, by_bytes(&through, ~own), men - k->y) &&
                  in_time(k, by_bytes(&through, own), men - k->x)) == reachable;
    }
}

/* Of those that count, one of each orbit. */
static void count_orbits(const struct morris_tables *t, const struct run_of *r,
                         const struct counting *k, uint16_t *out)
{
    struct morris_walk w = morris_walk_from(&t->slots, k->k, k->x, r->at.rank);
    struct by_bytes scatter;
    scatter_make(&scatter, r->set);
    for (uint32_t i = 0; i < r->count; i++, morris_walk_on(&w)) {
        const uint32_t own = by_bytes(&scatter, morris_walk_at(&w));
        if (!out[i])
            continue;
        out[i] = (k->rings ? morris_orbit_size(&t->orbits, t->board.all_ops, r->set, own)
                           : orbit_size(t, r, own)) > 0;
    }
}

void morris_counts(const struct morris_tables *t, bool reachable, uint64_t first,
                   uint64_t count, uint16_t *out)
{
    while (count > 0) {
        const struct run_of r = run_at(t, first, count);
        const struct counting k = counting_of(t, &r);
        if (k.certain)
            for (uint32_t i = 0; i < r.count; i++)
                out[i] = reachable;
        else
            count_reached(t, &r, &k, reachable, out);
        if (r.keepers > 1 || k.rings)
            count_orbits(t, &r, &k, out);
        first += r.count;
        out += r.count;
        count -= r.count;
    }
}
