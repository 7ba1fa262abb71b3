/* SPDX-License-Identifier: MIT
 *
 * Going through all positions in order, most of them in bulk. A position is a beginning
 * (all rings but the last) and an end (the last ring, with the centre if there is one);
 * the ends that may follow a beginning with given numbers of men are a list, and the
 * numbers of the positions run through it.
 *
 * With A the outermost ring, a position is the least of its orbit only if no turn or
 * reflection makes A smaller; all else is skipped unseen, six sevenths of the numbers.
 * Turns that keep A may not make the second ring smaller. Operations that exchange the
 * outermost and the innermost ring compare the end C, turned as it suits best, with A:
 * smaller, not least; larger, least; and only equality, or a turn that keeps the whole
 * beginning, asks for a comparison of the whole position. So nearly all answers are one
 * comparison of numbers known for C alone, made once per A and copied for every second
 * ring.
 *
 * The condition on mills needs f of each colour's men; for a fixed beginning these are
 * 256 consecutive bytes of the table.
 */
#include "games/morris/unique.h"

#include "base/mem.h"
#include "games/morris/hitting.h"
#include "games/morris/numbers.h"
#include "zdd/stream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    RING = 8,
    RING_CODES = 6561,
    END_CODES = 19683,
    END_WORDS = (END_CODES + 63) / 64
};

/* One way to fill the last points; code: its digits to base 3, 0 empty, 1 black, 2
 * white. */
struct end {
    uint16_t code, white, black; /* white, black: sets of the last points */
    uint8_t whites, blacks;
};

/* The ends that complete a beginning to 3..N men of each colour, in order. */
struct list {
    uint32_t ends;
    struct end *end;
    bool filled;             /* the rest is set for the current outermost ring */
    uint64_t yes[END_WORDS]; /* least of their orbits */
    uint64_t ask[END_WORDS]; /* perhaps; compare the whole position */
    bool asks;
};

struct men {
    unsigned whites, blacks;
    uint32_t white, black; /* where they are */
};

struct note {
    uint64_t men, any, ring; /* which computation, and the next outermost ring */
    struct morris_counts counts;
};

struct work {
    const struct morris_board *b;
    const struct morris_unique_options *options;
    struct run *run;
    unsigned last;   /* points of an end */
    unsigned begins; /* rings of a beginning */
    uint8_t *hitting;
    struct list *list[MORRIS_MEN + 1][MORRIS_MEN + 1]; /* by men of the beginning */
    uint16_t turned[RING][RING_CODES]; /* by turn: the code it makes of a ring */
    uint16_t least[RING_CODES];        /* the least of these */
    struct zdd_stream stream;
    struct note note;
    uint64_t total; /* numbers there are */
    double saved;   /* when the last checkpoint was written */
    /* The current beginning. */
    uint8_t point[MORRIS_POINTS];
    unsigned outer; /* code of the outermost ring */
    struct men men;
    bool tied; /* a turn keeps all of the beginning */
};

/* ---- tables ---- */

static void decode(unsigned code, unsigned points, uint8_t *point)
{
    for (unsigned i = points; i-- > 0; code /= 3)
        point[i] = (uint8_t)(code % 3);
}

static struct end end_of(unsigned code, unsigned points)
{
    struct end e = {.code = (uint16_t)code};
    for (unsigned i = 0; i < points; i++, code /= 3) {
        e.black |= (uint16_t)((code % 3 == 1) << i);
        e.white |= (uint16_t)((code % 3 == 2) << i);
    }
    e.whites = (uint8_t)__builtin_popcount(e.white);
    e.blacks = (uint8_t)__builtin_popcount(e.black);
    return e;
}

static bool fits(unsigned men, unsigned more, unsigned most)
{
    return men + more >= MORRIS_LEAST && men + more <= most;
}

