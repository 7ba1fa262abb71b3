/* SPDX-License-Identifier: MIT
 *
 * A layer without men in hand, ply by ply. Odd plies win, even ones lose:
 *     won in d:   some move leads to a loss in d - 1, or takes a man and wins in d
 *     lost in d:  every move leads to a win in less or takes a man and loses in at most d,
 *                 and some move is new: a win in d - 1, or a capture that loses in d
 * For each class of sets the moves of all its colourings are made at once: what they find
 * is a vector of the class they lead to, carried over by exchanges of index bits. Where
 * only few places of that vector changed in the last ply they are carried over one by
 * one, so late plies cost little.
 */
#include "solve/men_state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a thread needs for one class. */
struct desk {
    uint64_t *fresh, *check, *buffer;
    uint32_t *flown; /* colourings */
    struct men_view view[MEN_WAYS];
    uint8_t from[MORRIS_POINTS];
};

static bool code_occurs(const uint64_t plies[4], unsigned code)
{
    return plies[code / 64] >> code % 64 & 1;
}

/* ---- a class ------------------------------------------------------------------------ */

static uint32_t map(uint32_t c, const uint8_t *to, unsigned k)
{
    uint32_t out = 0;
    for (unsigned i = 0; i < k; i++)
        out |= (c >> i & 1) << to[i];
    return out;
}

static bool bit_of(const uint64_t *v, uint32_t c)
{
    return v[c / 64] >> c % 64 & 1;
}

static void set_bit(uint64_t *v, uint32_t c)
{
    v[c / 64] |= (uint64_t)1 << c % 64;
}

/* Carries single places over: those where the man who moved stands and closes a mill, or
 * does not. */
struct carry {
    const struct men_gather *g;
    const uint8_t *from;
    bool closing;
    uint64_t *acc;
};

static void carry_one(const struct carry *c, uint32_t place)
{
    const struct men_gather *g = c->g;
    if (place >> g->arrived & 1 && men_closes(&g->mill, place) == c->closing)
        set_bit(c->acc, map(place, c->from, g->k));
}

static void carry_few(const struct carry *c, const struct men_delta *d, uint32_t number,
                      size_t words)
{
    if (d->count[number] <= MEN_FEW) {
        for (uint32_t i = 0; i < d->count[number]; i++)
            carry_one(c, d->few[number][i]);
        return;
    }
    const uint64_t *v = d->plane + number * words;
    for (size_t w = 0; w < words; w++)
        for (uint64_t bits = v[w]; bits; bits &= bits - 1)
            carry_one(c, (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits));
}

/* A way as the colourings of its class see it. */
static struct men_gather look(const struct solver *s, uint32_t set,
                              const struct men_way *way, struct men_view *view)
{
    uint32_t there = morris_least(&s->t->orbits, s->layer.k, way->to);
    *view = men_look(s, set, way->op, way->from, way->dest, there);
    return (struct men_gather){
        .k = s->layer.k, .to = view->to, .arrived = view->arrived, .mill = view->mill};
}

static bool some(const struct men_delta *d, uint32_t number)
{
    return d->some[number / 64] >> number % 64 & 1;
}

/* Did the last ply change anything after one of the moves? */
static bool any_change(const struct men_layer *l, uint32_t number,
                       const struct men_delta *d)
{
    for (uint32_t n = l->first_way[number]; n < l->first_way[number + 1]; n++)
        if (some(d, l->way[n].to) || some(&l->takes, l->way[n].to))
            return true;
    return false;
}

