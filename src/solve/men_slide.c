/* SPDX-License-Identifier: MIT
 *
 * A layer without men in hand, ply by ply. Odd plies win, even ones lose:
 *     won in d:   some move leads to a loss in d - 1, or takes a man and wins in d
 *     lost in d:  every move leads to a win in less or takes a man and loses in at most d,
 *                 and some move is new: a win in d - 1, or a capture that loses in d
 * For each class of sets the moves of all its colourings are made at once: what they find
 * is a vector of the class they lead to, carried over by exchanges of index bits. Where
 * only few places of that vector changed in the last ply they are carried over one by
 * one, and what they may decide stays a list as long as it is short, so late plies cost
 * little.
 */
#include "solve/men_state.h"

#include <stdlib.h>
#include <string.h>

/* What a thread needs for one class. What a ply may decide is a vector (fresh, zeros
 * between classes), and a list of its ones as long as they are few. */
struct desk {
    uint64_t *fresh, *buffer;
    bool listed;
    unsigned n;
    uint32_t list[MEN_LIST];
};

static bool code_occurs(const uint64_t plies[4], unsigned code)
{
    return plies[code / 64] >> code % 64 & 1;
}

static bool bit_of(const uint64_t *v, uint32_t c)
{
    return v[c / 64] >> c % 64 & 1;
}

static void set_bit(uint64_t *v, uint32_t c)
{
    v[c / 64] |= (uint64_t)1 << c % 64;
}

static void clear_bit(uint64_t *v, uint32_t c)
{
    v[c / 64] &= ~((uint64_t)1 << c % 64);
}

static uint64_t ones(const uint64_t *v, size_t words)
{
    uint64_t n = 0;
    for (size_t w = 0; w < words; w++)
        n += (uint64_t)__builtin_popcountll(v[w]);
    return n;
}

static unsigned list_ones(const uint64_t *v, size_t words, uint32_t *list)
{
    unsigned n = 0;
    for (size_t w = 0; w < words; w++)
        for (uint64_t bits = v[w]; bits; bits &= bits - 1)
            list[n++] = (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits);
    return n;
}

/* ---- what the last ply changed ------------------------------------------------------ */

static bool some(const struct men_delta *d, uint32_t number)
{
    return d->some[number / 64] >> number % 64 & 1;
}

/* Did it change anything after one of the moves? */
static bool any_change(const struct men_layer *l, uint32_t number,
                       const struct men_delta *d)
{
    for (uint32_t n = l->first_way[number]; n < l->first_way[number + 1]; n++)
        if (some(d, l->to[n]) || some(&l->takes, l->to[n]))
            return true;
    return false;
}

/* The changes of a class as a vector; null if there are none or few. */
static const uint64_t *dense(const struct men_layer *l, const struct men_delta *d,
                             uint32_t number)
{
    return l->k >= MEN_DENSE && some(d, number) && d->count[number] > MEN_FEW
               ? d->plane + number * l->words
               : NULL;
}

/* Few changes, one by one: those of open positions come to fresh. */
static void carry_few(const struct solver *s, const struct men_way *way, uint32_t to,
                      const struct men_delta *d, const uint64_t *open, struct desk *desk)
{
    const struct men_layer *l = &s->layer;
    uint32_t many[1 << MEN_DENSE], found[1 << MEN_DENSE];
    const uint32_t *place = d->few[to];
    unsigned n = d->count[to];
    if (n > MEN_FEW) {
        n = list_ones(d->plane + to * l->words, l->words, many);
        place = many;
    }
    n = s->kernel->carry(l->k, way, d == &l->takes, place, n, found);
    for (unsigned i = 0; i < n; i++) {
        const uint32_t c = found[i];
        if (!bit_of(open, c) || bit_of(desk->fresh, c))
            continue;
        set_bit(desk->fresh, c);
        if (desk->listed)
            desk->list[desk->n++] = c;
    }
}

