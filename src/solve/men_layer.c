/* SPDX-License-Identifier: MIT
 * Taking up and putting away a layer without men in hand; see men_state.h. */
#include "solve/men_state.h"

#include <string.h>

static uint64_t words_of(unsigned k)
{
    return (uint64_t)1 << (k - 6);
}

static bool flies(const struct morris_tables *t, const struct morris_layer *l)
{
    return t->board.flying &&
           (l->least == MORRIS_LEAST || l->most + MORRIS_LEAST == l->men);
}

uint64_t men_layer_bytes(const struct morris_tables *t, const struct morris_layer *l)
{
    uint64_t n = l->classes, planes = 6 * n * words_of(l->men) * 8;
    uint64_t lists = 3 * n * (4 + 4 * MEN_FEW);
    uint64_t ways = (n + 1) * 4 + n * MEN_WAYS * (4 + sizeof(struct men_way));
    return planes + lists + ways + n * 32 + (flies(t, l) ? men_fly_bytes(t, l) : 0);
}

/* ---- ways --------------------------------------------------------------------------- */

static uint32_t near_bits(const struct morris_board *b, unsigned bit)
{
    return b->near[b->points - 1 - bit];
}

/* The slides of a set, written from `first` on unless that is only to count them. */
static unsigned ways_of(struct solver *s, uint32_t set, bool count, size_t first)
{
    const struct morris_orbits *o = &s->t->orbits;
    struct men_layer *l = &s->layer;
    unsigned n = 0;
    for (uint32_t men = set; men; men &= men - 1) {
        unsigned from = (unsigned)__builtin_ctz(men);
        for (uint32_t to = near_bits(s->b, from) & ~set; to; to &= to - 1) {
            unsigned dest = (unsigned)__builtin_ctz(to);
            n++;
            if (count)
                continue;
            struct morris_class c =
                morris_class_of(o, set ^ (uint32_t)1 << from ^ (uint32_t)1 << dest);
            l->to[first + n - 1] = c.number;
            l->way[first + n - 1] =
                men_look(s, set, c.op, from, dest, morris_least(o, l->k, c.number));
        }
    }
    return n;
}

static enum code make_ways(struct solver *s, struct error *err)
{
    struct men_layer *l = &s->layer;
    struct budget *m = &s->run->memory;
    TRY(mem_take(m, l->classes + 1, 4, "slides", &l->first_way, err));
    for (uint32_t n = 0; n < l->classes; n++)
        l->first_way[n + 1] =
            l->first_way[n] + ways_of(s, morris_least(&s->t->orbits, l->k, n), true, 0);
    TRY(mem_take(m, l->first_way[l->classes], sizeof *l->to, "slides", &l->to, err));
    TRY(mem_take(m, l->first_way[l->classes], sizeof *l->way, "slides", &l->way, err));
#pragma omp parallel for schedule(dynamic, 256) num_threads(s->run->threads)
    for (uint32_t n = 0; n < l->classes; n++)
        ways_of(s, morris_least(&s->t->orbits, l->k, n), false, l->first_way[n]);
    return CODE_OK;
}

/* ---- vectors ------------------------------------------------------------------------ */

static enum code make_delta(struct solver *s, struct men_delta *d, struct error *err)
{
    struct men_layer *l = &s->layer;
    struct budget *m = &s->run->memory;
    TRY(mem_take(m, l->classes * l->words, 8, "changes", &d->plane, err));
    TRY(mem_take(m, l->classes, 4, "changes", &d->count, err));
    TRY(mem_take(m, l->classes / 64 + 1, 8, "changes", &d->some, err));
    return mem_take(m, l->classes, sizeof *d->few, "changes", &d->few, err);
}

static void free_delta(struct solver *s, struct men_delta *d)
{
    struct men_layer *l = &s->layer;
    struct budget *m = &s->run->memory;
    mem_give(m, d->plane, l->classes * l->words, 8);
    mem_give(m, d->count, l->classes, 4);
    mem_give(m, d->some, l->classes / 64 + 1, 8);
    mem_give(m, d->few, l->classes, sizeof *d->few);
}