/* fresh |= what changed after any of the moves. */
static void gather_changes(struct solver *s, uint32_t number, const struct men_delta *d,
                           struct desk *desk)
{
    struct men_layer *l = &s->layer;
    const uint32_t set = morris_least(&s->t->orbits, l->k, number);
    for (uint32_t n = l->first_way[number]; n < l->first_way[number + 1]; n++) {
        const struct men_way *way = &l->way[n];
        if (!some(d, way->to) && !some(&l->takes, way->to))
            continue;
        uint32_t plain = d->count[way->to], taken = l->takes.count[way->to];
        struct men_gather g = look(s, set, way, &desk->view[0]);
        if (l->k >= MEN_DENSE && (plain > MEN_FEW || taken > MEN_FEW)) {
            g.plain = plain ? d->plane + way->to * l->words : NULL;
            g.taken = taken ? l->takes.plane + way->to * l->words : NULL;
            s->kernel->any(&g, desk->fresh, desk->buffer);
            continue;
        }
        for (unsigned i = 0; i < l->k; i++)
            desk->from[g.to[i]] = (uint8_t)i;
        carry_few(&(struct carry){&g, desk->from, false, desk->fresh}, d, way->to,
                  l->words);
        carry_few(&(struct carry){&g, desk->from, true, desk->fresh}, &l->takes, way->to,
                  l->words);
    }
}

/* Is every move of this colouring a lost one? */
static bool loses(const struct solver *s, const struct men_gather *ways,
                  const struct men_way *way, unsigned n, const uint8_t *here, uint32_t c)
{
    const struct men_layer *l = &s->layer;
    for (unsigned i = 0; i < n; i++) {
        if (!(c >> here[way[i].from] & 1))
            continue;
        uint32_t place = map(c, ways[i].to, l->k);
        const uint64_t *v = men_closes(&ways[i].mill, place) ? l->beaten : l->won;
        if (!bit_of(v + way[i].to * l->words, place))
            return false;
    }
    return true;
}

/* fresh &= lost: all moves lose. */
static void keep_losses(struct solver *s, uint32_t number, uint64_t candidates,
                        struct desk *desk)
{
    struct men_layer *l = &s->layer;
    const uint32_t set = morris_least(&s->t->orbits, l->k, number);
    const struct men_way *way = l->way + l->first_way[number];
    const unsigned n = l->first_way[number + 1] - l->first_way[number];
    struct men_gather ways[MEN_WAYS];
    for (unsigned i = 0; i < n; i++) {
        ways[i] = look(s, set, &way[i], &desk->view[i]);
        ways[i].plain = l->won + way[i].to * l->words;
        ways[i].taken = l->beaten + way[i].to * l->words;
    }
    if (l->k >= MEN_DENSE && candidates > 64) {
        for (unsigned i = 0; i < n; i++)
            s->kernel->all(&ways[i], desk->fresh, desk->buffer);
        return;
    }
    uint8_t here[MORRIS_POINTS];
    men_places(set, here);
    for (size_t w = 0; w < l->words; w++)
        for (uint64_t bits = desk->fresh[w]; bits; bits &= bits - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(bits);
            if (!loses(s, ways, way, n, here, (uint32_t)(64 * w) + bit))
                desk->fresh[w] &= ~((uint64_t)1 << bit);
        }
}

static uint64_t ones(const uint64_t *v, size_t words)
{
    uint64_t n = 0;
    for (size_t w = 0; w < words; w++)
        n += (uint64_t)__builtin_popcountll(v[w]);
    return n;
}

/* Sides that cannot move: all their men are shut in. */
static void shut_in(const struct solver *s, uint32_t number, struct desk *desk)
{
    const struct men_layer *l = &s->layer;
    const uint32_t set = morris_least(&s->t->orbits, l->k, number);
    uint32_t mobile = 0;
    for (uint32_t n = l->first_way[number]; n < l->first_way[number + 1]; n++)
        mobile |= (uint32_t)1 << l->way[n].from;
    mobile = morris_gather(mobile, set);
    for (uint32_t rest = ~mobile & (uint32_t)(((uint64_t)1 << l->k) - 1), c = rest;;
         c = (c - 1) & rest) {
        set_bit(desk->fresh, c);
        if (c == 0)
            break;
    }
}

static void note_few(struct men_delta *d, uint32_t number, const uint64_t *v,
                     size_t words)
{
    uint32_t n = 0;
    for (size_t w = 0; w < words; w++)
        for (uint64_t bits = v[w]; bits; bits &= bits - 1)
            d->few[number][n++] = (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits);
    assert(n == d->count[number]);
}

