/* SPDX-License-Identifier: MIT
 * Sets of points up to symmetry; see orbits.h. */
#include "games/morris/orbits.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>

static void make_images(struct morris_orbits *o, const struct morris_board *b)
{
    for (unsigned op = 0; op < b->all_ops; op++)
        for (unsigned byte = 0; byte < 3; byte++)
            for (uint32_t v = 0; v < 256; v++)
                if (v << 8 * byte >> b->points == 0)
                    o->image[op][byte][v] = morris_image(b, op, v << 8 * byte);
}

static bool is_least(const struct morris_orbits *o, uint32_t set)
{
    for (unsigned op = 1; op < o->ops; op++)
        if (morris_orbit_image(o, op, set) < set)
            return false;
    return true;
}

/* Calls the least sets in order. The highest byte of a least set on three rings is the
 * outermost ring, and no turn makes it smaller: most bytes need not be looked at. */
static void each_least(const struct morris_orbits *o, const struct morris_board *b,
                       void (*found)(struct morris_orbits *o, uint32_t *at, uint32_t set),
                       struct morris_orbits *out, uint32_t *at)
{
    const uint32_t sets = (uint32_t)1 << b->points, share = sets >> 8;
    for (uint32_t top = 0; top < 256; top++) {
        bool hopeless = false;
        for (unsigned op = 1; b->rings == 3 && op < b->turns; op++)
            hopeless |= o->image[op][2][top] >> 16 < top;
        for (uint32_t low = 0; low < share && !hopeless; low++)
            if (is_least(o, top * share + low))
                found(out, at, top * share + low);
    }
}

static void count_one(struct morris_orbits *o, uint32_t *at, uint32_t set)
{
    (void)at;
    o->first[morris_men_of(set) + 1]++;
}

static void keep_one(struct morris_orbits *o, uint32_t *at, uint32_t set)
{
    o->least[at[morris_men_of(set)]++] = set;
}

/* The operation that takes another one back. */
static unsigned inverse(const struct morris_board *b, unsigned op)
{
    for (unsigned k = 0; k < b->ops; k++) {
        unsigned i = 0;
        while (i < b->points && b->op[op][b->op[k][i]] == i)
            i++;
        if (i == b->points)
            return k;
    }
    assert(!"operations are a group");
    return 0;
}

/* Of several operations that lead to the least set the first is written last. */
static void fill_class(struct morris_orbits *o, const unsigned *back, uint32_t least,
                       uint32_t number)
{
    uint32_t symmetric = 0;
    for (unsigned op = 1; op < o->ops; op++)
        symmetric |= morris_orbit_image(o, op, least) == least;
    for (unsigned op = o->ops; op-- > 0;)
        o->of[morris_orbit_image(o, back[op], least)] = number << 6 | symmetric << 5 | op;
}

static enum code make_of(struct morris_orbits *o, const struct morris_board *b,
                         struct error *err)
{
    unsigned back[MORRIS_OPS];
    TRY(mem_small((size_t)1 << b->points, sizeof *o->of, &o->of, err));
    for (unsigned op = 0; op < b->ops; op++)
        back[op] = inverse(b, op);
    for (unsigned men = 0; men <= b->points; men++)
        for (uint32_t n = o->first[men]; n < o->first[men + 1]; n++)
            fill_class(o, back, o->least[n], n - o->first[men]);
    return CODE_OK;
}

enum code morris_orbits_make(struct morris_orbits *o, const struct morris_board *b,
                             struct error *err)
{
    *o = (struct morris_orbits){.ops = b->ops};
    make_images(o, b);
    each_least(o, b, count_one, o, NULL);
    uint32_t at[MORRIS_POINTS + 2];
    for (unsigned men = 0; men <= MORRIS_POINTS; men++)
        o->first[men + 1] += o->first[men];
    for (unsigned men = 0; men <= MORRIS_POINTS + 1; men++)
        at[men] = o->first[men];
    TRY(mem_small(o->first[MORRIS_POINTS + 1], sizeof *o->least, &o->least, err));
    each_least(o, b, keep_one, o, at);
    enum code code = make_of(o, b, err);
    if (code != CODE_OK)
        morris_orbits_free(o);
    return code;
}

void morris_orbits_free(struct morris_orbits *o)
{
    free(o->least);
    free(o->of);
    o->least = o->of = NULL;
}
