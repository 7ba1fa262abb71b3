/* SPDX-License-Identifier: MIT
 * Halves of a board, their numbers and the slots made of them; see halves.h. */
#include "games/nocca/half_rows.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MASKS = 1024 };

bool halves_suit(unsigned rows, unsigned columns)
{
    return rows >= 3 && rows <= 2 * HALF_ROWS && columns >= 2 && columns <= HALF_COLUMNS;
}

static uint32_t in_class(const struct half_list *list, unsigned class)
{
    return list->start[class + 1] - list->start[class];
}

/* ---- numbers ------------------------------------------------------------------------ */

static const struct half_list *homes(const struct nocca_halves *h, unsigned threats)
{
    return threats ? &h->loud : &h->quiet;
}

/* Where the halves begin that have an upper row of class `part`, given how many rests of
 * each class there are; returns the number of all. */
static uint32_t lay_out(const struct nocca_halves *h, unsigned class,
                        const uint32_t *rests, uint32_t *start)
{
    uint32_t n = 0;
    for (unsigned part = 0; part <= class; part++)
        if (half_within(part, class)) {
            start[part] = n;
            n += in_class(&h->any, part) * rests[class - part];
        }
    return n;
}

static void number_halves(struct nocca_halves *h)
{
    uint32_t home[HALF_CLASSES];
    for (unsigned t = 0; t < 2; t++) {
        for (unsigned k = 0; k < HALF_CLASSES; k++)
            home[k] = in_class(homes(h, t), k);
        for (unsigned k = 0; k < HALF_CLASSES; k++)
            h->tails[t][k] =
                h->rows == 2 ? home[k] : lay_out(h, k, home, h->tail_start[t][k]);
        for (unsigned k = 0; k < HALF_CLASSES; k++)
            h->halves[t][k] = lay_out(h, k, h->tails[t], h->half_start[t][k]);
    }
}

/* Home rows of each class that a mask does not strike: all, and those not after their
 * mirror image. */
static void count_open_homes(struct nocca_halves *h)
{
    for (unsigned k = 0; k < HALF_CLASSES; k++)
        for (uint32_t b = h->quiet.bucket_start[k]; b < h->quiet.bucket_start[k + 1]; b++)
            for (unsigned mask = 0; mask < MASKS; mask++) {
                const struct half_bucket *bucket = &h->quiet.bucket[b];
                if (bucket->mask & mask)
                    continue;
                h->open_home[k][mask][0] += bucket->count;
                if (bucket->turn != HALF_AFTER)
                    h->open_home[k][mask][1] += bucket->count;
            }
}

/* Open tails behind each row of a bucket: all of them (0), or those that make a tail not
 * after its mirror image (1). */
static uint32_t open_behind(const struct nocca_halves *h,
                            const struct half_bucket *bucket, unsigned home_class,
                            unsigned half)
{
    if (half && bucket->turn == HALF_AFTER)
        return 0;
    return h->open_home[home_class][bucket->mask][half && bucket->turn == HALF_EQUAL];
}

static void count_open_tails(struct nocca_halves *h, unsigned half)
{
    for (unsigned part = 0; part < HALF_CLASSES; part++)
        for (unsigned k = 0; k < HALF_CLASSES; k++) {
            uint32_t n = 0;
            for (uint32_t b = h->any.bucket_start[part];
                 b < h->any.bucket_start[part + 1]; b++) {
                h->open_before[half][b * HALF_CLASSES + k] = n;
                n += h->any.bucket[b].count * open_behind(h, &h->any.bucket[b], k, half);
            }
            unsigned whole = part + k;
            if (whole < HALF_CLASSES && half_within(part, whole) && whole - part == k)
                h->open_start[half][whole][part] = n; /* for now: how many */
        }
    for (unsigned k = 0; k < HALF_CLASSES; k++) {
        uint32_t n = 0;
        for (unsigned part = 0; part <= k; part++)
            if (half_within(part, k)) {
                uint32_t here = h->open_start[half][k][part];
                h->open_start[half][k][part] = n;
                n += here;
            }
        h->open_tails[half][k] = n;
    }
}

