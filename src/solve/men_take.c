/* SPDX-License-Identifier: MIT
 *
 * What a side gets that has closed a mill: the best over the men it may take. The value
 * does not depend on which mill or which move it was, only on the colouring, so it is
 * found once for each and serves all moves that lead there. Sixty-four colourings, those
 * of the six lowest men, are handled together: who has closed a mill and who may be taken
 * are words, and the outcomes of taking one man are 64 bytes.
 */
#include "solve/men_state.h"

#include <stdlib.h>
#include <string.h>

enum { WORST = -128 };

void men_make_merits(struct solver *s, struct men_codes *c)
{
    int8_t merit[256];
    const uint64_t row = men_row_bytes(c->layer ? c->layer->men : 0);
    for (unsigned code = 0; code < 256; code++)
        merit[code] = men_merit(men_before((uint8_t)code));
    if (!c->layer || c->merits)
        return;
#pragma omp parallel for schedule(dynamic, 64) num_threads(s->run->threads)
    for (uint32_t n = 0; n < c->layer->classes; n++) {
        uint8_t *at = men_row(c, n);
        for (uint64_t i = 0; i < row; i++)
            at[i] = (uint8_t)merit[at[i]];
    }
    c->merits = true;
}

/* The colourings of six men, from the n-th on. */
static void make_chunk(uint32_t place[1 << MEN_CHUNK], unsigned k, const uint8_t *bit,
                       unsigned n)
{
    place[0] = 0;
    for (uint32_t v = 1; v < 1 << MEN_CHUNK; v++) {
        unsigned i = n + (unsigned)__builtin_ctz(v);
        uint32_t first = i >= k || bit[i] == UINT8_MAX ? 0 : (uint32_t)1 << bit[i];
        place[v] = place[v & (v - 1)] | first;
    }
}

void men_map_make(struct men_map *m, unsigned k, const uint8_t *bit, unsigned there)
{
    make_chunk(m->low.place, k, bit, 0);
    for (unsigned v = 0; v < 1 << MEN_CHUNK; v++)
        m->low.near[v] = (uint8_t)m->low.place[v];
    m->low.is_near = there >= 7 && m->low.place[63] < 128;
    for (unsigned n = 0; n < MEN_CHUNKS; n++)
        make_chunk(m->high[n], k, bit, (n + 1) * MEN_CHUNK);
}

uint64_t men_with_number(uint32_t base, unsigned least, unsigned most)
{
    static const uint64_t with[7] = {
        0x0000000000000001, 0x0000000100010116, 0x0001011601161668, 0x0116166816686880,
        0x1668688068808000, 0x6880800080000000, 0x8000000000000000};
    const unsigned above = morris_men_of(base >> 6);
    uint64_t out = 0;
    for (unsigned low = 0; low <= 6; low++)
        if (above + low >= least && above + low <= most)
            out |= with[low];
    return out;
}

bool men_is_far(const struct solver *s, const struct men_way *way, unsigned k)
{
    unsigned farthest = 0;
    for (unsigned i = 0; i < k && i < MEN_CHUNK; i++)
        farthest = way->there[i] > farthest ? way->there[i] : farthest;
    return farthest > MEN_CHUNK && k > MEN_CHUNK && k <= MEN_RENAMED &&
           s->kernel->rename_bytes;
}

void men_come_near(struct men_way *way, unsigned k)
{
    uint8_t here[MORRIS_POINTS] = {0};
    for (unsigned i = 0; i < k; i++)
        here[way->there[i]] = (uint8_t)i;
    for (unsigned n = 0; n < way->mill.lines; n++) {
        uint32_t mask = 0;
        for (uint32_t men = way->mill.mask[n]; men; men &= men - 1)
            mask |= (uint32_t)1 << here[__builtin_ctz(men)];
        way->mill.mask[n] = mask;
    }
    for (unsigned i = 0; i < k; i++)
        way->there[i] = (uint8_t)i;
    way->arrived = (uint8_t)k;
}

/* The colourings of a set without one man, in the order of the least set of its class. */
struct rest {
    struct men_map map;
    const int8_t *merits; /* in the view of the other side */
    int8_t *own;          /* room for them in the order of this set */
};

static void make_rest(const struct solver *s, uint32_t set, unsigned man,
                      struct rest *out)
{
    const struct morris_orbits *o = &s->t->orbits;
    uint32_t left = set & ~morris_scatter((uint32_t)1 << man, set);
    unsigned k = morris_men_of(set);
    struct morris_class c = morris_class_of(o, left);
    uint8_t bit[MORRIS_POINTS] = {0};
    struct men_way way =
        men_look(s, left, c.op, MORRIS_NOWHERE, 0, morris_least(o, k - 1, c.number));
    out->merits = (const int8_t *)men_row(&s->smaller, c.number);
    if (men_is_far(s, &way, k - 1)) {
        s->kernel->rename_bytes(out->own, out->merits, k - 1, way.there);
        men_come_near(&way, k - 1);
        out->merits = out->own;
    }
    for (unsigned i = 0; i < k; i++)
        bit[i] = i == man ? UINT8_MAX : way.there[i < man ? i : i - 1];
    men_map_make(&out->map, k, bit, k - 1);
}