static enum code make_list(struct work *w, unsigned whites, unsigned blacks,
                           struct error *err)
{
    unsigned codes = w->last == RING ? RING_CODES : END_CODES;
    struct list *list;
    TRY(mem_small(1, sizeof *list, &list, err));
    w->list[whites][blacks] = list;
    TRY(mem_small(codes, sizeof *list->end, &list->end, err));
    for (unsigned code = 0; code < codes; code++) {
        struct end e = end_of(code, w->last);
        if (fits(whites, e.whites, w->b->men) && fits(blacks, e.blacks, w->b->men))
            list->end[list->ends++] = e;
    }
    return CODE_OK;
}

static uint16_t turn_ring(const struct morris_board *b, unsigned k, unsigned code)
{
    uint8_t point[RING];
    unsigned image = 0;
    decode(code, RING, point);
    for (unsigned i = 0; i < RING; i++)
        image = 3 * image + point[b->op[k][i]];
    return (uint16_t)image;
}

static enum code make_tables(struct work *w, struct error *err)
{
    if (!w->options->any)
        TRY(morris_hitting(w->b, &w->hitting, err));
    for (unsigned whites = 0; whites <= w->b->men; whites++)
        for (unsigned blacks = 0; blacks <= w->b->men; blacks++)
            TRY(make_list(w, whites, blacks, err));
    for (unsigned code = 0; code < RING_CODES; code++) {
        w->least[code] = (uint16_t)code;
        for (unsigned k = 0; k < w->b->turns; k++) {
            w->turned[k][code] = turn_ring(w->b, k, code);
            if (w->turned[k][code] < w->least[code])
                w->least[code] = w->turned[k][code];
        }
    }
    return CODE_OK;
}

/* ---- one position ---- */

static bool least_of_orbit(const struct morris_board *b, const uint8_t *point,
                           unsigned ops)
{
    for (unsigned k = 1; k < ops; k++) {
        unsigned i = 0;
        while (i < b->points && point[b->op[k][i]] == point[i])
            i++;
        if (i < b->points && point[b->op[k][i]] < point[i])
            return false;
    }
    return true;
}

static bool ask_position(struct work *w, const struct end *e)
{
    decode(e->code, w->last, w->point + w->b->points - w->last);
    bool three_three = w->men.whites + e->whites == MORRIS_LEAST &&
                       w->men.blacks + e->blacks == MORRIS_LEAST;
    return least_of_orbit(w->b, w->point, three_three ? w->b->all_ops : w->b->ops);
}

/* ---- all ends of a beginning ---- */

/* Which ends are least for the current outermost ring, whatever the second one is. */
static void fill_list(struct work *w, struct list *list)
{
    bool exchange = w->b->ops > w->b->turns;
    list->filled = true;
    list->asks = false;
    memset(list->yes, 0, sizeof list->yes);
    memset(list->ask, 0, sizeof list->ask);
    for (uint32_t i = 0; i < list->ends; i++) {
        const struct end *e = &list->end[i];
        uint64_t bit = (uint64_t)1 << i % 64;
        bool more_symmetric = w->b->all_ops > w->b->ops &&
                              w->men.whites + e->whites == MORRIS_LEAST &&
                              w->men.blacks + e->blacks == MORRIS_LEAST;
        unsigned least = exchange ? w->least[e->code] : UINT16_MAX;
        if (exchange && least < w->outer)
            continue;
        if (more_symmetric || least == w->outer) {
            list->ask[i / 64] |= bit;
            list->asks = true;
        } else {
            list->yes[i / 64] |= bit;
        }
    }
}

/* Of 64 ends, those with which the mills of both sides are possible. */
static uint64_t possible(const struct work *w, const struct end *end, unsigned n)
{
    const uint8_t *white = w->hitting + w->men.white, *black = w->hitting + w->men.black;
    unsigned white_lost = w->b->men - w->men.whites,
             black_lost = w->b->men - w->men.blacks;
    uint64_t bits = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned ok = (white[end[i].white] + end[i].blacks <= (int)black_lost) &
                      (black[end[i].black] + end[i].whites <= (int)white_lost);
        bits |= (uint64_t)ok << i;
    }
    return bits;
}

