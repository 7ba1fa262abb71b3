/* SPDX-License-Identifier: MIT
 *
 * Sides of three men that fly. They have many moves but few positions, so they are
 * counted one by one: `open` is the number of moves without a mill that the other side
 * has not yet won. What the last ply decided about positions against three men lies in a
 * list by class, and every class looks through the lists of the classes that its moves
 * lead to.
 */
#include "solve/men_state.h"

static uint32_t triples_of(unsigned k)
{
    return k * (k - 1) * (k - 2) / 6;
}

static uint32_t ways_of_class(const struct morris_tables *t, unsigned k)
{
    return k * (t->board.points - k);
}

uint64_t men_fly_bytes(const struct morris_tables *t, const struct morris_layer *l)
{
    return l->classes *
           (ways_of_class(t, l->men) * 12ull + triples_of(l->men) * 6ull + 37);
}

static void make_triples(struct men_fly *f, unsigned k)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c >> k == 0; c++)
        if (morris_men_of(c) == MORRIS_LEAST) {
            f->rank[c] = (uint16_t)n;
            f->triple[n++] = (uint16_t)c;
        }
    for (unsigned man = 0; man < k; man++)
        for (uint32_t i = 0, m = 0; i < n; i++)
            if (f->triple[i] >> man & 1)
                f->with[man][m++] = (uint16_t)i;
}

static uint32_t nth_bit(uint32_t set, unsigned n)
{
    while (n-- > 0)
        set &= set - 1;
    return (uint32_t)__builtin_ctz(set);
}

static size_t flights_of(const struct solver *s, uint32_t number)
{
    return (size_t)number * ways_of_class(s->t, s->layer.k);
}

/* The moves of all triples of a class with one man to one point: a mill takes, and the
 * best of that is known; others are open. */
static void count_moves(struct solver *s, uint32_t number, unsigned man, uint32_t there,
                        const struct men_way *way)
{
    struct men_layer *l = &s->layer;
    struct men_fly *f = &l->fly;
    const uint8_t *taken = s->taken + there * men_row_bytes(l->k);
    uint8_t *open = f->open + (size_t)number * f->triples;
    uint8_t *best = f->best + (size_t)number * f->triples;
    const uint32_t with = f->triples * 3 / l->k;
    for (uint32_t n = 0; n < with; n++) {
        const uint32_t i = f->with[man][n], c = f->triple[i];
        uint32_t place = 0;
        for (uint32_t men = c; men; men &= men - 1)
            place |= (uint32_t)1 << way->there[__builtin_ctz(men)];
        if (!men_closes(&way->mill, place)) {
            open[i] = (uint8_t)(open[i] == MEN_NEVER ? MEN_NEVER : open[i] + 1);
            continue;
        }
        uint8_t code = taken[place];
        if (code == 0)
            open[i] = MEN_NEVER;
        else if (best[i] == 0 || men_merit(code) > men_merit(best[i]))
            best[i] = code;
    }
}

static void start_flight(struct solver *s, uint32_t number, unsigned man, unsigned point,
                         size_t flight)
{
    const struct morris_orbits *o = &s->t->orbits;
    const unsigned k = s->layer.k;
    const uint32_t set = morris_least(o, k, number);
    const unsigned from = nth_bit(set, man), dest = nth_bit(~set, point);
    struct morris_class c =
        morris_class_of(o, set ^ (uint32_t)1 << from ^ (uint32_t)1 << dest);
    struct men_way way = men_look(s, set, c.op, from, dest, morris_least(o, k, c.number));
    uint64_t who = (uint64_t)way.arrived << 60;
    for (unsigned i = 0; i < k; i++)
        who |= (uint64_t)i << 4 * way.there[i];
    s->layer.fly.to[flight] = c.number;
    s->layer.fly.from[flight] = who;
    count_moves(s, number, man, c.number, &way);
}

static void start_class(struct solver *s, uint32_t number)
{
    struct men_layer *l = &s->layer;
    struct men_fly *f = &l->fly;
    const unsigned empty = s->b->points - l->k;
    size_t flight = flights_of(s, number);
    for (unsigned man = 0; man < l->k; man++)
        for (unsigned point = 0; point < empty; point++)
            start_flight(s, number, man, point, flight++);
    for (uint32_t i = 0; i < f->triples; i++) {
        uint8_t code = f->best[(size_t)number * f->triples + i];
        f->plies[number][code / 64] |= (uint64_t)1 << code % 64;
    }
}