/* One class at work. */
struct taking {
    unsigned k, hand, least, most;
    unsigned lines;
    uint8_t line[MORRIS_MILLS][3]; /* men */
    struct rest rest[MORRIS_POINTS];
};

/* Who has closed a mill, and for each man, where he may be taken. */
static uint64_t who_takes(const struct taking *t, uint32_t base,
                          uint64_t whom[MORRIS_POINTS])
{
    uint64_t closed = 0, milled[MORRIS_POINTS] = {0}, loose = 0, with[MORRIS_POINTS];
    for (unsigned i = 0; i < t->k; i++)
        with[i] = men_with(base, i);
    for (unsigned n = 0; n < t->lines; n++) {
        const uint8_t *l = t->line[n];
        closed |= with[l[0]] & with[l[1]] & with[l[2]];
    }
    if (!(closed &= men_with_number(base, t->least, t->most < t->k ? t->most : t->k - 1)))
        return 0;
    for (unsigned n = 0; n < t->lines; n++) {
        const uint8_t *l = t->line[n];
        uint64_t other = ~(with[l[0]] | with[l[1]] | with[l[2]]);
        for (unsigned i = 0; i < 3; i++)
            milled[l[i]] |= other;
    }
    for (unsigned i = 0; i < t->k; i++)
        loose |= ~with[i] & ~milled[i];
    for (unsigned i = 0; i < t->k; i++)
        whom[i] = closed & ~with[i] & ~(milled[i] & loose);
    return closed;
}

/* Taking leaves the other side too few men. */
static uint64_t who_wins(const struct taking *t, uint32_t base)
{
    const unsigned too_few = t->hand < MORRIS_LEAST ? MORRIS_LEAST - t->hand : 0;
    return too_few == 0 ? 0 : men_with_number(base, t->k - too_few, t->k - 1);
}

static void take_block(const struct solver *s, const struct taking *t, uint32_t base,
                       int8_t *out)
{
    uint64_t whom[MORRIS_POINTS];
    uint64_t closed = who_takes(t, base, whom), wins = closed & who_wins(t, base);
    memset(out, 0, 64);
    if (!closed)
        return;
    int8_t best[64];
    const uint32_t other_view = ((uint32_t)1 << (t->k - 1)) - 1;
    memset(best, WORST, sizeof best);
    for (unsigned i = 0; i < t->k && (closed & ~wins); i++) {
        const struct rest *r = &t->rest[i];
        if (whom[i] & ~wins)
            s->kernel->better(best, r->merits, men_map_high(&r->map, base), other_view,
                              &r->map.low, whom[i] & ~wins);
    }
    for (; closed; closed &= closed - 1) {
        unsigned v = (unsigned)__builtin_ctzll(closed);
        out[v] = wins >> v & 1 ? men_merit(2) : best[v];
    }
}

static void take_class(struct solver *s, struct taking *t, uint32_t number, bool merits)
{
    const uint32_t set = morris_least(&s->t->orbits, t->k, number),
                   size = (uint32_t)men_row_bytes(t->k);
    uint8_t *out = s->taken + (size_t)number * size;
    uint32_t line[MORRIS_MILLS];
    t->lines = men_lines_in(s->b, set, line);
    if (t->lines == 0)
        memset(out, 0, size);
    for (unsigned n = 0; n < t->lines; n++)
        for (unsigned i = 0; i < 3; i++, line[n] &= line[n] - 1)
            t->line[n][i] = (uint8_t)__builtin_ctz(line[n]);
    for (unsigned i = 0; i < t->k && s->smaller.layer && t->lines > 0; i++)
        make_rest(s, set, i, &t->rest[i]);
    for (uint32_t base = 0; base < size && t->lines > 0; base += 64)
        take_block(s, t, base, (int8_t *)out + base);
    for (uint32_t c = 0; c < size && !merits && t->lines > 0; c++)
        out[c] = men_code((int8_t)out[c]);
}

enum code men_take(struct solver *s, unsigned k, unsigned hand, unsigned least_own,
                   unsigned most_own, bool merits, struct error *err)
{
    const uint32_t classes = morris_classes(&s->t->orbits, k);
    TRY(men_rows_take(s, &s->taken, err));
    men_make_merits(s, &s->smaller);
    bool fine = true;
#pragma omp parallel num_threads(s->run->threads)
    {
        struct taking t = {.k = k, .hand = hand, .least = least_own, .most = most_own};
        const size_t row = (size_t)men_row_bytes(k <= MEN_RENAMED + 1 ? k - 1 : 0);
        int8_t *room = aligned_alloc(64, k * row);
        if (!room)
            fine = false;
        for (unsigned i = 0; i < k && room; i++)
            t.rest[i].own = room + i * row;
#pragma omp for schedule(dynamic, 16)
        for (uint32_t n = 0; n < classes; n++)
            if (room && !run_stopped(s->run))
                take_class(s, &t, n, merits);
        free(room);
    }
    if (!fine)
        return error_set(err, CODE_RESOURCES, "not enough memory for captures");
    return run_stopped(s->run) ? error_set(err, CODE_INTERRUPTED, "interrupted")
                               : CODE_OK;
}
