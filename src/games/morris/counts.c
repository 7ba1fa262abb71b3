/* SPDX-License-Identifier: MIT
 *
 * Direct counting. For a white set W with k turns and reflections that keep it in place,
 * the black sets beside it fall into
 *     1/k * (sum over these operations of the black sets they keep in place)
 * orbits (Burnside). The identity keeps all: how many sets of b men with f <= t lie
 * beside W is a sum over subsets, taken for all W at once, or a binomial where f cannot
 * exceed t. The others are few, and their fixed sets are unions of cycles, listed one by
 * one.
 *
 * Exchanging the colours turns x-y into y-x, so white never has more men than black here.
 */
#include "games/morris/counts.h"

#include "base/mem.h"
#include "games/morris/hitting.h"

#include <stdlib.h>
#include <string.h>

/* White sets, one per orbit. */
struct orbit {
    uint32_t set;
    uint8_t men, hitting;
    uint8_t keepers; /* operations that keep the set in place, the identity included */
};

struct work {
    const struct morris_board *b;
    bool any;
    uint8_t *hitting;
    struct orbit *orbit;
    uint32_t orbits, room;
    uint32_t *beside; /* for each set of points, black sets inside it */
    struct morris_counts *out;
};

static unsigned men_of(uint32_t set)
{
    return (unsigned)__builtin_popcount(set);
}

/* Least image, and how many operations give the set itself. */
static bool is_least(const struct morris_board *b, uint32_t set, uint8_t *keepers)
{
    *keepers = 1;
    for (unsigned k = 1; k < b->ops; k++) {
        uint32_t image = morris_image(b, k, set);
        if (image < set)
            return false;
        *keepers = (uint8_t)(*keepers + (image == set));
    }
    return true;
}

static enum code list_orbits(struct work *w, struct error *err)
{
    for (uint32_t set = 0; set >> w->b->points == 0; set++) {
        unsigned men = men_of(set);
        uint8_t keepers;
        if (men < MORRIS_LEAST || men > w->b->men || !is_least(w->b, set, &keepers))
            continue;
        if (w->orbits == w->room) {
            w->room = w->room ? 2 * w->room : 4096;
            struct orbit *more = realloc(w->orbit, w->room * sizeof *more);
            if (!more)
                return error_set(err, CODE_RESOURCES, "not enough memory for orbits");
            w->orbit = more;
        }
        w->orbit[w->orbits++] =
            (struct orbit){set, (uint8_t)men, w->hitting[set], keepers};
    }
    return CODE_OK;
}

/* Do black sets of `men` men with f <= most, beside `white` white men, count? */
static unsigned most_hitting(const struct work *w, unsigned white)
{
    return w->any ? UINT8_MAX : w->b->men - white;
}

enum { NEAR_BITS = 14 }; /* so many low points are summed over within the cache */

static void sum_over(uint32_t *beside, uint64_t sets, unsigned low, unsigned high)
{
    for (unsigned bit = low; bit < high; bit++) {
        uint64_t step = (uint64_t)1 << bit;
        for (uint64_t s = 0; s < sets; s += 2 * step)
            for (uint64_t i = s; i < s + step; i++)
                beside[i + step] += beside[i];
    }
}

/* beside[M] = number of subsets of M with `men` men and hitting number <= most. */
static void sum_subsets(struct work *w, unsigned men, unsigned most)
{
    unsigned points = w->b->points, near = points < NEAR_BITS ? points : NEAR_BITS;
    uint64_t sets = (uint64_t)1 << points, part = (uint64_t)1 << near;
    for (uint64_t from = 0; from < sets; from += part) {
        for (uint64_t s = from; s < from + part; s++)
            w->beside[s] = men_of((uint32_t)s) == men && w->hitting[s] <= most;
        sum_over(w->beside + from, part, 0, near);
    }
    sum_over(w->beside, sets, near, points);
}

/* Black sets beside W that operation k keeps in place, added by number of men. */
static void add_fixed(const struct work *w, unsigned k, const struct orbit *white,
                      uint64_t by_men[MORRIS_POINTS + 1])
{
    const struct morris_board *b = w->b;
    uint32_t cycle[MORRIS_POINTS], left = ~white->set & (((uint32_t)1 << b->points) - 1);
    unsigned cycles = 0, most = most_hitting(w, white->men);
    for (unsigned i = 0; i < b->points; i++) {
        if (!(left & morris_bit(b, i)))
            continue;
        uint32_t round = 0;
        for (unsigned j = i; !(round & morris_bit(b, j)); j = b->op[k][j])
            round |= morris_bit(b, j);
        cycle[cycles++] = round;
        left &= ~round;
    }
    uint32_t black = 0;
    for (uint32_t n = 1;;
         n++) { /* Gray code: each union differs from the last in one cycle */
        if (w->hitting[black] <= most)
            by_men[men_of(black)]++;
        unsigned change = (unsigned)__builtin_ctz(n);
        if (change >= cycles)
            return;
        black ^= cycle[change];
    }
}