/* On three and four rows the tail is the home row, and kills are not told apart. */
static void count_tails(struct nocca_halves *h)
{
    if (h->rows == 2) {
        for (unsigned k = 0; k < HALF_CLASSES; k++) {
            h->open_tails[0][k] = in_class(&h->quiet, k);
            h->open_tails[1][k] = h->quiet.turn[k][HALF_AFTER] - h->quiet.start[k];
        }
        return;
    }
    count_open_homes(h);
    count_open_tails(h, 0);
    count_open_tails(h, 1);
}

static void number_columns(struct nocca_halves *h)
{
    for (unsigned k = 0; k < HALF_CLASSES; k++) {
        uint32_t n = 0;
        for (unsigned part = 0; part <= k; part++)
            if (half_fronts(h, part, k)) {
                const uint32_t *turn = h->any.turn[part];
                h->column_start[k][part][0] = n;
                n += (turn[1] - turn[0]) * h->open_tails[0][k - part];
                h->column_start[k][part][1] = n;
                n += (turn[2] - turn[1]) * h->open_tails[1][k - part];
            }
        h->column_count[k] = n;
    }
    for (unsigned k = 0; k < HALF_CLASSES; k++) {
        uint64_t pairs = 0;
        if (k / HALF_SIDE <= h->columns && k % HALF_SIDE <= h->columns)
            pairs = (uint64_t)h->halves[0][k] * h->column_count[half_partner(h, k)];
        h->slot_start[k + 1] = h->slot_start[k] + pairs;
    }
}

/* ---- making ------------------------------------------------------------------------- */

void halves_free(struct nocca_halves *h)
{
    if (!h)
        return;
    half_list_free(&h->any);
    half_list_free(&h->quiet);
    half_list_free(&h->loud);
    free(h->place_any);
    free(h->place_home);
    free(h->open_before[0]);
    free(h->open_before[1]);
    free(h->open_home);
    free(h);
}

static enum code make_all(struct nocca_halves *h, struct error *err)
{
    const size_t rows = (size_t)1 << 4 * h->columns;
    TRY(mem_small(rows, sizeof(uint32_t), &h->place_any, err));
    TRY(mem_small(rows, sizeof(uint32_t), &h->place_home, err));
    memset(h->place_any, 255, rows * sizeof(uint32_t));
    memset(h->place_home, 255, rows * sizeof(uint32_t));
    TRY(half_list_make(&h->any, HALF_ANY, h->columns, h->place_any, err));
    TRY(half_list_make(&h->quiet, HALF_QUIET, h->columns, h->place_home, err));
    TRY(half_list_make(&h->loud, HALF_LOUD, h->columns, h->place_home, err));
    TRY(mem_small(HALF_CLASSES, sizeof *h->open_home, &h->open_home, err));
    for (unsigned half = 0; half < 2; half++)
        TRY(mem_small((size_t)h->any.buckets * HALF_CLASSES, sizeof(uint32_t),
                      &h->open_before[half], err));
    number_halves(h);
    count_tails(h);
    number_columns(h);
    return CODE_OK;
}

enum code halves_make(unsigned rows, unsigned columns, struct nocca_halves **out,
                      struct error *err)
{
    struct nocca_halves *h;
    assert(halves_suit(rows, columns));
    TRY(mem_small(1, sizeof *h, &h, err));
    h->rows = (rows + 1) / 2;
    h->odd = rows % 2;
    h->columns = columns;
    enum code code = make_all(h, err);
    if (code == CODE_OK)
        *out = h;
    else
        halves_free(h);
    return code;
}

/* ---- use ---------------------------------------------------------------------------- */

struct half half_read(const struct nocca_halves *h, const uint32_t cells[HALF_ROWS])
{
    struct half x = {.front = h->place_any[cells[h->rows - 1]],
                     .second = h->place_any[cells[1]],
                     .home = h->place_home[cells[0]]};
    const struct half_row *home = &h->any.row[h->place_any[cells[0]]];
    x.threats = home->whites < 2 ? home->whites : 2;
    x.class = (uint8_t)(home->class + h->any.row[x.front].class);
    if (h->rows == 3)
        x.class = (uint8_t)(x.class + h->any.row[x.second].class);
    return x;
}

