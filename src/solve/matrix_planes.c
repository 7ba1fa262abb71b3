/* SPDX-License-Identifier: MIT
 * Memory of the matrix engine, and the positions that are decided from the start; see
 * matrix_solver.h. */
#include "solve/matrix_solver.h"
#include "solve/matrix_tables.h"

#include <stdlib.h>
#include <string.h>

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* One column's part of what class k gives to the class with one black less. */
static uint64_t from_b_bytes(const struct matrix_board *b, const struct matrix_class *k)
{
    const struct matrix_class *less = &b->class[k->k - 1];
    const struct matrix_class *y = &b->class[less->partner];
    return (uint64_t)y->strips * b->class[k->partner].quiet * y->width;
}

uint64_t matrix_open_bytes(const struct matrix_board *b, const struct matrix_class *k)
{
    if (b->halves->odd) /* nothing is listed */
        return 0;
    return (uint64_t)k->strips * 2 * b->class[k->partner].strips * k->width;
}

uint64_t matrix_open_less_bytes(const struct matrix_board *b,
                                const struct matrix_class *k)
{
    if (k->k % HALF_SIDE == 0 || b->halves->odd)
        return 0;
    const struct matrix_class *less = &b->class[k->k - 1];
    return (uint64_t)k->strips * 2 * b->class[less->partner].strips * k->width;
}

static void work_sizes(const struct matrix_board *b, struct matrix_work *w)
{
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        const struct matrix_class *k = &b->class[i];
        if (!k->used)
            continue;
        w->source_bytes =
            larger(w->source_bytes, (uint64_t)k->strips * k->quiet * k->width);
        w->strips = larger(w->strips, k->strips);
        w->open_bytes = larger(w->open_bytes, matrix_open_bytes(b, k));
        w->open_less_bytes = larger(w->open_less_bytes, matrix_open_less_bytes(b, k));
        if (i % HALF_SIDE == 0 || b->halves->odd)
            continue;
        const struct matrix_class *less = k - 1, *y = &b->class[less->partner];
        w->to_b_bytes = larger(w->to_b_bytes, (uint64_t)b->halves->columns * k->strips *
                                                  less->quiet * k->width);
        w->from_b_bytes =
            larger(w->from_b_bytes, b->halves->columns * from_b_bytes(b, k));
        w->wanted_bytes = larger(w->wanted_bytes, (uint64_t)k->strips * 2 * y->strips);
    }
}

uint64_t matrix_plane_bytes(const struct matrix_board *b)
{
    struct matrix_work w = {0};
    uint64_t bytes = 0;
    work_sizes(b, &w);
    for (unsigned i = 0; i < HALF_CLASSES; i++)
        if (b->class[i].used)
            bytes += 2 * matrix_plane(&b->class[i]) + matrix_open_bytes(b, &b->class[i]) +
                     matrix_open_less_bytes(b, &b->class[i]) +
                     3ull * b->class[i].strips * b->class[i].width + b->class[i].strips;
    return bytes + 2 * w.source_bytes + w.to_b_bytes + 2 * w.from_b_bytes +
           w.wanted_bytes;
}

static enum code make_class(struct solver *s, struct matrix_class *k, struct error *err)
{
    struct budget *m = &s->run->memory;
    const uint64_t mask = (uint64_t)k->strips * k->width + 64;
    TRY(mem_take(m, matrix_plane(k) + 64, 1, "the planes", &k->won, err));
    TRY(mem_take(m, matrix_plane(k) + 64, 1, "the planes", &k->lost, err));
    TRY(mem_take(m, mask, 1, "the masks", &k->white, err));
    TRY(mem_take(m, mask, 1, "the masks", &k->black, err));
    TRY(mem_take(m, mask, 1, "the masks", &k->same, err));
    TRY(mem_take(m, matrix_open_bytes(&s->board, k) + 64, 1, "the flags", &k->open, err));
    TRY(mem_take(m, matrix_open_less_bytes(&s->board, k) + 64, 1, "the flags",
                 &k->open_less, err));
    TRY(mem_take(m, k->strips + 64, 1, "the flags", &k->busy, err));
    memset(k->busy, 255, k->strips);
    k->news[0] = k->news[1] = true;
    memset(k->open, 255, matrix_open_bytes(&s->board, k));
    memset(k->open_less, 255, matrix_open_less_bytes(&s->board, k));
    return CODE_OK;
}