enum code men_fly_start(struct solver *s, struct error *err)
{
    struct men_layer *l = &s->layer;
    struct men_fly *f = &l->fly;
    struct budget *m = &s->run->memory;
    const uint64_t n = l->classes;
    f->triples = triples_of(l->k);
    TRY(mem_take(m, f->triples, 2, "flying men", &f->triple, err));
    TRY(mem_take(m, n * ways_of_class(s->t, l->k), 4, "flights", &f->to, err));
    TRY(mem_take(m, n * ways_of_class(s->t, l->k), 8, "flights", &f->from, err));
    TRY(mem_take(m, n * f->triples, 1, "flying men", &f->open, err));
    TRY(mem_take(m, n * f->triples, 1, "flying men", &f->best, err));
    TRY(mem_take(m, n, sizeof *f->plies, "flying men", &f->plies, err));
    for (unsigned i = 0; i < 2; i++) {
        TRY(mem_take(m, n * f->triples, 2, "flying men", &f->list[i], err));
        TRY(mem_take(m, n, 2, "flying men", &f->length[i], err));
        TRY(mem_take(m, n / 64 + 1, 8, "flying men", &f->some[i], err));
    }
    make_triples(f, l->k);
#pragma omp parallel for schedule(dynamic, 64) num_threads(s->run->threads)
    for (uint32_t number = 0; number < l->classes; number++)
        start_class(s, number);
    return CODE_OK;
}

void men_fly_end(struct solver *s)
{
    struct men_layer *l = &s->layer;
    struct men_fly *f = &l->fly;
    struct budget *m = &s->run->memory;
    const uint64_t n = l->classes;
    mem_give(m, f->triple, f->triples, 2);
    mem_give(m, f->to, n * ways_of_class(s->t, l->k), 4);
    mem_give(m, f->from, n * ways_of_class(s->t, l->k), 8);
    mem_give(m, f->open, n * f->triples, 1);
    mem_give(m, f->best, n * f->triples, 1);
    mem_give(m, f->plies, n, sizeof *f->plies);
    for (unsigned i = 0; i < 2; i++) {
        mem_give(m, f->list[i], n * f->triples, 2);
        mem_give(m, f->length[i], n, 2);
        mem_give(m, f->some[i], n / 64 + 1, 8);
    }
}

/* ---- a ply -------------------------------------------------------------------------- */

/* All own men's moves are lost, as far as captures go, in at most so many plies. */
static bool no_better_take(uint8_t best, unsigned plies)
{
    return best == 0 || (best % 2 == 1 && best <= plies + 1);
}

/* The triple i has a move that the last ply decided. Is it decided now? */
static bool visit(struct men_fly *f, size_t i, unsigned plies)
{
    if (plies % 2)
        return true;
    return f->open[i] != MEN_NEVER && --f->open[i] == 0 &&
           no_better_take(f->best[i], plies);
}

/* The lines through the empty points of a class, as masks of its men. */
static void lines_of_class(const struct solver *s, uint32_t number,
                           struct men_lines *line)
{
    const uint32_t set = morris_least(&s->t->orbits, s->layer.k, number);
    uint8_t place[MORRIS_POINTS];
    men_places(set, place);
    for (unsigned i = 0; i + s->layer.k < s->b->points; i++) {
        unsigned bit = nth_bit(~set, i);
        line[i].lines = 0;
        for (unsigned n = 0; n < s->b->lines_at[bit]; n++) {
            uint32_t others = s->b->line_at[bit][n];
            if (!(others & ~set))
                line[i].mask[line[i].lines++] =
                    (uint32_t)1 << place[__builtin_ctz(others)] |
                    (uint32_t)1 << place[31 - __builtin_clz(others)];
        }
    }
}

/* What the last ply decided where this flight leads to. A line is closed by the other two
 * men, not by the one who flies away. */
static unsigned follow(struct solver *s, uint32_t number, unsigned plies, size_t flight,
                       unsigned man, const struct men_lines *line, uint32_t *fresh,
                       unsigned n)
{
    struct men_fly *f = &s->layer.fly;
    uint8_t *codes = men_row(&s->now, number);
    const uint32_t to = f->to[flight];
    const uint64_t from = f->from[flight];
    const uint16_t *list = f->list[!(plies % 2)] + (size_t)to * f->triples;
    const unsigned length = f->length[!(plies % 2)][to];
    const unsigned arrived = (unsigned)(from >> 60);
    uint16_t those[MEN_TRIPLES];
    unsigned count = 0;
    for (unsigned i = 0; i < length;
         i++) { /* no branch: the processor could not guess it */
        those[count] = list[i];
        count += list[i] >> arrived & 1;
    }
    for (unsigned i = 0; i < count; i++) {
        uint32_t c = 0;
        for (uint32_t men = those[i]; men; men &= men - 1)
            c |= (uint32_t)1 << (from >> 4 * __builtin_ctz(men) & 15);
        if (codes[c] != 0 || men_closes(line, c & ~((uint32_t)1 << man)))
            continue;
        if (visit(f, (size_t)number * f->triples + f->rank[c], plies)) {
            codes[c] = (uint8_t)(plies + 1);
            fresh[n++] = c;
        }
    }
    return n;
}