/* Lists for the flying side of the other view. */
static void note_flying(struct solver *s, uint32_t number, unsigned plies, uint32_t c)
{
    struct men_fly *f = &s->layer.fly;
    uint32_t all = ((uint32_t)1 << s->layer.k) - 1;
    uint16_t *length = &f->length[plies % 2][number];
    if (morris_men_of(c) + MORRIS_LEAST == s->layer.k)
        f->list[plies % 2][(size_t)number * f->triples + (*length)++] =
            (uint16_t)(all & ~c);
}

/* What is new gets its code and is left for the moves that lead here. */
static void keep_fresh(struct solver *s, uint32_t number, unsigned plies, uint64_t count,
                       const struct desk *desk)
{
    struct men_layer *l = &s->layer;
    struct men_delta *d = plies % 2 ? &l->wins : &l->losses;
    uint64_t *open = l->open + number * l->words, *plane = d->plane + number * l->words;
    uint8_t *codes = men_row(&s->now, number);
    d->count[number] = (uint32_t)count;
    if (l->fly.triples)
        l->fly.length[plies % 2][number] = 0;
    if (count == 0)
        return;
    for (size_t w = 0; w < l->words; w++) {
        open[w] &= ~desk->fresh[w];
        for (uint64_t bits = desk->fresh[w]; bits; bits &= bits - 1) {
            uint32_t c = (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits);
            codes[c] = (uint8_t)(plies + 1);
            if (l->fly.triples)
                note_flying(s, number, plies, c);
        }
    }
    s->kernel->reverse(plane, desk->fresh, l->k);
    if (count <= MEN_FEW)
        note_few(d, number, plane, l->words);
    if (plies % 2)
        for (size_t w = 0; w < l->words; w++)
            l->won[number * l->words + w] |= plane[w];
}

/* Positions that slides decide, in fresh; their number. */
static uint64_t slide(struct solver *s, uint32_t number, unsigned plies,
                      struct desk *desk)
{
    struct men_layer *l = &s->layer;
    const uint64_t *open = l->open + number * l->words;
    memset(desk->fresh, 0, l->words * 8);
    if (plies == 0)
        shut_in(s, number, desk);
    else
        gather_changes(s, number, plies % 2 ? &l->losses : &l->wins, desk);
    for (size_t w = 0; w < l->words; w++)
        desk->fresh[w] &= open[w];
    uint64_t count = ones(desk->fresh, l->words);
    if (plies % 2 == 0 && plies > 0 && count > 0) {
        keep_losses(s, number, count, desk);
        count = ones(desk->fresh, l->words);
    }
    return count;
}

static uint64_t slide_class(struct solver *s, uint32_t number, unsigned plies,
                            struct desk *desk)
{
    struct men_layer *l = &s->layer;
    uint64_t count = 0;
    unsigned flown = 0;
    bool slid = plies == 0 || any_change(l, number, plies % 2 ? &l->losses : &l->wins);
    if (slid)
        count = slide(s, number, plies, desk);
    if (l->fly.triples)
        flown = men_fly_class(s, number, plies, desk->flown);
    if (flown > 0 && !slid)
        memset(desk->fresh, 0, l->words * 8);
    for (unsigned i = 0; i < flown; i++)
        set_bit(desk->fresh, desk->flown[i]);
    keep_fresh(s, number, plies, count + flown, desk);
    return count + flown;
}

/* ---- a ply -------------------------------------------------------------------------- */

/* Captures whose outcome lies exactly so many plies ahead. */
static void prepare_takes(struct solver *s, uint32_t number, unsigned plies)
{
    struct men_layer *l = &s->layer;
    l->takes.count[number] = 0;
    if (!code_occurs(l->plies[number], plies + 1))
        return;
    uint64_t *plane = l->takes.plane + number * l->words;
    const uint8_t *codes = s->taken + number * men_row_bytes(l->k);
    l->takes.count[number] =
        (uint32_t)s->kernel->equal(plane, codes, l->k, (uint8_t)(plies + 1));
    if (l->takes.count[number] <= MEN_FEW)
        note_few(&l->takes, number, plane, l->words);
    if (plies % 2 == 0)
        for (size_t w = 0; w < l->words; w++)
            l->beaten[number * l->words + w] |= plane[w];
}