/* fresh = the open positions for which something changed after one of their moves. */
static void gather_changes(struct solver *s, uint32_t number, const struct men_delta *d,
                           struct desk *desk)
{
    struct men_layer *l = &s->layer;
    const uint64_t *open = l->open + number * l->words;
    for (uint32_t n = l->first_way[number]; n < l->first_way[number + 1]; n++) {
        const uint32_t to = l->to[n];
        const struct men_gather g = {l->k, &l->way[n], dense(l, d, to),
                                     dense(l, &l->takes, to)};
        if (g.plain || g.taken) {
            s->kernel->any(&g, desk->fresh, desk->buffer);
            desk->listed = false;
        }
        if (!g.plain && some(d, to))
            carry_few(s, g.way, to, d, open, desk);
        if (!g.taken && some(&l->takes, to))
            carry_few(s, g.way, to, &l->takes, open, desk);
    }
    for (size_t w = 0; w < l->words && !desk->listed; w++)
        desk->fresh[w] &= open[w];
}

/* Sides that cannot move: all their men are shut in. */
static void shut_in(const struct solver *s, uint32_t number, struct desk *desk)
{
    const struct men_layer *l = &s->layer;
    const uint64_t *open = l->open + number * l->words;
    uint32_t rest = (uint32_t)(((uint64_t)1 << l->k) - 1);
    for (uint32_t n = l->first_way[number]; n < l->first_way[number + 1]; n++)
        rest &= ~((uint32_t)1 << l->way[n].man);
    for (uint32_t c = rest;; c = (c - 1) & rest) {
        if (bit_of(open, c))
            set_bit(desk->fresh, c);
        if (c == 0)
            break;
    }
    desk->listed = false;
}

/* ---- a class ------------------------------------------------------------------------ */

/* So many are handled one by one: a pass over the vector costs as much. */
static unsigned few_enough(unsigned k)
{
    const unsigned share = (unsigned)(((uint32_t)1 << k) / 128);
    return share < 64 ? 64 : share < MEN_LIST / 4 ? share : MEN_LIST / 4;
}

/* How many there are; if they are few they become a list, and fresh is cleared. */
static uint64_t count_fresh(const struct men_layer *l, struct desk *desk)
{
    if (desk->listed)
        return desk->n;
    const uint64_t count = ones(desk->fresh, l->words);
    if (count <= few_enough(l->k)) {
        desk->n = list_ones(desk->fresh, l->words, desk->list);
        desk->listed = true;
        memset(desk->fresh, 0, l->words * 8);
    }
    return count;
}