/* Captures that are decided in just so many plies. */
static unsigned take_now(struct solver *s, uint32_t number, unsigned plies,
                         uint32_t *fresh, unsigned n)
{
    struct men_fly *f = &s->layer.fly;
    uint8_t *codes = men_row(&s->now, number);
    if (!(f->plies[number][(plies + 1) / 64] >> (plies + 1) % 64 & 1))
        return n;
    for (uint32_t i = 0; i < f->triples; i++) {
        size_t at = (size_t)number * f->triples + i;
        uint32_t c = f->triple[i];
        if (f->best[at] == plies + 1 && codes[c] == 0 &&
            (plies % 2 || f->open[at] == 0)) {
            codes[c] = (uint8_t)(plies + 1);
            fresh[n++] = c;
        }
    }
    return n;
}

unsigned men_fly_class(struct solver *s, uint32_t number, unsigned plies, uint32_t *fresh)
{
    struct men_layer *l = &s->layer;
    struct men_fly *f = &l->fly;
    const unsigned empty = s->b->points - l->k, all = l->k * empty;
    const size_t flight = flights_of(s, number);
    const uint64_t *some = f->some[!(plies % 2)];
    const uint32_t *to = f->to + flight;
    struct men_lines line[MORRIS_POINTS];
    unsigned n = 0, changed[MORRIS_POINTS * MORRIS_POINTS / 4], m = 0;
    for (unsigned i = 0; i < all && plies > 0; i++)
        if (some[to[i] / 64] >> to[i] % 64 & 1) {
            __builtin_prefetch(f->list[!(plies % 2)] + (size_t)to[i] * f->triples);
            changed[m++] = i;
        }
    if (m > 0)
        lines_of_class(s, number, line);
    for (unsigned i = 0; i < m; i++)
        n = follow(s, number, plies, flight + changed[i], changed[i] / empty,
                   &line[changed[i] % empty], fresh, n);
    return take_now(s, number, plies, fresh, n);
}

void men_fly_mark(struct solver *s, unsigned plies)
{
    struct men_fly *f = &s->layer.fly;
    const uint16_t *length = f->length[plies % 2];
    uint64_t *some = f->some[plies % 2];
    for (uint32_t n = 0; n < s->layer.classes; n++) {
        uint64_t bit = (uint64_t)1 << n % 64;
        some[n / 64] = length[n] ? some[n / 64] | bit : some[n / 64] & ~bit;
    }
}

/* Moves of a class that were won by the other side before the last ply are not open. */
static void resume_class(struct solver *s, uint32_t number, unsigned plies)
{
    struct men_layer *l = &s->layer;
    struct men_fly *f = &l->fly;
    const unsigned empty = s->b->points - l->k;
    const uint32_t all = ((uint32_t)1 << l->k) - 1;
    struct men_lines line[MORRIS_POINTS];
    lines_of_class(s, number, line);
    for (unsigned i = 0; i < l->k * empty; i++) {
        const size_t flight = flights_of(s, number) + i;
        const uint32_t man = (uint32_t)1 << i / empty;
        const uint8_t *codes = men_row(&s->now, f->to[flight]);
        for (uint32_t n = 0; n < f->triples; n++) {
            uint32_t c = f->triple[n], place = 0;
            uint8_t *open = &f->open[(size_t)number * f->triples + n];
            if (!(c & man) || *open == MEN_NEVER ||
                men_closes(&line[i % empty], c & ~man))
                continue;
            for (unsigned there = 0; there < l->k; there++)
                place |= (c >> (f->from[flight] >> 4 * there & 15) & 1) << there;
            uint8_t code = codes[all & ~place];
            *open = (uint8_t)(*open - (code && code % 2 == 0 && code < plies));
        }
    }
}

void men_fly_resume(struct solver *s, unsigned plies)
{
#pragma omp parallel for schedule(dynamic, 64) num_threads(s->run->threads)
    for (uint32_t n = 0; n < s->layer.classes; n++)
        resume_class(s, n, plies);
}
