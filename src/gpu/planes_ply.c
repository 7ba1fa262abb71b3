/* SPDX-License-Identifier: MIT
 *
 * A ply: four kinds of tiles and the update of every class. See planes.h.
 */
#include "gpu/planes.h"

#include <string.h>

/* What the tiles of a ply start from: the children that matter. */
struct source {
    const uint32_t *table;
    uint32_t complement;
    bool all; /* nothing is known yet about what is open */
};

static void set_rows(struct planes_tile *t, const struct planes_class *in, bool mirrored)
{
    t->rows = in->columns;
    t->in = mirrored ? in->image : in->canonical;
    t->mate = mirrored ? in->canonical : in->image;
    t->mirrored = mirrored;
}

/* The plane whose rows are those of a class; with so many rows of that width. */
static void set_source(struct planes_tile *t, const struct planes_class *k,
                       const uint32_t *plane, uint32_t rows, uint32_t complement)
{
    t->source = plane;
    t->source_rows = rows;
    t->log_width = k->log_width;
    t->strips = k->strips;
    t->complement = complement;
}

/* The plane that is made: its rows are of class `rows`, columns like those of `like`. */
static void set_target(struct planes_tile *t, const struct planes_class *rows,
                       const struct planes_class *like, uint32_t *plane, uint32_t times)
{
    t->target = plane;
    t->target_rows = times * rows->none;
    t->target_log_width = like->log_width;
    t->out = t->mirrored ? rows->image : rows->canonical;
    t->outs = rows->columns;
    t->out_step = times > 1 ? rows->none : 0;
}

static void run_tiles(const struct planes *p, struct planes_tile *t)
{
    uint32_t rows = PLANES_TILE >> t->log_width;
    t->columns = p->half.columns;
    t->row_tiles = (t->rows + rows - 1) / rows;
    uint64_t tiles = (uint64_t)t->row_tiles * t->strips;
    p->kernels->tile(t, t->kind == PLANES_PUSH ? tiles * t->columns : tiles);
}

/* Mirror images come second; where every column is its own there are none. */
static bool has_images(const struct planes_class *rows)
{
    return rows->columns < rows->none;
}

/* S of class k: the table with white to move. */
static void turn_table(struct planes *p, const struct planes_class *k,
                       const struct source *s)
{
    const struct planes_class *x = planes_star(p, k);
    for (int mirrored = 0; mirrored <= has_images(k); mirrored++) {
        struct planes_tile t = {.kind = PLANES_COPY};
        set_rows(&t, x, mirrored);
        set_source(&t, x, s->table + x->table_at, x->rows, s->complement);
        set_target(&t, k, k, p->other + k->other_at, 1);
        run_tiles(p, &t);
    }
}

/* From x to a: with the piece in hand, rows are x without it, columns a before it comes. */
static void come(struct planes *p, const struct planes_class *k, const struct source *s)
{
    const struct planes_class *more = k + 1, *hand = planes_star(p, more);
    for (int mirrored = 0; mirrored <= has_images(hand); mirrored++) {
        struct planes_tile t = {.kind = PLANES_PUSH};
        set_rows(&t, k, mirrored);
        set_source(&t, more, p->other + more->other_at, more->none, 0);
        t.push = k->push[1];
        t.push_halves = k->none;
        t.open_rows = s->all ? NULL : k->open_rows;
        set_target(&t, hand, planes_star(p, k), p->come, p->half.columns);
        run_tiles(p, &t);
    }
}

/* Inside x, and from x to a. */
static void stay(struct planes *p, const struct planes_class *k, const struct source *s)
{
    const struct planes_class *x = planes_star(p, k);
    for (int mirrored = 0; mirrored <= has_images(k); mirrored++) {
        struct planes_tile t = {.kind = PLANES_MOVES};
        set_rows(&t, x, mirrored);
        set_source(&t, x, s->table + x->table_at, x->rows, s->complement);
        t.start = x->white_stays.start;
        t.quad = x->white_stays.quad;
        if (x->white > 0) {
            t.start2 = x->white_goes.start;
            t.quad2 = x->white_goes.quad;
            t.source2 = p->come;
            t.source2_rows = p->half.columns * (x - 6)->none;
        }
        t.open_columns = s->all ? NULL : k->open_tiles;
        t.open_words = k->strips << k->log_width;
        set_target(&t, k, k, p->inside, 1);
        run_tiles(p, &t);
    }
}

