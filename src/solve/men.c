/* SPDX-License-Identifier: MIT
 *
 * The men engine: bit-parallel retrograde analysis of games with many equal men of two
 * colours on few points, N men's morris. A position is a set of occupied points and a
 * colouring of it. For one set all colourings lie in one vector, 2^k bits for k men, and
 * a man who moves from one point to another does so in all of them at once: the vector of
 * the new set with one index bit moved. Of symmetric sets there is one; the renaming of
 * the men that leads to it is an exchange of index bits as well. By exchanging the
 * colours after each move only one side to move is needed.
 *
 * Layers (games/morris/slots.h) are solved one after the other: k men on the board depend
 * on k - 1 through captures alone, and what a capture gives is found beforehand, once for
 * each colouring (men_take.c). The rest of the layer is swept ply by ply (men_slide.c,
 * men_fly.c). While men are placed every turn leads to an earlier layer, and a layer is
 * done in one pass (men_place.c).
 *
 * In memory are the codes of the layer and those it needs, one byte for each colouring,
 * the captures (another), and seven vectors. All but the codes can be made again, so the
 * codes are the checkpoint. Rows of bytes go from layer to layer: fresh memory has to be
 * cleared by the system, a fifth of the time of placing; what no colouring of the layer
 * has written in them is never asked for.
 */
#include "solve/men.h"

#include "solve/men_state.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READ = 1 << 20 /* codes read at a time */ };
_Static_assert(MEN_PLIES + 3 == 255,
               "codes above are bytes, too, and tell of an overflow");
_Static_assert((int)MEN_BITS >= MORRIS_POINTS && (int)MEN_AT_POINT >= MORRIS_CROSSING,
               "the kernels, which know no game, have room for every board");

static const struct morris_tables *tables_of(const struct variant *v)
{
    return strcmp(v->game->name, "morris") == 0 ? v->tables : NULL;
}

static uint64_t row_bytes(const struct morris_layer *l)
{
    return l->classes * men_row_bytes(l->men);
}

/* ---- sizes -------------------------------------------------------------------------- */

static const struct morris_layer *layer_with(const struct morris_slots *s, unsigned hand,
                                             unsigned men)
{
    unsigned i = men <= MORRIS_POINTS ? s->layer_of[hand][men] : UINT16_MAX;
    return i == UINT16_MAX ? NULL : &s->layer[i];
}

