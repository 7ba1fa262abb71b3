/* SPDX-License-Identifier: MIT
 *
 * The planes before the first ply: sizes, tables of the classes, memory. See planes.h.
 */
#include "gpu/planes.h"

#include <stdlib.h>
#include <string.h>

enum {
    STRIP_BYTES = 48 << 20, /* wider strips do not stay in the cache of a GPU */
    NARROW = 3              /* log of the width below which nothing is gained */
};

/* ---- memory ------------------------------------------------------------------------- */

enum code planes_take(struct planes *p, uint64_t count, uint64_t size, const char *what,
                      void *out_pointer, struct error *err)
{
    if (p->blocks == PLANES_BLOCKS)
        return error_set(err, CODE_RESOURCES, "no room for %s in the list of blocks",
                         what);
    TRY(device_take(p->device, count, size, what, &p->block[p->blocks], err));
    memcpy(out_pointer, &p->block[p->blocks], sizeof(void *));
    p->blocks++;
    p->bytes += count * size;
    return CODE_OK;
}

void planes_free(struct planes *p)
{
    while (p->blocks > 0)
        p->device->give(p->block[--p->blocks]);
}

/* Gives back what was taken last. */
static void drop(struct planes *p, uint64_t bytes)
{
    p->device->give(p->block[--p->blocks]);
    p->bytes -= bytes;
}

/* ---- prefix sums -------------------------------------------------------------------- */

/* value[0 .. n-1] become the sums of those before; *total is the sum of all. */
static enum code scan(struct planes *p, uint32_t *value, uint64_t n, uint64_t *total,
                      struct error *err)
{
    uint64_t chunks = (n + PLANES_CHUNK - 1) / PLANES_CHUNK;
    struct planes_scan args = {p->count, value, n, NULL};
    uint32_t *sums;
    TRY(planes_take(p, chunks, sizeof *sums, "prefix sums", &args.chunk, err));
    TRY(mem_small(chunks, sizeof *sums, &sums, err));
    p->kernels->add_chunk(&args, chunks);
    p->device->get(sums, args.chunk, chunks * sizeof *sums);
    *total = 0;
    for (uint64_t i = 0; i < chunks; i++) {
        uint32_t sum = sums[i];
        sums[i] = (uint32_t)*total;
        *total += sum;
    }
    p->device->put(args.chunk, sums, chunks * sizeof *sums);
    p->kernels->spread_chunk(&args, chunks);
    free(sums);
    drop(p, chunks * sizeof *sums);
    if (*total > UINT32_MAX)
        return error_set(err, CODE_RESOURCES, "the board has too many moves");
    return p->device->fault(err);
}

/* ---- tables of a class -------------------------------------------------------------- */

static struct planes_tables tables_of(const struct planes *p,
                                      const struct planes_class *k)
{
    struct planes_tables t = {.count = p->count, .half = p->device_half};
    t.class_ = k->class_;
    t.none = k->none;
    t.one = k->one;
    t.live = k->live;
    t.row_of = k->row_of;
    t.canonical = k->canonical;
    t.image = k->image;
    t.place = k->place;
    t.shows = k->shows;
    t.push[0] = k->push[0];
    t.push[1] = k->push[1];
    t.mobility = k->mobility;
    t.column_shows[0] = k->column_shows[0];
    t.column_shows[1] = k->column_shows[1];
    t.column_self = k->column_self;
    t.columns = k->columns;
    t.first_kill = k->first_kill;
    return t;
}

static enum code number_rows(struct planes *p, struct planes_class *k, struct error *err)
{
    uint64_t live;
    TRY(planes_take(p, (uint64_t)k->one + 1, 4, "the rows", &k->row_of, err));
    struct planes_tables t = tables_of(p, k);
    p->kernels->mark_live(&t, k->one);
    TRY(scan(p, k->row_of, (uint64_t)k->one + 1, &live, err));
    k->live = (uint32_t)live;
    k->rows = k->none + k->live + 1;
    return CODE_OK;
}

static enum code number_columns(struct planes *p, struct planes_class *k,
                                struct error *err)
{
    uint64_t open, kills, n = (uint64_t)k->none + 1;
    TRY(planes_take(p, k->none, 4, "the columns", &k->canonical, err));
    TRY(planes_take(p, k->none, 4, "the columns", &k->image, err));
    TRY(planes_take(p, k->none, 4, "the columns", &k->place, err));
    struct planes_tables t = tables_of(p, k);
    TRY(planes_take(p, n, 4, "the columns", &t.flag[0], err));
    TRY(planes_take(p, n, 4, "the columns", &t.flag[1], err));
    p->kernels->mark_column(&t, k->none);
    TRY(scan(p, t.flag[0], n, &open, err));
    TRY(scan(p, t.flag[1], n, &kills, err));
    k->first_kill = t.first_kill = (uint32_t)open;
    k->columns = (uint32_t)(open + kills);
    p->kernels->place_column(&t, k->none);
    drop(p, 4 * n);
    drop(p, 4 * n);
    return p->device->fault(err);
}