void half_write(const struct nocca_halves *h, const struct half *x,
                uint32_t cells[HALF_ROWS])
{
    assert(x->threats < 2);
    cells[1] = h->rows == 3 ? h->any.row[x->second].cells : 0;
    cells[h->rows - 1] = h->any.row[x->front].cells;
    cells[0] = homes(h, x->threats)->row[x->home].cells;
}

void half_mirror(const struct nocca_halves *h, const struct half *x, struct half *out)
{
    struct half from = *x;
    *out = from;
    out->front = h->any.row[from.front].mirror;
    out->second = h->rows == 3 ? h->any.row[from.second].mirror : out->front;
    if (from.threats < 2)
        out->home = homes(h, from.threats)->row[from.home].mirror;
}

enum half_turn half_turn(const struct nocca_halves *h, const struct half *x)
{
    enum half_turn turn = h->any.row[x->front].turn;
    if (turn == HALF_EQUAL && h->rows == 3)
        turn = h->any.row[x->second].turn;
    return turn == HALF_EQUAL ? homes(h, x->threats)->row[x->home].turn : turn;
}

bool half_kill(const struct nocca_halves *h, const struct half *x)
{
    return h->rows == 3 && h->any.row[x->second].mask & h->quiet.row[x->home].mask;
}

uint32_t tail_number(const struct nocca_halves *h, unsigned class, const struct half *x)
{
    const struct half_list *list = homes(h, x->threats);
    if (h->rows == 2)
        return x->home - list->start[class];
    unsigned part = h->any.row[x->second].class;
    return h->tail_start[x->threats][class][part] +
           (x->second - h->any.start[part]) * in_class(list, class - part) + x->home -
           list->start[class - part];
}

/* The last part of a layout that begins at or before n. */
static unsigned part_of(const uint32_t *start, unsigned class, uint32_t n)
{
    unsigned found = 0;
    for (unsigned part = 0; part <= class; part++)
        if (half_within(part, class) && start[part] <= n)
            found = part;
    return found;
}

void tail_at(const struct nocca_halves *h, unsigned class, unsigned threats,
             uint32_t number, struct half *x)
{
    const struct half_list *list = homes(h, threats);
    x->threats = (uint8_t)threats;
    if (h->rows == 2) {
        x->home = list->start[class] + number;
        return;
    }
    const uint32_t *start = h->tail_start[threats][class];
    unsigned part = part_of(start, class, number);
    uint32_t each = in_class(list, class - part);
    x->second = h->any.start[part] + (number - start[part]) / each;
    x->home = list->start[class - part] + (number - start[part]) % each;
}

uint32_t half_number(const struct nocca_halves *h, const struct half *x)
{
    unsigned part = h->any.row[x->front].class, rest = x->class - part;
    return h->half_start[x->threats][x->class][part] +
           (x->front - h->any.start[part]) * h->tails[x->threats][rest] +
           tail_number(h, rest, x);
}

struct half half_at(const struct nocca_halves *h, unsigned class, unsigned threats,
                    uint32_t number)
{
    const uint32_t *start = h->half_start[threats][class];
    unsigned part = part_of(start, class, number);
    uint32_t each = h->tails[threats][class - part];
    struct half x = {.class = (uint8_t) class};
    x.front = h->any.start[part] + (number - start[part]) / each;
    x.second = x.front;
    tail_at(h, class - part, threats, (number - start[part]) % each, &x);
    return x;
}

/* Home rows of the class before this one that the mask does not strike. */
static uint32_t open_homes_before(const struct nocca_halves *h, unsigned class,
                                  unsigned mask, uint32_t home)
{
    uint32_t n = 0, last = h->quiet.bucket_of[home];
    for (uint32_t b = h->quiet.bucket_start[class]; b < last; b++)
        if (!(h->quiet.bucket[b].mask & mask))
            n += h->quiet.bucket[b].count;
    return n + home - h->quiet.bucket[last].start;
}