/* Open are the numbers of men that occur, without those who fly; nothing when the board is
 * full, which is a draw. */
static void make_open(struct solver *s)
{
    struct men_layer *l = &s->layer;
    const struct morris_layer *slots = s->now.layer;
    for (uint32_t c = 0; c >> l->k == 0 && l->k < s->b->points; c++) {
        unsigned own = morris_men_of(c);
        if (own >= slots->least && own <= slots->most &&
            !(s->b->flying && own == MORRIS_LEAST))
            l->open[c / 64] |= (uint64_t)1 << c % 64;
    }
    for (uint32_t n = 1; n < l->classes; n++)
        memcpy(l->open + n * l->words, l->open, l->words * 8);
}

/* Which codes the captures of a class have. */
static void note_codes(struct solver *s)
{
    struct men_layer *l = &s->layer;
    uint64_t all[4] = {0};
#pragma omp parallel for schedule(dynamic, 64) num_threads(s->run->threads)
    for (uint32_t n = 0; n < l->classes; n++) {
        const uint8_t *codes = s->taken + n * men_row_bytes(l->k);
        bool seen[256] = {false};
        for (uint64_t c = 0; c < men_row_bytes(l->k); c++)
            seen[codes[c]] = true;
        for (unsigned code = 1; code < 256; code++)
            l->plies[n][code / 64] |= (uint64_t)seen[code] << code % 64;
#pragma omp critical(men_codes)
        for (unsigned i = 0; i < 4; i++)
            all[i] |= l->plies[n][i];
    }
    for (unsigned code = 1; code < 256; code++)
        if (all[code / 64] >> code % 64 & 1)
            l->last = code;
}

enum code men_layer_start(struct solver *s, struct error *err)
{
    const struct morris_layer *slots = s->now.layer;
    struct men_layer *l = &s->layer;
    struct budget *m = &s->run->memory;
    *l = (struct men_layer){
        .k = slots->men, .classes = slots->classes, .words = words_of(slots->men)};
    TRY(men_take(s, l->k, 0, slots->least, slots->most, false, err));
    TRY(make_ways(s, err));
    TRY(mem_take(m, l->classes * l->words, 8, "open positions", &l->open, err));
    TRY(mem_take(m, l->classes * l->words, 8, "won positions", &l->won, err));
    TRY(mem_take(m, l->classes * l->words, 8, "lost captures", &l->beaten, err));
    TRY(mem_take(m, l->classes, sizeof *l->plies, "captures", &l->plies, err));
    TRY(make_delta(s, &l->wins, err));
    TRY(make_delta(s, &l->losses, err));
    TRY(make_delta(s, &l->takes, err));
    make_open(s);
    note_codes(s);
    return flies(s->t, slots) ? men_fly_start(s, err) : CODE_OK;
}

void men_layer_end(struct solver *s)
{
    struct men_layer *l = &s->layer;
    struct budget *m = &s->run->memory;
    if (l->fly.triples)
        men_fly_end(s);
    men_rows_give(s, s->taken);
    s->taken = NULL;
    mem_give(m, l->open, l->classes * l->words, 8);
    mem_give(m, l->won, l->classes * l->words, 8);
    mem_give(m, l->beaten, l->classes * l->words, 8);
    mem_give(m, l->plies, l->classes, sizeof *l->plies);
    free_delta(s, &l->wins);
    free_delta(s, &l->losses);
    free_delta(s, &l->takes);
    if (l->first_way) {
        mem_give(m, l->to, l->first_way[l->classes], sizeof *l->to);
        mem_give(m, l->way, l->first_way[l->classes], sizeof *l->way);
    }
    mem_give(m, l->first_way, l->classes + 1, 4);
    *l = (struct men_layer){0};
}