/* Strips that stay in the cache, and no wider than the rows. */
static uint32_t log_width(uint64_t rows, uint64_t words)
{
    uint32_t log = 0;
    while (log < 5 && (uint64_t)1 << log < words &&
           (log < NARROW || rows << (log + 3) <= STRIP_BYTES))
        log++;
    return log;
}

static void shape(struct planes *p, struct planes_class *k)
{
    uint32_t words = (planes_star(p, k)->columns + 31) / 32;
    k->log_width = log_width(k->rows, words);
    k->strips = (words + (1u << k->log_width) - 1) >> k->log_width;
    k->table_at = p->table_words;
    k->other_at = p->other_words;
    p->table_words += ((uint64_t)k->strips * k->rows) << k->log_width;
    p->other_words += ((uint64_t)k->strips * k->none) << k->log_width;
}

/* Measured: of the halves with one threat 0.6 are live; a piece has 4 to 5 moves inside, and
 * the lists of a row take quads of 16 bytes. */
static uint64_t class_memory(const struct nocca_halves *h, unsigned i)
{
    const uint64_t none = h->halves[0][i], one = h->halves[1][i], live = one / 10 * 6;
    const uint64_t columns = h->halves[0][half_partner(h, i)] / 2 + 1;
    const uint64_t words = (columns + 31) / 32,
                   width = 1u << log_width(none + live, words);
    const uint64_t across = (words + width - 1) / width * width;
    const unsigned white = i / HALF_SIDE, black = i % HALF_SIDE;
    const uint64_t pushed = 0u + (white < h->columns) + (black < h->columns);
    uint64_t lists = none * (12 * (uint64_t)(white + black) + 60) + live * 28;
    return 4 * across * (2 * (none + live) + (1 + PLANES_DEPTH) * none) + 12 * none +
           4 * one + 4 * h->columns * pushed * none + lists;
}

uint64_t planes_memory(const struct nocca_halves *h)
{
    uint64_t bytes = 64 << 20;
    for (unsigned i = 0; i < HALF_CLASSES; i++)
        if (i / HALF_SIDE <= h->columns && i % HALF_SIDE <= h->columns)
            bytes += class_memory(h, i);
    return bytes + bytes / 16;
}

static enum code describe(struct planes *p, struct planes_class *k, struct error *err)
{
    const struct planes_class *star = planes_star(p, k);
    uint64_t words = (uint64_t)star->strips << star->log_width, n = k->none;
    uint64_t across = (uint64_t)k->strips << k->log_width;
    TRY(planes_take(p, 32 * words, 2, "the columns", &k->mobility, err));
    TRY(planes_take(p, words, 4, "the columns", &k->column_shows[0], err));
    TRY(planes_take(p, words, 4, "the columns", &k->column_shows[1], err));
    TRY(planes_take(p, words, 4, "the columns", &k->column_self, err));
    TRY(planes_take(p, k->rows, 1, "the rows", &k->shows, err));
    if (k->white < p->half.columns)
        TRY(planes_take(p, n * p->half.columns, 4, "the rows", &k->push[0], err));
    if (k->black < p->half.columns)
        TRY(planes_take(p, n * p->half.columns, 4, "the rows", &k->push[1], err));
    TRY(planes_take(p, n, 1, "the rows", &k->open_rows, err));
    TRY(planes_take(p, across, 4, "the columns", &k->open_columns, err));
    TRY(planes_take(p, across * star->strips, 4, "the columns", &k->open_tiles, err));
    struct planes_tables t = tables_of(p, k);
    p->kernels->describe_column(&t, k->columns);
    p->kernels->describe_row(&t, k->none);
    p->kernels->describe_threat(&t, k->one);
    return p->device->fault(err);
}

/* The lists of one or two kinds, the second for the rows with a threat. */
static enum code make_list(struct planes *p, struct planes_class *k,
                           enum planes_list list, uint32_t before,
                           struct planes_rows *out, struct error *err)
{
    struct planes_tables t = tables_of(p, k), ends;
    bool all = list == PLANES_BLACK_STAYS;
    uint64_t rows = all ? k->rows : k->none, quads;
    t.list = list;
    t.before = before;
    TRY(planes_take(p, rows + 1, 4, "the moves", &out->start, err));
    t.start = out->start;
    p->kernels->count_list(&t, k->none);
    ends = t;
    ends.list = PLANES_BLACK_ENDS;
    if (all)
        p->kernels->count_list(&ends, k->one);
    TRY(scan(p, out->start, rows + 1, &quads, err));
    TRY(planes_take(p, quads + 2, sizeof *out->quad, "the moves", &out->quad, err));
    ends.quad = t.quad = out->quad;
    p->kernels->fill_list(&t, k->none);
    if (all)
        p->kernels->fill_list(&ends, k->one);
    return p->device->fault(err);
}