static uint64_t largest_row(const struct morris_tables *t)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < t->slots.layers; i++) {
        const uint64_t bytes = row_bytes(&t->slots.layer[i]);
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* Besides rows. */
static uint64_t bytes_for(const struct morris_tables *t, const struct morris_layer *l)
{
    return 4 * (uint64_t)READ + 2 * (sizeof(uint32_t) << l->men) + /* orders */
           (l->hand == 0 ? men_layer_bytes(t, l) : 0);
}

static uint64_t memory(const struct variant *v)
{
    const struct morris_tables *t = tables_of(v);
    uint64_t most = 0;
    for (unsigned i = 0; t && i < t->slots.layers; i++) {
        const struct morris_layer *l = &t->slots.layer[i];
        const uint64_t bytes = (l->hand ? 4 : 3) * largest_row(t) + bytes_for(t, l);
        most = bytes > most ? bytes : most;
    }
    /* Besides: tables of the game, index and buffers of the table that is written. */
    return t ? most + (16 << 20) + v->slots / 256 : 0;
}

/* Measured on nine and twelve men: 130 ns of one core for each slot without men in hand, 40 to
 * 65 with them, all plies and storing. */
static double seconds(const struct variant *v, int threads)
{
    const struct morris_slots *s = &tables_of(v)->slots;
    unsigned i = 0;
    while (i < s->layers && s->layer[i].hand == 0)
        i++;
    const double moving = (double)s->layer[i].first, all = (double)v->slots;
    return 0.2 + (moving * 130e-9 + (all - moving) * 50e-9) / threads;
}

/* Measured: 0.42 to 0.46 bytes for each slot in the table. A checkpoint holds one layer, and
 * the next one is written beside it. */
static uint64_t disk(const struct variant *v)
{
    const struct morris_slots *s = &tables_of(v)->slots;
    uint64_t most = 0;
    for (unsigned i = 0; i < s->layers; i++) {
        const uint64_t slots = s->layer[i + 1].first - s->layer[i].first;
        most = slots > most ? slots : most;
    }
    return v->slots / 2 + 2 * most;
}

/* ---- beginning and end -------------------------------------------------------------- */

static enum code start(const struct variant *v, struct run *run, struct solver **out,
                       struct error *err)
{
    struct solver *s;
    TRY(mem_small(1, sizeof *s, &s, err));
    s->v = v;
    s->t = tables_of(v);
    s->b = &s->t->board;
    s->run = run;
    s->kernel = men_kernel(0);
    men_sets_start(s);
    s->rows_bytes = largest_row(s->t);
    *out = s;
    return CODE_OK;
}

/* ---- rows ---- */

enum code men_rows_take(struct solver *s, uint8_t **out, struct error *err)
{
    unsigned i = 0;
    while (i < MEN_ROWS && s->rows[i].used)
        i++;
    assert(i < MEN_ROWS);
    if (!s->rows[i].at)
        TRY(mem_take(&s->run->memory, s->rows_bytes, 1, "codes", &s->rows[i].at, err));
    s->rows[i].used = true;
    *out = s->rows[i].at;
    return CODE_OK;
}

void men_rows_give(struct solver *s, const uint8_t *rows)
{
    for (unsigned i = 0; i < MEN_ROWS; i++)
        if (rows && s->rows[i].at == rows)
            s->rows[i].used = false;
}

static void free_rows(struct solver *s)
{
    for (unsigned i = 0; i < MEN_ROWS; i++)
        mem_give(&s->run->memory, s->rows[i].at, s->rows_bytes, 1);
}

static void drop(struct solver *s, struct men_codes *c)
{
    if (c->layer)
        men_rows_give(s, c->row);
    *c = (struct men_codes){0};
}

/* What only the work on a layer needs. */
static void put_away(struct solver *s)
{
    if (s->layer.classes)
        men_layer_end(s);
    if (s->order.colouring)
        men_order_free(&s->order, s);
    men_rows_give(s, s->taken);
    s->taken = NULL;
}

static void finish(struct solver *s)
{
    put_away(s);
    drop(s, &s->now);
    drop(s, &s->smaller);
    drop(s, &s->larger);
    free_rows(s);
    free(s);
}

/* ---- codes -------------------------------------------------------------------------- */

static uint16_t outside(uint8_t code)
{
    return (uint16_t)(code == 0  ? CODE_DRAWN
                      : code & 1 ? code_loss(code - 1u)
                                 : code_win(code - 1u));
}

/* 1 + plies, whoever wins. */
static uint8_t inside(uint16_t code)
{
    return (uint8_t)((code + 1) / 2);
}

static void codes(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out)
{
    while (count > 0) {
        struct morris_place at = morris_place_of(&s->t->slots, first);
        assert(at.layer == s->now.layer);
        const uint8_t *row = men_row(&s->now, at.number);
        const uint32_t *colouring = s->order.colouring + s->order.first[at.own] + at.rank;
        uint32_t n = at.size - at.rank;
        if (n > count)
            n = (uint32_t)count;
        for (uint32_t i = 0; i < n; i++)
            out[i] = outside(row[colouring[i]]);
        first += n;
        out += n;
        count -= n;
    }
}

/* ---- earlier layers ----------------------------------------------------------------- */

/* The reverse of codes: `o` is the order of the layer. */
static void spread(const struct solver *s, const struct men_order *o, struct men_codes *c,
                   uint64_t first, uint64_t count, const uint16_t *in)
{
    while (count > 0) {
        struct morris_place at = morris_place_of(&s->t->slots, first);
        uint8_t *row = men_row(c, at.number);
        const uint32_t *colouring = o->colouring + o->first[at.own] + at.rank;
        uint32_t n = at.size - at.rank;
        if (n > count)
            n = (uint32_t)count;
        for (uint32_t i = 0; i < n; i++)
            row[colouring[i]] = inside(in[i]);
        first += n;
        in += n;
        count -= n;
    }
}

static enum code read_layer(struct solver *s, const struct earlier *earlier,
                            struct men_codes *c, struct error *err)
{
    const struct morris_layer *l = c->layer;
    const uint64_t end = l->start[l->most + 1 - l->least];
    uint16_t *buffer;
    struct men_order order;
    TRY(mem_take(&s->run->memory, READ, sizeof *buffer, "codes", &buffer, err));
    enum code code = men_order_make(&order, s, l->men, l->least, l->most, err);
    for (uint64_t first = l->first; first < end && code == CODE_OK; first += READ) {
        uint64_t count = end - first < READ ? end - first : READ;
        code =
            earlier->read(earlier->context, first, count, (struct codes){buffer, 2}, err);
        if (code != CODE_OK)
            break;
        const uint64_t share = (count + 63) / 64;
#pragma omp parallel for num_threads(s->run->threads)
        for (uint64_t k = 0; k < count; k += share)
            spread(s, &order, c, first + k, count - k < share ? count - k : share,
                   buffer + k);
    }
    men_order_free(&order, s);
    mem_give(&s->run->memory, buffer, READ, sizeof *buffer);
    return code;
}

/* Brings the codes of a layer (none if null): from what is still there, or from the
 * table. */
static enum code bring(struct solver *s, const struct morris_layer *l,
                       const struct earlier *earlier, struct men_codes *held, unsigned n,
                       struct men_codes *out, struct error *err)
{
    for (unsigned i = 0; i < n; i++)
        if (l && held[i].layer == l) {
            *out = held[i];
            held[i] = (struct men_codes){0};
            return CODE_OK;
        }
    if (!l)
        return CODE_OK;
    TRY(men_rows_take(s, &out->row, err));
    out->layer = l;
    return read_layer(s, earlier, out, err);
}

static enum code bring_earlier(struct solver *s, const struct morris_layer *l,
                               const struct earlier *earlier, struct error *err)
{
    const struct morris_slots *slots = &s->t->slots;
    struct men_codes held[3] = {s->now, s->smaller, s->larger};
    const unsigned hand = l->hand ? l->hand - 1u : 0;
    const struct morris_layer *small =
        layer_with(slots, hand, l->hand ? l->men : l->men - 1u);
    const struct morris_layer *large =
        l->hand ? layer_with(slots, hand, l->men + 1u) : NULL;
    s->now = s->smaller = s->larger = (struct men_codes){0};
    for (unsigned i = 0; i < 3; i++)
        if (held[i].layer != small && held[i].layer != large)
            drop(s, &held[i]);
    enum code code = bring(s, small, earlier, held, 3, &s->smaller, err);
    if (code == CODE_OK)
        code = bring(s, large, earlier, held, 3, &s->larger, err);
    for (unsigned i = 0; i < 3; i++)
        drop(s, &held[i]);
    return code;
}

/* ---- a part ------------------------------------------------------------------------- */

static enum code fits(const struct solver *s, struct error *err)
{
    return s->too_long ? error_set(err, CODE_RESOURCES,
                                   "%s has distances above %d plies, which this engine "
                                   "cannot hold",
                                   s->v->name, MEN_PLIES)
                       : CODE_OK;
}

/* How many slots of a layer have each code. */
static void count_codes(struct solver *s)
{
    uint64_t found[256] = {0};
#pragma omp parallel for schedule(dynamic, 64) num_threads(s->run->threads) reduction(+ : found)
    for (uint32_t n = 0; n < s->now.layer->classes; n++) {
        const uint8_t *row = men_row(&s->now, n);
        for (uint32_t i = 0; i < s->order.first[s->order.most + 1]; i++)
            found[row[s->order.colouring[i]]]++;
    }
    memcpy(s->found, found, sizeof found);
}

static void clear_codes(struct solver *s)
{
#pragma omp parallel for schedule(dynamic, 64) num_threads(s->run->threads)
    for (uint32_t n = 0; n < s->now.layer->classes; n++)
        memset(men_row(&s->now, n), 0, men_row_bytes(s->now.layer->men));
}

static enum code begin(struct solver *s, unsigned part, const struct earlier *earlier,
                       struct error *err)
{
    const struct morris_layer *l = &s->t->slots.layer[part];
    if (!s->run->progress.task[0])
        progress_begin(&s->run->progress, "solving", l->first);
    put_away(s);
    TRY(bring_earlier(s, l, earlier, err));
    TRY(men_rows_take(s, &s->now.row, err));
    s->now.layer = l;
    s->loaded = false;
    TRY(men_order_make(&s->order, s, l->men, l->least, l->most, err));
    if (l->hand == 0) {
        clear_codes(s);
        return men_layer_start(s, err);
    }
    char note[GAME_NAME];
    snprintf(note, sizeof note, "%u in hand, %u men", l->hand, l->men);
    progress_update(&s->run->progress, l->first, s->v->slots, "entries", note);
    TRY(men_place(s, err));
    count_codes(s);
    if (s->found[MEN_PLIES + 2] || s->found[MEN_PLIES + 3])
        men_note_long(s);
    return fits(s, err);
}

static unsigned horizon(const struct solver *s)
{
    if (s->now.layer->hand == 0)
        return s->layer.last;
    for (unsigned code = 255; code > 0; code--)
        if (s->found[code])
            return code - 1;
    return 0;
}

static void load(struct solver *s, uint64_t first, uint64_t count, const uint16_t *from)
{
    spread(s, &s->order, &s->now, first, count, from);
    s->loaded = true;
}

static enum code step(struct solver *s, unsigned plies, uint64_t *decided,
                      struct error *err)
{
    if (s->now.layer->hand > 0) {
        *decided = plies < 255 ? s->found[plies + 1] : 0;
        return CODE_OK;
    }
    if (s->loaded && plies > 0)
        TRY(men_slide_resume(s, plies, err));
    s->loaded = false;
    if (plies > MEN_PLIES)
        men_note_long(s);
    TRY(fits(s, err));
    char note[GAME_NAME];
    snprintf(note, sizeof note, "%u men, ply %u", s->layer.k, plies);
    progress_update(&s->run->progress, s->now.layer->first, s->v->slots, "entries", note);
    return men_slide(s, plies, decided, err);
}

const struct engine men_engine = {
    .name = "men",
    .summary = "bit-parallel over all colourings of the occupied points",
    .memory = memory,
    .seconds = seconds,
    .disk = disk,
    .start = start,
    .begin = begin,
    .horizon = horizon,
    .most_plies = MEN_PLIES,
    .load = load,
    .step = step,
    .codes = codes,
    .finish = finish,
};