/* From a to x: rows are a without the piece in hand, columns x before it comes. */
static void go(struct planes *p, const struct planes_class *k, const struct source *s)
{
    const struct planes_class *x = planes_star(p, k), *hand = k - 1;
    const struct planes_class *more = planes_star(p, hand);
    for (int mirrored = 0; mirrored <= has_images(hand); mirrored++) {
        struct planes_tile t = {.kind = PLANES_PUSH};
        set_rows(&t, x, mirrored);
        set_source(&t, more, s->table + more->table_at, more->rows, s->complement);
        t.push = x->push[0];
        t.push_halves = x->none;
        t.open_columns = s->all ? NULL : k->open_columns;
        set_target(&t, hand, k, p->gone, p->half.columns);
        run_tiles(p, &t);
    }
}

static void update(struct planes *p, const struct planes_class *k, unsigned plies)
{
    const struct planes_class *x = planes_star(p, k);
    struct planes_update u = {.count = p->count, .odd = plies & 1, .plies = plies};
    u.none = k->none;
    u.live = k->live;
    u.log_width = k->log_width;
    u.strips = k->strips;
    u.start = k->black_stays.start;
    u.quad = k->black_stays.quad;
    u.other = p->other + k->other_at;
    u.inside = p->inside;
    if (k->black > 0) {
        u.start_goes = k->black_goes.start;
        u.quad_goes = k->black_goes.quad;
        u.gone = p->gone;
        u.gone_rows = p->half.columns * (k - 1)->none;
    }
    u.shows = k->shows;
    u.column_shows[0] = x->column_shows[0];
    u.column_shows[1] = x->column_shows[1];
    u.column_self = x->column_self;
    u.won = p->won + k->table_at;
    u.lost = p->lost + k->table_at;
    u.open_tiles = k->open_tiles;
    u.open_columns = k->open_columns;
    u.place = k->place;
    u.log_tile = 5 + x->log_width;
    u.open_rows = k->open_rows;
    u.depth = p->depth + k->other_at;
    u.depth_words = p->other_words;
    const uint64_t words = (uint64_t)k->strips << k->log_width;
    p->device->clear(k->open_tiles, x->strips * words * 4);
    p->device->clear(k->open_columns, words * 4);
    p->device->clear(k->open_rows, k->none);
    p->kernels->update(&u, planes_blocks(&u) * k->strips);
}

/* Reads only what odd or even plies before have left, so classes may be updated in place. */
enum code planes_ply(struct planes *p, unsigned plies, uint64_t decided[2],
                     struct error *err)
{
    struct source s = {.all = plies == 1};
    s.table = plies & 1 ? p->lost : p->won;
    s.complement = plies & 1 ? 0 : UINT32_MAX;
    p->device->clear(p->count, KERNEL_COUNTERS * sizeof *p->count);
    for (unsigned i = 0; i < PACK_CLASSES; i++)
        if (p->class_[i].rows)
            turn_table(p, &p->class_[i], &s);
    for (unsigned i = 0; i < PACK_CLASSES; i++) {
        const struct planes_class *k = &p->class_[i];
        if (k->rows == 0)
            continue;
        if (k->black < p->half.columns)
            come(p, k, &s);
        stay(p, k, &s);
        if (k->black > 0)
            go(p, k, &s);
        update(p, k, plies);
        if (plies == 2)
            planes_lose(p, k);
    }
    p->device->get(decided, p->count, 2 * sizeof *decided);
    return p->device->fault(err);
}

void planes_codes_put(struct planes *p, const struct nocca_halves *h, uint64_t first,
                      uint64_t count, uint8_t *codes)
{
    struct planes_codes a = {.count = p->count, .first = first, .code = codes};
    a.won = p->won;
    a.lost = p->lost;
    a.depth = p->depth;
    a.depth_words = p->other_words;
    a.strip = HALF_STRIP;
    for (unsigned i = 0; i < PACK_CLASSES; i++) {
        const struct planes_class *k = &p->class_[i];
        if (k->rows == 0)
            continue;
        struct planes_shape *s = &a.shape[a.classes++];
        s->slots_before = h->slot_start[i];
        s->table_at = k->table_at;
        s->other_at = k->other_at;
        s->none = k->none;
        s->rows = k->rows;
        s->log_width = k->log_width;
        s->columns = planes_star(p, k)->first_kill;
    }
    p->kernels->code(&a, count);
}