static enum code make_lists(struct planes *p, struct planes_class *k, struct error *err)
{
    TRY(make_list(p, k, PLANES_BLACK_STAYS, 0, &k->black_stays, err));
    TRY(make_list(p, k, PLANES_WHITE_STAYS, 0, &k->white_stays, err));
    if (k->black > 0)
        TRY(make_list(p, k, PLANES_BLACK_GOES, (k - 1)->none, &k->black_goes, err));
    if (k->white > 0)
        TRY(make_list(p, k, PLANES_WHITE_GOES, (k - 6)->none, &k->white_goes, err));
    return CODE_OK;
}

/* ---- the planes --------------------------------------------------------------------- */

static struct planes_begin begin_of(struct planes *p, const struct planes_class *k)
{
    const struct planes_class *x = planes_star(p, k);
    struct planes_begin a = {.count = p->count, .half = p->device_half};
    a.class_ = k->class_;
    a.none = k->none;
    a.live = k->live;
    a.one = k->one;
    a.row_of = k->row_of;
    a.columns = x->columns;
    a.width = 1u << k->log_width;
    a.strips = k->strips;
    a.mobility = x->mobility;
    a.column_shows[0] = x->column_shows[0];
    a.column_shows[1] = x->column_shows[1];
    a.column_self = x->column_self;
    a.won = p->won + k->table_at;
    a.lost = p->lost + k->table_at;
    return a;
}

void planes_lose(struct planes *p, const struct planes_class *k)
{
    struct planes_begin a = begin_of(p, k);
    p->kernels->lose_shared(&a, (uint64_t)a.strips * a.width);
}

static enum code take_planes(struct planes *p, struct error *err)
{
    uint64_t inside = 0, gone = 0, come = 0;
    for (unsigned i = 0; i < PACK_CLASSES; i++) {
        const struct planes_class *k = &p->class_[i], *x;
        if (k->rows == 0)
            continue;
        x = planes_star(p, k);
        uint64_t words = (uint64_t)k->strips << k->log_width;
        uint64_t across = (uint64_t)x->strips << x->log_width;
        if (k->none * words > inside)
            inside = k->none * words;
        if (k->black > 0 && p->half.columns * (k - 1)->none * words > gone)
            gone = p->half.columns * (k - 1)->none * words;
        if (x->white > 0 && p->half.columns * (x - 6)->none * across > come)
            come = p->half.columns * (x - 6)->none * across;
    }
    TRY(planes_take(p, p->table_words, 4, "the planes", &p->won, err));
    TRY(planes_take(p, p->table_words, 4, "the planes", &p->lost, err));
    TRY(planes_take(p, p->other_words, 4, "the planes", &p->other, err));
    TRY(planes_take(p, p->other_words, 4 * PLANES_DEPTH, "the plies", &p->depth, err));
    TRY(planes_take(p, inside, 4, "the moves inside", &p->inside, err));
    TRY(planes_take(p, gone, 4, "the moves across", &p->gone, err));
    return planes_take(p, come, 4, "the moves across", &p->come, err);
}

static enum code begin(struct planes *p, struct error *err)
{
    p->device->clear(p->count, KERNEL_COUNTERS * sizeof *p->count);
    for (unsigned i = 0; i < PACK_CLASSES; i++) {
        const struct planes_class *k = &p->class_[i];
        if (k->rows == 0)
            continue;
        struct planes_begin a = begin_of(p, k);
        p->kernels->begin_word(&a, ((uint64_t)k->none + k->one + 1) * a.width * a.strips);
    }
    p->device->get(p->stuck, p->count, sizeof p->stuck);
    return p->device->fault(err);
}

static enum code make_all(struct planes *p, const struct nocca_halves *h,
                          struct error *err)
{
    TRY(planes_take(p, KERNEL_COUNTERS, sizeof *p->count, "counters", &p->count, err));
    TRY(planes_put_halves(p, h, err));
    const unsigned c = p->half.columns;
    for (unsigned i = 0; i < PACK_CLASSES; i++) {
        struct planes_class *k = &p->class_[i];
        if (i / 6 > c || i % 6 > c)
            continue;
        *k = (struct planes_class){.class_ = i, .white = i / 6, .black = i % 6};
        k->none = h->halves[0][i];
        k->one = h->halves[1][i];
        TRY(number_rows(p, k, err));
        TRY(number_columns(p, k, err));
    }
    for (unsigned i = 0; i < PACK_CLASSES; i++)
        if (p->class_[i].rows)
            shape(p, &p->class_[i]);
    for (unsigned i = 0; i < PACK_CLASSES; i++)
        if (p->class_[i].rows) {
            TRY(describe(p, &p->class_[i], err));
            TRY(make_lists(p, &p->class_[i], err));
        }
    TRY(take_planes(p, err));
    return begin(p, err);
}

enum code planes_make(struct planes *p, const struct nocca_halves *halves,
                      const struct device *device, const struct planes_kernels *kernels,
                      struct run *run, struct error *err)
{
    memset(p, 0, sizeof *p);
    p->device = device;
    p->kernels = kernels;
    p->run = run;
    enum code code = make_all(p, halves, err);
    if (code != CODE_OK)
        planes_free(p);
    return code;
}