/* A record of a unit has at most a bit per column, a bit per word and one per line. */
static uint64_t packed_bytes(const struct matrix_board *b)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        const struct matrix_class *k = &b->class[i];
        uint64_t lines = (uint64_t)k->unit_rows * k->unit_strips;
        most = larger(most, lines * (8ull * k->width + (k->width + 7) / 8 + 1) / 8);
    }
    return most + 64;
}

static enum code make_worker(struct solver *s, struct matrix_worker *w, struct error *err)
{
    struct budget *m = &s->run->memory;
    TRY(mem_take(m, HALF_COLUMNS, MATRIX_TILE * MATRIX_LINE, "tiles", &w->tile, err));
    TRY(mem_take(m, s->work.strips + 64, 1, "the flags", &w->part.busy, err));
    TRY(mem_take(m, s->work.open_bytes + 64, 1, "the flags", &w->part.open, err));
    TRY(mem_take(m, s->work.open_less_bytes + 64, 1, "the flags", &w->part.open_less,
                 err));
    for (int i = 0; i < 2; i++)
        TRY(mem_take(m, s->packed_bytes, 1, "records", &w->packed[i], err));
    w->unit = UINT64_MAX;
    return CODE_OK;
}

enum code matrix_make_planes(struct solver *s, struct error *err)
{
    struct budget *m = &s->run->memory;
    struct matrix_work *w = &s->work;
    work_sizes(&s->board, w);
    s->packed_bytes = packed_bytes(&s->board);
    for (unsigned i = 0; i < HALF_CLASSES; i++)
        if (s->board.class[i].used)
            TRY(make_class(s, &s->board.class[i], err));
    TRY(mem_take(m, w->source_bytes + 64, 1, "the working space", &w->source, err));
    TRY(mem_take(m, w->source_bytes + 64, 1, "the working space", &w->inside, err));
    TRY(mem_take(m, w->to_b_bytes + 64, 1, "the working space", &w->to_b, err));
    for (int i = 0; i < 2; i++)
        TRY(mem_take(m, w->from_b_bytes + 64, 1, "the working space", &w->from_b[i],
                     err));
    TRY(mem_take(m, w->wanted_bytes + 1, 1, "the working space", &w->wanted, err));
    TRY(mem_take(m, w->strips + 1, 1, "the working space", &w->needed, err));
    TRY(mem_small((size_t)s->run->threads, sizeof *s->worker, &s->worker, err));
    for (int i = 0; i < s->run->threads; i++)
        TRY(make_worker(s, &s->worker[i], err));
    return CODE_OK;
}

void matrix_free_planes(struct solver *s)
{
    struct budget *m = &s->run->memory;
    struct matrix_work *w = &s->work;
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        struct matrix_class *k = &s->board.class[i];
        const uint64_t mask = (uint64_t)k->strips * k->width + 64;
        if (!k->used)
            continue;
        mem_give(m, k->won, matrix_plane(k) + 64, 1);
        mem_give(m, k->lost, matrix_plane(k) + 64, 1);
        mem_give(m, k->white, mask, 1);
        mem_give(m, k->black, mask, 1);
        mem_give(m, k->same, mask, 1);
        mem_give(m, k->busy, k->strips + 64, 1);
        mem_give(m, k->open, matrix_open_bytes(&s->board, k) + 64, 1);
        mem_give(m, k->open_less, matrix_open_less_bytes(&s->board, k) + 64, 1);
    }
    mem_give(m, w->source, w->source_bytes + 64, 1);
    mem_give(m, w->inside, w->source_bytes + 64, 1);
    mem_give(m, w->to_b, w->to_b_bytes + 64, 1);
    for (int i = 0; i < 2; i++)
        mem_give(m, w->from_b[i], w->from_b_bytes + 64, 1);
    mem_give(m, w->wanted, w->wanted_bytes + 1, 1);
    mem_give(m, w->needed, w->strips + 1, 1);
    for (int i = 0; s->worker && i < s->run->threads; i++) {
        struct matrix_worker *t = &s->worker[i];
        mem_give(m, t->tile, HALF_COLUMNS, MATRIX_TILE * MATRIX_LINE);
        mem_give(m, t->part.busy, w->strips + 64, 1);
        mem_give(m, t->part.open, w->open_bytes + 64, 1);
        mem_give(m, t->part.open_less, w->open_less_bytes + 64, 1);
        for (int j = 0; j < 2; j++)
            mem_give(m, t->packed[j], s->packed_bytes, 1);
        free(t->codes);
        free(t->open);
        free(t->record);
    }
    free(s->worker);
}