static void count(struct work *w, const struct end *end, uint64_t bits)
{
    for (; bits; bits &= bits - 1) {
        const struct end *e = &end[__builtin_ctzll(bits)];
        w->note.counts.orbits[w->men.whites + e->whites][w->men.blacks + e->blacks]++;
    }
}

static enum code stream_ends(struct work *w, struct error *err)
{
    struct list *list = w->list[w->men.whites][w->men.blacks];
    if (!list->filled)
        fill_list(w, list);
    for (uint32_t from = 0; from < list->ends; from += 64) {
        unsigned n = list->ends - from < 64 ? list->ends - from : 64;
        uint64_t all = n < 64 ? ((uint64_t)1 << n) - 1 : UINT64_MAX;
        uint64_t yes = w->tied ? 0 : list->yes[from / 64];
        uint64_t ask = w->tied ? all : list->ask[from / 64];
        if (!w->options->any && (yes | ask)) {
            uint64_t can = possible(w, &list->end[from], n);
            yes &= can;
            ask &= can;
        }
        for (; ask; ask &= ask - 1) {
            unsigned i = (unsigned)__builtin_ctzll(ask);
            if (ask_position(w, &list->end[from + i]))
                yes |= (uint64_t)1 << i;
        }
        count(w, &list->end[from], yes);
        TRY(zdd_stream_add(&w->stream, yes, n, err));
    }
    return CODE_OK;
}

/* ---- beginnings ---- */

/* Ring g takes a code after the rings before it; false when a side has too many men. */
static bool set_ring(struct work *w, unsigned g, unsigned code, struct men before)
{
    struct end e = end_of(code, RING);
    unsigned shift = w->b->points - RING * (g + 1);
    decode(code, RING, w->point + RING * g);
    w->men = (struct men){before.whites + e.whites, before.blacks + e.blacks,
                          before.white | (uint32_t)e.white << shift,
                          before.black | (uint32_t)e.black << shift};
    return w->men.whites <= w->b->men && w->men.blacks <= w->b->men;
}

/* Numbers of all positions that have the current outermost ring. */
static uint64_t numbers_of_outer(const struct work *w)
{
    if (w->begins == 1)
        return w->list[w->men.whites][w->men.blacks]->ends;
    uint64_t numbers = 0;
    for (unsigned code = 0; code < RING_CODES; code++) {
        struct end e = end_of(code, RING);
        unsigned whites = w->men.whites + e.whites, blacks = w->men.blacks + e.blacks;
        if (whites <= w->b->men && blacks <= w->b->men)
            numbers += w->list[whites][blacks]->ends;
    }
    return numbers;
}

/* All second rings, given the turns that keep the outermost one. */
static enum code stream_second_rings(struct work *w, const uint8_t *keeper,
                                     unsigned keepers, struct error *err)
{
    const struct men outer = w->men;
    for (unsigned code = 0; code < RING_CODES; code++) {
        if (!set_ring(w, 1, code, outer))
            continue;
        bool smaller = false;
        w->tied = false;
        for (unsigned i = 0; i < keepers; i++) {
            unsigned image = w->turned[keeper[i]][code];
            smaller |= image < code;
            w->tied |= image == code;
        }
        if (smaller)
            TRY(zdd_stream_skip(&w->stream, w->list[w->men.whites][w->men.blacks]->ends,
                                err));
        else
            TRY(stream_ends(w, err));
    }
    return CODE_OK;
}

static enum code stream_outer(struct work *w, unsigned code, struct error *err)
{
    w->outer = code;
    if (!set_ring(w, 0, code, (struct men){0}))
        return CODE_OK;
    if (w->least[code] != code)
        return zdd_stream_skip(&w->stream, numbers_of_outer(w), err);
    uint8_t keeper[RING];
    unsigned keepers = 0;
    for (unsigned k = 1; k < w->b->turns; k++)
        if (w->turned[k][code] == code)
            keeper[keepers++] = (uint8_t)k;
    for (unsigned x = 0; x <= w->b->men; x++)
        for (unsigned y = 0; y <= w->b->men; y++)
            w->list[x][y]->filled = false;
    w->tied = keepers > 0;
    return w->begins == 1 ? stream_ends(w, err)
                          : stream_second_rings(w, keeper, keepers, err);
}