static void add_fixed_by_others(struct work *w)
{
    for (uint32_t i = 0; i < w->orbits; i++) {
        const struct orbit *white = &w->orbit[i];
        if (white->keepers == 1)
            continue;
        uint64_t by_men[MORRIS_POINTS + 1] = {0};
        for (unsigned k = 1; k < w->b->ops; k++)
            if (morris_image(w->b, k, white->set) == white->set)
                add_fixed(w, k, white, by_men);
        for (unsigned black = MORRIS_LEAST; black <= w->b->men; black++)
            if (w->any || white->hitting + black <= w->b->men)
                w->out->orbits[white->men][black] +=
                    by_men[black] * (w->b->ops / white->keepers);
    }
}

static uint64_t binomial(unsigned n, unsigned k)
{
    uint64_t ways = 1;
    for (unsigned i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return ways;
}

/* Largest hitting number of sets with so many men. */
static unsigned largest_hitting(const struct work *w, unsigned men)
{
    unsigned largest = 0;
    for (uint32_t s = 0; s >> w->b->points == 0; s++)
        if (w->hitting[s] > largest && men_of(s) == men)
            largest = w->hitting[s];
    return largest;
}

/* The identity's part for `men` black men beside `white` white ones. */
static void add_fixed_by_identity(struct work *w, unsigned white, unsigned men,
                                  unsigned largest)
{
    unsigned most = most_hitting(w, white);
    uint32_t all = ((uint32_t)1 << w->b->points) - 1;
    uint64_t free_choice = binomial(w->b->points - white, men), sum = 0;
    if (most < largest)
        sum_subsets(w, men, most);
    for (uint32_t i = 0; i < w->orbits; i++) {
        const struct orbit *o = &w->orbit[i];
        if (o->men == white && (w->any || o->hitting + men <= w->b->men))
            sum += (most < largest ? w->beside[all & ~o->set] : free_choice) *
                   (w->b->ops / o->keepers);
    }
    w->out->orbits[white][men] += sum;
}

/* The 3-3 positions of games with flying have more symmetries; Burnside over all
 * pairs. */
static uint64_t flying_three_three(const struct work *w)
{
    uint64_t fixed = 0;
    uint32_t sets = (uint32_t)1 << w->b->points;
    for (unsigned k = 0; k < w->b->all_ops; k++)
        for (uint32_t white = 0; white < sets; white++) {
            if (men_of(white) != MORRIS_LEAST || morris_image(w->b, k, white) != white)
                continue;
            uint64_t by_men[MORRIS_POINTS + 1] = {0};
            if (k == 0) {
                unsigned free = w->b->points - MORRIS_LEAST;
                fixed += free * (free - 1) * (free - 2) / 6;
                continue;
            }
            struct orbit orbit = {white, MORRIS_LEAST, w->hitting[white], 0};
            add_fixed(w, k, &orbit, by_men);
            fixed += by_men[MORRIS_LEAST];
        }
    return fixed / w->b->all_ops;
}

static enum code count(struct work *w, struct error *err)
{
    TRY(morris_hitting(w->b, &w->hitting, err));
    TRY(mem_small((size_t)1 << w->b->points, sizeof *w->beside, &w->beside, err));
    TRY(list_orbits(w, err));
    add_fixed_by_others(w);
    for (unsigned black = MORRIS_LEAST; black <= w->b->men; black++) {
        unsigned largest = w->any ? 0 : largest_hitting(w, black);
        for (unsigned white = MORRIS_LEAST; white <= black; white++) {
            add_fixed_by_identity(w, white, black, largest);
            /* Weighted by ops / keepers the sum is over all white sets: divide by ops. */
            w->out->orbits[white][black] /= w->b->ops;
            w->out->orbits[black][white] = w->out->orbits[white][black];
        }
    }
    if (w->b->all_ops > w->b->ops)
        w->out->orbits[MORRIS_LEAST][MORRIS_LEAST] = flying_three_three(w);
    return CODE_OK;
}

enum code morris_count_direct(const struct morris_board *b, bool any,
                              struct morris_counts *out, struct error *err)
{
    memset(out, 0, sizeof *out);
    struct work w = {.b = b, .any = any, .out = out};
    enum code code = count(&w, err);
    free(w.hitting);
    free(w.beside);
    free(w.orbit);
    return code;
}

uint64_t morris_subset(const struct morris_counts *c, unsigned x, unsigned y)
{
    return x == y ? c->orbits[x][x] : c->orbits[x][y] + c->orbits[y][x];
}

uint64_t morris_total(const struct morris_counts *c)
{
    uint64_t total = 0;
    for (unsigned x = MORRIS_LEAST; x <= MORRIS_MEN; x++)
        for (unsigned y = MORRIS_LEAST; y <= MORRIS_MEN; y++)
            total += c->orbits[x][y];
    return total;
}