static uint32_t open_home_at(const struct nocca_halves *h, unsigned class, unsigned mask,
                             uint32_t n)
{
    for (uint32_t b = h->quiet.bucket_start[class]; b < h->quiet.bucket_start[class + 1];
         b++) {
        const struct half_bucket *bucket = &h->quiet.bucket[b];
        if (bucket->mask & mask)
            continue;
        if (n < bucket->count)
            return bucket->start + n;
        n -= bucket->count;
    }
    assert(!"no such home row");
    return HALF_NONE;
}

/* Place among the open tails of the class: all (0), or those not after their image (1). */
static uint32_t open_tail(const struct nocca_halves *h, unsigned class, unsigned half,
                          const struct half *x)
{
    if (h->rows == 2)
        return x->home - h->quiet.start[class];
    unsigned part = h->any.row[x->second].class, rest = class - part;
    uint32_t b = h->any.bucket_of[x->second];
    const struct half_bucket *bucket = &h->any.bucket[b];
    return h->open_start[half][class][part] +
           h->open_before[half][b * HALF_CLASSES + rest] +
           (x->second - bucket->start) * open_behind(h, bucket, rest, half) +
           open_homes_before(h, rest, bucket->mask, x->home);
}

static void open_tail_at(const struct nocca_halves *h, unsigned class, unsigned half,
                         uint32_t n, struct half *x)
{
    x->threats = 0;
    if (h->rows == 2) {
        x->home = h->quiet.start[class] + n;
        return;
    }
    unsigned part = part_of(h->open_start[half][class], class, n), rest = class - part;
    n -= h->open_start[half][class][part];
    uint32_t b = h->any.bucket_start[part + 1] - 1;
    while (h->open_before[half][b * HALF_CLASSES + rest] > n ||
           open_behind(h, &h->any.bucket[b], rest, half) == 0)
        b--;
    const struct half_bucket *bucket = &h->any.bucket[b];
    n -= h->open_before[half][b * HALF_CLASSES + rest];
    uint32_t each = open_behind(h, bucket, rest, half);
    x->second = bucket->start + n / each;
    x->home = open_home_at(h, rest, bucket->mask, n % each);
}

uint32_t half_column(const struct nocca_halves *h, const struct half *x)
{
    const struct half_row *front = &h->any.row[x->front];
    unsigned part = front->class, half = front->turn, rest = x->class - part;
    assert(half < 2);
    return h->column_start[x->class][part][half] +
           (x->front - h->any.turn[part][half]) * h->open_tails[half][rest] +
           open_tail(h, rest, half, x);
}

struct half half_at_column(const struct nocca_halves *h, unsigned class, uint32_t column)
{
    unsigned part = 0, half = 0;
    for (unsigned p = 0; p <= class; p++)
        for (unsigned t = 0; t < 2 && half_fronts(h, p, class); t++)
            if (h->column_start[class][p][t] <= column &&
                h->any.turn[p][t] < h->any.turn[p][t + 1] &&
                h->open_tails[t][class - p] > 0) {
                part = p;
                half = t;
            }
    uint32_t n = column - h->column_start[class][part][half];
    uint32_t each = h->open_tails[half][class - part];
    struct half x = {.class = (uint8_t) class};
    x.front = h->any.turn[part][half] + n / each;
    x.second = x.front;
    open_tail_at(h, class - part, half, n % each, &x);
    return x;
}

/* ---- slots -------------------------------------------------------------------------- */

static uint32_t strip_width(const struct nocca_halves *h, unsigned class, uint32_t strip)
{
    uint32_t left = h->column_count[class] - strip * HALF_STRIP;
    return left < HALF_STRIP ? left : HALF_STRIP;
}