/* ---- first values --------------------------------------------------------------------- */

enum { CAN_MOVE = 1 << 15 };

static unsigned spread(unsigned mask)
{
    return mask | mask << 1 | mask >> 1;
}

/* Neither inside a half nor over the middle can black move: a and x as matrix_mobility
 * gives them. */
static bool stuck(unsigned a, unsigned x)
{
    return !(x & CAN_MOVE) && !(spread(a & 31) & x >> 5 & 31) &&
           !(spread(x & 31) & a >> 5 & 31);
}

static void set_bit(uint8_t *plane, const struct matrix_class *k, uint32_t row,
                    uint32_t column)
{
    const uint32_t strip = 8 * k->width;
    plane[((uint64_t)(column / strip) * k->rows + row) * k->width + column % strip / 8] |=
        (uint8_t)(1u << column % 8);
}

/* Columns that do not exist are won, so that nothing looks at them. */
static void pad(struct matrix_class *k, uint32_t from, uint32_t to)
{
    const uint32_t strip = 8 * k->width;
    if (from == to)
        return;
    uint8_t *lines = k->won + (uint64_t)(from / strip) * k->rows * k->width;
    for (uint32_t row = 0; row < k->rows; row++, lines += k->width)
        for (uint32_t c = from % strip; c < strip; c++)
            lines[c / 8] |= (uint8_t)(1u << c % 8);
}

/* Has a colour no step inside the front, inside the tail? Other steps are rare then. */
static bool still_front(const struct matrix_front *front, int colour)
{
    return front->move[colour] == front->move[colour + 1];
}

static bool still_tail(const struct matrix_tails *tails, int colour, uint32_t t)
{
    return colour == BLACK ? (tails->flags[t] & MATRIX_STILL) != 0
                           : tails->start[WHITE][t] == tails->start[WHITE][t + 1];
}

/* The half of a front and a tail. */
static struct half half_of(const struct matrix_board *b, uint32_t m, unsigned rest,
                           uint32_t t)
{
    const struct matrix_tails *tails = &b->tails[rest];
    const bool loud = t >= tails->quiet;
    struct half x = {.front = m, .second = m};
    x.class = (uint8_t)(b->front[m].class + rest);
    tail_at(b->halves, rest, loud, loud ? tails->mirror[t] : t, &x);
    return x;
}

static void make_masks(const struct matrix_board *b, struct matrix_class *k,
                       uint32_t column, uint32_t m, uint32_t t)
{
    const unsigned rest = k->partner - b->front[m].class;
    const unsigned flags = b->front[m].showing | b->tails[rest].flags[t];
    const unsigned both = MATRIX_KEPT | MATRIX_IMAGE_KEPT;
    const uint8_t bit = (uint8_t)(1u << column % 8);
    if (flags & MATRIX_SHOWS_WHITE)
        k->white[column / 8] |= bit;
    if (flags & MATRIX_SHOWS_BLACK)
        k->black[column / 8] |= bit;
    if (b->halves->any.row[m].turn == HALF_EQUAL && (flags & both) == both)
        k->same[column / 8] |= bit;
}

/* Halves in which a colour has no step inside; they are few. */
struct still {
    uint32_t count, room;
    struct still_half {
        uint32_t at;
        unsigned mobility, shows;
    } * half;
    bool failed;
};

static void add_still(struct still *list, uint32_t at, unsigned mobility, unsigned shows)
{
    if (list->count == list->room) {
        uint32_t room = list->room ? 2 * list->room : 1024;
        struct still_half *half = realloc(list->half, room * sizeof *half);
        list->failed |= !half;
        if (!half)
            return;
        list->half = half;
        list->room = room;
    }
    list->half[list->count++] = (struct still_half){at, mobility, shows};
}

/* Masks of a strip's columns, and the columns where black (white in x) has no step. */
static void scan_strip(struct solver *s, struct matrix_class *k, uint32_t i,
                       struct matrix_columns *at, struct still *list)
{
    const struct matrix_board *b = &s->board;
    const uint32_t strip = 8 * k->width;
    unsigned n = matrix_columns(b, &b->class[k->partner], i * strip, strip, false, at);
    for (unsigned c = 0; c < n; c++) {
        const unsigned rest = k->partner - b->front[at->front[c]].class;
        make_masks(b, k, i * strip + c, at->front[c], at->tail[c]);
        if (!still_front(&b->front[at->front[c]], WHITE) ||
            !still_tail(&b->tails[rest], WHITE, at->tail[c]))
            continue;
        struct half x = half_of(b, at->front[c], rest, at->tail[c]);
        unsigned mobility = matrix_mobility(b->halves, &x, WHITE, b->halves->odd);
        if (mobility & CAN_MOVE)
            continue;
#pragma omp critical(matrix_still)
        add_still(list, i * strip + c, mobility, 0);
    }
}