/* Keeps those that lose: whatever they move, it is lost. */
static void keep_losses(struct solver *s, uint32_t number, struct desk *desk)
{
    struct men_layer *l = &s->layer;
    for (uint32_t n = l->first_way[number]; n < l->first_way[number + 1]; n++) {
        const struct men_gather g = {l->k, &l->way[n], l->won + l->to[n] * l->words,
                                     l->beaten + l->to[n] * l->words};
        if (!desk->listed)
            s->kernel->all(&g, desk->fresh, desk->buffer);
        else if (desk->n > 0)
            desk->n = s->kernel->keep(&g, desk->list, desk->n);
    }
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

static void keep_one(struct solver *s, uint32_t number, unsigned plies, uint32_t c)
{
    struct men_layer *l = &s->layer;
    men_row(&s->now, number)[c] = (uint8_t)(plies + 1);
    if (l->fly.triples)
        note_flying(s, number, plies, c);
}

/* What is new gets its code and is left for the moves that lead here, in the view of who
 * has moved; from the list */
static void keep_list(struct solver *s, uint32_t number, unsigned plies,
                      struct men_delta *d, const struct desk *desk)
{
    struct men_layer *l = &s->layer;
    const uint32_t all = (uint32_t)(64 * l->words - 1);
    uint64_t *plane = d->plane + number * l->words, *won = l->won + number * l->words;
    const bool few = desk->n <= MEN_FEW;
    if (!few)
        memset(plane, 0, l->words * 8);
    for (unsigned i = 0; i < desk->n; i++) {
        const uint32_t c = desk->list[i], place = all & ~c;
        clear_bit(l->open + number * l->words, c);
        keep_one(s, number, plies, c);
        if (few)
            d->few[number][i] = place;
        else
            set_bit(plane, place);
        if (plies % 2)
            set_bit(won, place);
    }
}

/* or from the vector. */
static void keep_vector(struct solver *s, uint32_t number, unsigned plies,
                        struct men_delta *d, const struct desk *desk)
{
    struct men_layer *l = &s->layer;
    uint64_t *open = l->open + number * l->words, *plane = d->plane + number * l->words;
    for (size_t w = 0; w < l->words; w++) {
        open[w] &= ~desk->fresh[w];
        for (uint64_t bits = desk->fresh[w]; bits; bits &= bits - 1)
            keep_one(s, number, plies,
                     (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits));
    }
    s->kernel->reverse(plane, desk->fresh, l->k);
    for (size_t w = 0; w < l->words && plies % 2; w++)
        l->won[number * l->words + w] |= plane[w];
}

static void keep_fresh(struct solver *s, uint32_t number, unsigned plies, uint64_t count,
                       struct desk *desk)
{
    struct men_layer *l = &s->layer;
    struct men_delta *d = plies % 2 ? &l->wins : &l->losses;
    d->count[number] = (uint32_t)count;
    if (l->fly.triples)
        l->fly.length[plies % 2][number] = 0;
    if (count == 0)
        return;
    if (desk->listed)
        keep_list(s, number, plies, d, desk);
    else
        keep_vector(s, number, plies, d, desk);
}

/* Positions that slides decide; their number. */
static uint64_t slide(struct solver *s, uint32_t number, unsigned plies,
                      struct desk *desk)
{
    struct men_layer *l = &s->layer;
    if (plies == 0)
        shut_in(s, number, desk);
    else
        gather_changes(s, number, plies % 2 ? &l->losses : &l->wins, desk);
    for (unsigned i = 0; i < desk->n && desk->listed; i++)
        clear_bit(desk->fresh, desk->list[i]);
    uint64_t count = count_fresh(l, desk);
    if (plies % 2 == 0 && plies > 0 && count > 0) {
        keep_losses(s, number, desk);
        count = count_fresh(l, desk);
    }
    return count;
}

static uint64_t slide_class(struct solver *s, uint32_t number, unsigned plies,
                            struct desk *desk)
{
    struct men_layer *l = &s->layer;
    uint64_t count = 0;
    unsigned flown = 0;
    uint32_t flew[MEN_TRIPLES];
    desk->listed = true;
    desk->n = 0;
    if (plies == 0 || any_change(l, number, plies % 2 ? &l->losses : &l->wins))
        count = slide(s, number, plies, desk);
    if (l->fly.triples)
        flown = men_fly_class(s, number, plies, flew);
    for (unsigned i = 0; i < flown; i++) {
        if (desk->listed)
            desk->list[desk->n++] = flew[i];
        else
            set_bit(desk->fresh, flew[i]);
    }
    keep_fresh(s, number, plies, count + flown, desk);
    if (!desk->listed)
        memset(desk->fresh, 0, l->words * 8);
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
        list_ones(plane, l->words, l->takes.few[number]);
    if (plies % 2 == 0)
        for (size_t w = 0; w < l->words; w++)
            l->beaten[number * l->words + w] |= plane[w];
}

static struct desk *desk_make(const struct men_layer *l)
{
    struct desk *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->fresh = aligned_alloc(64, l->words * 8 < 64 ? 64 : l->words * 8);
    d->buffer = aligned_alloc(64, men_buffer_words(l->k) * 8);
    if (d->fresh)
        memset(d->fresh, 0, l->words * 8);
    return d;
}

static bool desk_complete(const struct desk *d)
{
    return d && d->fresh && d->buffer;
}

static void desk_free(struct desk *d)
{
    if (!d)
        return;
    free(d->fresh);
    free(d->buffer);
    free(d);
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
        struct desk *desk = desk_make(l);
        if (!desk_complete(desk))
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
                sum += slide_class(s, n, plies, desk);
        desk_free(desk);
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
    desk->listed = false;
    keep_fresh(s, number, plies - 1, count_fresh(l, desk), desk);
    if (!desk->listed)
        memset(desk->fresh, 0, l->words * 8);
}

enum code men_slide_resume(struct solver *s, unsigned plies, struct error *err)
{
    struct men_layer *l = &s->layer;
    struct desk *desk = desk_make(l);
    const bool fine = desk_complete(desk);
    for (uint32_t n = 0; n < l->classes && fine; n++)
        resume_class(s, n, plies, desk);
    desk_free(desk);
    mark(plies % 2 ? &l->losses : &l->wins, l->classes);
    if (l->fly.triples) {
        men_fly_resume(s, plies);
        men_fly_mark(s, plies - 1);
    }
    return fine ? CODE_OK : error_set(err, CODE_RESOURCES, "not enough memory");
}