uint64_t halves_slot(const struct nocca_halves *h, const struct half *a,
                     const struct half *x)
{
    uint32_t column = half_column(h, x), strip = column / HALF_STRIP;
    return h->slot_start[a->class] +
           (uint64_t)strip * HALF_STRIP * h->halves[0][a->class] +
           (uint64_t)half_number(h, a) * strip_width(h, x->class, strip) +
           column % HALF_STRIP;
}

void halves_at_slot(const struct nocca_halves *h, uint64_t slot, struct half *a,
                    struct half *x)
{
    unsigned k = 0;
    while (h->slot_start[k + 1] <= slot)
        k++;
    slot -= h->slot_start[k];
    uint64_t strip_slots = (uint64_t)HALF_STRIP * h->halves[0][k];
    uint32_t strip = (uint32_t)(slot / strip_slots);
    unsigned other = half_partner(h, k);
    uint32_t width = strip_width(h, other, strip);
    slot %= strip_slots;
    *a = half_at(h, k, 0, (uint32_t)(slot / width));
    *x = half_at_column(h, other, strip * HALF_STRIP + (uint32_t)(slot % width));
}

/* The cell of A or x (`far`) in a row and column of the half; NOCCA_CELLS: x has none. */
static unsigned cell_of(const struct nocca_halves *h, bool far, unsigned row, unsigned c)
{
    const unsigned last = 2 * h->rows - h->odd - 1;
    if (!far)
        return row * h->columns + c;
    return h->odd && row + 1 == h->rows ? NOCCA_CELLS : (last - row) * h->columns + c;
}

void halves_split(const struct nocca_halves *h, const struct nocca_board *b,
                  struct half *a, struct half *x)
{
    uint32_t near[HALF_ROWS] = {0}, far[HALF_ROWS] = {0};
    for (unsigned row = 0; row < h->rows; row++)
        for (unsigned c = 0; c < h->columns; c++) {
            const unsigned opposite = cell_of(h, true, row, c);
            near[row] |= (uint32_t)b->cell[cell_of(h, false, row, c)] << 4 * c;
            if (opposite < NOCCA_CELLS)
                far[row] |= (uint32_t)nocca_swap_colours(b->cell[opposite]) << 4 * c;
        }
    *a = half_read(h, near);
    *x = half_read(h, far);
}

void halves_join(const struct nocca_halves *h, const struct half *a, const struct half *x,
                 struct nocca_board *b)
{
    uint32_t near[HALF_ROWS], far[HALF_ROWS];
    half_write(h, a, near);
    half_write(h, x, far);
    memset(b, 0, sizeof *b);
    for (unsigned row = 0; row < h->rows; row++)
        for (unsigned c = 0; c < h->columns; c++) {
            const unsigned opposite = cell_of(h, true, row, c);
            b->cell[cell_of(h, false, row, c)] = (uint8_t)half_cell(near[row], c);
            if (opposite < NOCCA_CELLS)
                b->cell[opposite] = nocca_swap_colours(half_cell(far[row], c));
        }
}

static enum halves_kind kind_of(const struct nocca_halves *h, struct half *a,
                                struct half *x, uint64_t *slot)
{
    if (x->threats)
        return HALVES_GOAL;
    if (a->threats)
        return HALVES_THREAT;
    if (half_kill(h, x))
        return HALVES_KILL;
    if (half_turn(h, x) == HALF_AFTER) {
        half_mirror(h, a, a);
        half_mirror(h, x, x);
    }
    *slot = halves_slot(h, a, x);
    return HALVES_STORED;
}

enum halves_kind halves_kind(const struct nocca_halves *h, const struct nocca_board *b,
                             uint64_t *slot)
{
    struct half a, x;
    halves_split(h, b, &a, &x);
    return kind_of(h, &a, &x, slot);
}

enum halves_kind halves_kind_of(const struct nocca_halves *h, const uint32_t *near,
                                const uint32_t *far, uint64_t *slot)
{
    uint32_t shorter[HALF_ROWS] = {0};
    memcpy(shorter, far, (h->rows - h->odd) * sizeof *far);
    struct half a = half_read(h, near), x = half_read(h, shorter);
    return kind_of(h, &a, &x, slot);
}