static void scan_columns(struct solver *s, struct matrix_class *k, struct still *list)
{
    const int threads = s->run->threads;
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads)
    for (uint32_t i = 0; i < k->strips; i++)
        scan_strip(s, k, i, &s->worker[run_thread()].at, list);
}

/* Rows in which black has no step inside, with fronts of one class. */
static void scan_rows(const struct matrix_board *b, const struct matrix_class *k,
                      unsigned part, struct still *rows)
{
    const unsigned rest = k->k - part;
    const struct matrix_tails *tails = &b->tails[rest];
    struct still list = {0};
    for (uint32_t t = 0; t < tails->quiet + tails->loud; t++)
        if (still_tail(tails, BLACK, t))
            add_still(&list, t, 0, tails->flags[t]);
    for (uint32_t m = b->halves->any.start[part];
         list.count && m < b->halves->any.start[part + 1]; m++) {
        if (!still_front(&b->front[m], BLACK))
            continue;
        for (uint32_t i = 0; i < list.count; i++) {
            struct half a = half_of(b, m, rest, list.half[i].at);
            unsigned mobility = matrix_mobility(b->halves, &a, BLACK, false);
            if (!(mobility & CAN_MOVE))
                add_still(rows, matrix_row(b, k, m, list.half[i].at), mobility,
                          b->front[m].showing | list.half[i].shows);
        }
    }
    rows->failed |= list.failed;
    free(list.half);
}

/* How many positions of P a bit stands for. */
static unsigned weight(const struct matrix_class *k, unsigned shows, uint32_t column)
{
    const bool white = k->white[column / 8] >> column % 8 & 1;
    const bool black = k->black[column / 8] >> column % 8 & 1;
    if (!((shows & MATRIX_SHOWS_BLACK) || white) ||
        !((shows & MATRIX_SHOWS_WHITE) || black))
        return 0;
    return k->same[column / 8] >> column % 8 & 1 ? 1 : 2;
}

static enum code lose_stuck(struct solver *s, struct matrix_class *k, struct error *err)
{
    struct still columns = {0}, rows = {0};
    scan_columns(s, k, &columns);
    for (unsigned part = 0; columns.count && part <= k->k; part++)
        if (half_within(part, k->k))
            scan_rows(&s->board, k, part, &rows);
    for (uint32_t r = 0; r < rows.count; r++)
        for (uint32_t c = 0; c < columns.count; c++)
            if (stuck(rows.half[r].mobility, columns.half[c].mobility)) {
                set_bit(k->lost, k, rows.half[r].at, columns.half[c].at);
                s->decided[0][rows.half[r].at >= k->quiet] +=
                    weight(k, rows.half[r].shows, columns.half[c].at);
            }
    bool failed = rows.failed || columns.failed;
    free(rows.half);
    free(columns.half);
    return failed ? error_set(err, CODE_RESOURCES, "not enough memory") : CODE_OK;
}

enum code matrix_first_values(struct solver *s, struct error *err)
{
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        struct matrix_class *k = &s->board.class[i];
        if (!k->used)
            continue;
        const struct matrix_class *x = matrix_partner(s, k);
        const uint32_t strip = 8 * k->width, open_end = k->open_strips * strip;
        pad(k, x->columns, open_end);
        pad(k, open_end + x->kills, k->strips * strip);
        TRY(lose_stuck(s, k, err));
    }
    return CODE_OK;
}

enum code matrix_first_masks(struct solver *s, struct error *err)
{
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        struct still ignored = {0};
        if (s->board.class[i].used)
            scan_columns(s, &s->board.class[i], &ignored);
        free(ignored.half);
        if (ignored.failed)
            return error_set(err, CODE_RESOURCES, "not enough memory");
    }
    return CODE_OK;
}

void matrix_lose_rest(struct solver *s)
{
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        struct matrix_class *k = &s->board.class[i];
        for (uint32_t strip = 0; k->used && strip < k->strips; strip++)
            for (uint32_t b = 0; b < k->width; b++) {
                uint64_t at = ((uint64_t)strip * k->rows + k->rows - 1) * k->width + b;
                k->lost[at] = (uint8_t)~k->won[at];
            }
    }
}