static bool desk_make(struct desk *d, const struct men_layer *l)
{
    d->fresh = aligned_alloc(64, l->words * 8 < 64 ? 64 : l->words * 8);
    d->buffer = aligned_alloc(64, men_buffer_words(l->k) * 8);
    d->flown = malloc((l->fly.triples + 1) * sizeof *d->flown);
    return d->fresh && d->buffer && d->flown;
}

static void desk_free(struct desk *d)
{
    free(d->fresh);
    free(d->buffer);
    free(d->flown);
}

static void mark(struct men_delta *d, uint32_t classes)
{
    for (uint32_t n = 0; n < classes; n += 64) {
        uint64_t word = 0;
        for (uint32_t i = n; i < classes && i < n + 64; i++)
            word |= (uint64_t)(d->count[i] != 0) << i % 64;
        d->some[n / 64] = word;
    }
}

enum code men_slide(struct solver *s, unsigned plies, uint64_t *decided,
                    struct error *err)
{
    struct men_layer *l = &s->layer;
    bool fine = true;
    uint64_t sum = 0;
#pragma omp parallel num_threads(s->run->threads) reduction(+ : sum)
    {
        struct desk desk = {0};
        if (!desk_make(&desk, l))
            fine = false;
#pragma omp barrier
#pragma omp for schedule(dynamic, 64)
        for (uint32_t n = 0; n < l->classes; n++)
            prepare_takes(s, n, plies);
#pragma omp single
        mark(&l->takes, l->classes);
#pragma omp for schedule(dynamic, 16)
        for (uint32_t n = 0; n < l->classes; n++)
            if (fine)
                sum += slide_class(s, n, plies, &desk);
        desk_free(&desk);
    }
    mark(plies % 2 ? &l->wins : &l->losses, l->classes);
    if (l->fly.triples)
        men_fly_mark(s, plies);
    *decided = sum;
    return fine ? CODE_OK : error_set(err, CODE_RESOURCES, "not enough memory");
}

/* ---- going on ----------------------------------------------------------------------- */

/* The vectors of a class as they were before this ply, from its codes. */
static void resume_class(struct solver *s, uint32_t number, unsigned plies,
                         struct desk *desk)
{
    struct men_layer *l = &s->layer;
    uint8_t *codes = men_row(&s->now, number);
    const uint8_t *taken = s->taken + number * men_row_bytes(l->k);
    const uint32_t all = (uint32_t)(64 * l->words - 1);
    memset(desk->fresh, 0, l->words * 8);
    for (uint32_t c = 0; c <= all; c++) {
        if (codes[c] > plies)
            codes[c] = 0; /* this ply is done again */
        if (codes[c])
            l->open[number * l->words + c / 64] &= ~((uint64_t)1 << c % 64);
        if (codes[c] && codes[c] % 2 == 0)
            set_bit(l->won + number * l->words, all - c);
        if (codes[c] == plies)
            set_bit(desk->fresh, c);
        if (taken[c] % 2 == 1 && taken[c] <= plies)
            set_bit(l->beaten + number * l->words, c);
    }
    keep_fresh(s, number, plies - 1, ones(desk->fresh, l->words), desk);
}

enum code men_slide_resume(struct solver *s, unsigned plies, struct error *err)
{
    struct men_layer *l = &s->layer;
    struct desk desk = {0};
    bool fine = desk_make(&desk, l);
    for (uint32_t n = 0; n < l->classes && fine; n++)
        resume_class(s, n, plies, &desk);
    desk_free(&desk);
    mark(plies % 2 ? &l->losses : &l->wins, l->classes);
    if (l->fly.triples) {
        men_fly_resume(s, plies);
        men_fly_mark(s, plies - 1);
    }
    return fine ? CODE_OK : error_set(err, CODE_RESOURCES, "not enough memory");
}