/* ---- the whole ---- */

static enum code save(struct work *w, struct error *err)
{
    w->saved = progress_clock();
    if (!w->options->checkpoint)
        return CODE_OK;
    return zdd_stream_save(&w->stream, w->options->checkpoint, &w->note, sizeof w->note,
                           err);
}

static enum code stream_all(struct work *w, struct error *err)
{
    if (w->begins == 0) { /* every turn keeps the empty beginning */
        w->tied = true;
        return stream_ends(w, err);
    }
    for (; w->note.ring < RING_CODES; w->note.ring++) {
        if (run_stopped(w->run)) {
            TRY(save(w, err));
            return error_set(err, CODE_INTERRUPTED,
                             "interrupted; run again to go on from the checkpoint");
        }
        if (progress_clock() - w->saved > w->options->checkpoint_every)
            TRY(save(w, err));
        TRY(stream_outer(w, (unsigned)w->note.ring, err));
        progress_update(&w->run->progress, zdd_stream_position(&w->stream), w->total,
                        "numbers", NULL);
    }
    return CODE_OK;
}

static enum code begin(struct work *w, struct error *err)
{
    struct morris_problem p;
    struct frontier f;
    morris_declare(&p, w->b);
    TRY(frontier_build(&p.problem, true, &f, err));
    w->total = f.count[f.nodes - 1];
    frontier_free(&f);
    unsigned bits = 0;
    while ((w->total - 1) >> bits)
        bits++;
    uint64_t memory = w->run->memory.limit - w->run->memory.used;
    const struct note wanted = {.men = w->b->men, .any = w->options->any};
    const char *path = w->options->checkpoint;
    if (path) {
        enum code code =
            zdd_stream_load(&w->stream, path, &w->note, sizeof w->note, memory, err);
        if (code != CODE_NO_TABLE && code != CODE_OK)
            return code;
        if (code == CODE_OK && w->note.men == wanted.men && w->note.any == wanted.any &&
            w->note.ring <= RING_CODES && w->stream.bits == bits)
            return CODE_OK;
        if (code == CODE_OK)
            return error_set(err, CODE_DAMAGED, "%s is the checkpoint of another diagram",
                             path);
    }
    w->note = wanted;
    return zdd_stream_start(&w->stream, bits, memory, err);
}

static enum code build(struct work *w, struct zdd *out, struct error *err)
{
    TRY(make_tables(w, err));
    TRY(begin(w, err));
    w->saved = progress_clock();
    progress_begin(&w->run->progress, "unique positions",
                   zdd_stream_position(&w->stream));
    TRY(stream_all(w, err));
    assert(zdd_stream_position(&w->stream) == w->total);
    return zdd_stream_finish(&w->stream, out, err);
}

enum code morris_unique(const struct morris_board *b,
                        const struct morris_unique_options *options, struct run *run,
                        struct zdd *out, struct morris_counts *counts, struct error *err)
{
    struct work *w;
    *out = (struct zdd){0};
    TRY(mem_small(1, sizeof *w, &w, err));
    w->b = b;
    w->options = options;
    w->run = run;
    w->begins = b->rings - 1;
    w->last = b->points - RING * w->begins;
    enum code code = build(w, out, err);
    progress_end(&run->progress);
    *counts = w->note.counts;
    zdd_stream_free(&w->stream);
    free(w->hitting);
    for (unsigned x = 0; x <= MORRIS_MEN; x++)
        for (unsigned y = 0; y <= MORRIS_MEN; y++)
            if (w->list[x][y]) {
                free(w->list[x][y]->end);
                free(w->list[x][y]);
            }
    free(w);
    return code;
}
