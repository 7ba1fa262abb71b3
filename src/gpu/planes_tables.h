/* SPDX-License-Identifier: MIT
 *
 * What the device does before the first ply of the planes engine (planes.h), item by item:
 * the tables of a class are made where they are used.
 *
 * Lists of rows are padded to multiples of four by repeating the last: an OR does not mind.
 */
#ifndef GPU_PLANES_TABLES_H
#define GPU_PLANES_TABLES_H

#include "gpu/kernel.h"
#include "gpu/planes_pack.h"

#include <stddef.h>

/* One load of 16 bytes. */
#ifdef __CUDACC__
#define KERNEL_ALIGN(n) __align__(n)
#else
#define KERNEL_ALIGN(n)
#endif

enum { PLANES_CHUNK = 32 /* entries that one item of a prefix sum adds up */ };

struct KERNEL_ALIGN(16) planes_quad {
    uint32_t row[4];
};

/* ---- prefix sums -------------------------------------------------------------------- */

struct planes_scan {
    uint64_t *count;
    uint32_t *value;
    uint64_t n;
    uint32_t *chunk;
};

FAST void planes_add_chunk(const struct planes_scan *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint32_t sum = 0;
    for (uint64_t k = i * PLANES_CHUNK; k < (i + 1) * PLANES_CHUNK && k < a->n; k++)
        sum += a->value[k];
    a->chunk[i] = sum;
}

/* value[k] becomes the sum of those before it; chunk[] has become that of the chunks. */
FAST void planes_spread_chunk(const struct planes_scan *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint32_t sum = a->chunk[i];
    for (uint64_t k = i * PLANES_CHUNK; k < (i + 1) * PLANES_CHUNK && k < a->n; k++) {
        uint32_t value = a->value[k];
        a->value[k] = sum;
        sum += value;
    }
}

/* ---- tables of a class -------------------------------------------------------------- */

enum planes_list {
    PLANES_BLACK_STAYS, /* no threat: black's moves inside, to halves without threat */
    PLANES_BLACK_ENDS,  /* one threat: the same */
    PLANES_WHITE_STAYS, /* no threat: white's moves inside, to rows of the class */
    PLANES_BLACK_GOES,  /* no threat: a black top next to the middle taken off */
    PLANES_WHITE_GOES
};

/* A class as the kernels that make its tables see it. */
struct planes_tables {
    uint64_t *count;
    const struct pack_tables *half;
    uint32_t class_, none, one, live; /* halves with no threat, with one; rows of those */
    uint32_t before;     /* halves without threat of the class one piece less */
    uint32_t *flag[2];   /* marks, then prefix sums */
    uint32_t *row_of;    /* prefix sums of the live ones among halves with one threat */
    uint32_t *canonical; /* columns: the half, not above its mirror image */
    uint32_t *image;     /* its mirror image */
    uint32_t *place;     /* of a half: its column or that of its mirror image */
    uint8_t *shows;      /* of a row */
    uint32_t *push[2];   /* white, black: [column][half], the half with one piece more */
    uint16_t *mobility;  /* of a column: what white can do there */
    uint32_t *column_shows[2], *column_self; /* bits of columns */
    enum planes_list list;
    uint32_t *start;
    struct planes_quad *quad;
    uint32_t columns, first_kill; /* columns; those from here on lose to a kill */
};

FAST void planes_mark_live(const struct planes_tables *a, uint64_t i, uint32_t *count)
{
    uint64_t half = pack_unrank(a->half, 1, (uint32_t)i, a->class_);
    bool live = pack_live(a->half, half);
    a->row_of[i] = live;
    kernel_add(count, 0, !live);
}

/* Row of the i-th half with one threat; those that are not live share the last one. */
FAST uint32_t planes_row(const struct planes_tables *a, uint32_t i)
{
    return a->none + (a->row_of[i + 1] > a->row_of[i] ? a->row_of[i] : a->live);
}

FAST uint32_t planes_image(const struct planes_tables *a, uint64_t half)
{
    return pack_rank(a->half, 0, pack_mirror(a->half, half), a->class_);
}

FAST void planes_mark_column(const struct planes_tables *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint64_t half = pack_unrank(a->half, 0, (uint32_t)i, a->class_);
    bool canonical = pack_canonical(a->half, half, pack_mirror(a->half, half));
    bool kills = canonical && pack_kills(a->half, half);
    a->flag[0][i] = canonical && !kills;
    a->flag[1][i] = kills;
}

FAST void planes_place_column(const struct planes_tables *a, uint64_t i, uint32_t *count)
{
    (void)count;
    bool open = a->flag[0][i + 1] > a->flag[0][i],
         kills = a->flag[1][i + 1] > a->flag[1][i];
    if (!open && !kills)
        return;
    uint32_t column = open ? a->flag[0][i] : a->first_kill + a->flag[1][i];
    uint32_t image = planes_image(a, pack_unrank(a->half, 0, (uint32_t)i, a->class_));
    a->canonical[column] = (uint32_t)i;
    a->image[column] = image;
    a->place[i] = column;
    a->place[image] = column;
}

/* Item i: a column. */
FAST void planes_describe_column(const struct planes_tables *a, uint64_t i,
                                 uint32_t *count)
{
    (void)count;
    uint64_t half = pack_unrank(a->half, 0, a->canonical[i], a->class_);
    unsigned shows = pack_shows(a->half, half);
    uint32_t bit = (uint32_t)1 << (i & 31);
    a->mobility[i] = (uint16_t)pack_mobility(a->half, half, false);
    if (shows & 1)
        kernel_or(&a->column_shows[0][i >> 5], bit);
    if (shows & 2)
        kernel_or(&a->column_shows[1][i >> 5], bit);
    if (a->canonical[i] == a->image[i])
        kernel_or(&a->column_self[i >> 5], bit);
}

/* Item i: a half without threat. */
FAST void planes_describe_row(const struct planes_tables *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint64_t half = pack_unrank(a->half, 0, (uint32_t)i, a->class_);
    a->shows[i] = (uint8_t)pack_shows(a->half, half);
    for (unsigned c = 0; c < a->half->columns; c++) {
        unsigned stack = pack_stack(half, c);
        bool room = nocca_height(stack) < 3;
        for (unsigned black = 0; black < 2; black++)
            if (a->push[black])
                a->push[black][c * (uint64_t)a->none + i] =
                    room ? pack_rank(a->half, 0,
                                     pack_with(half, c, pack_push(stack, black)),
                                     a->class_ + (black ? 1 : 6))
                         : PACK_NONE;
    }
}

/* Item i: a half with one threat. */
FAST void planes_describe_threat(const struct planes_tables *a, uint64_t i,
                                 uint32_t *count)
{
    (void)count;
    uint32_t row = planes_row(a, (uint32_t)i);
    if (row < a->none + a->live)
        a->shows[row] =
            (uint8_t)pack_shows(a->half, pack_unrank(a->half, 1, (uint32_t)i, a->class_));
}

/* Rows that the moves inside lead to; row may be null, for the number of them. */
FAST unsigned planes_stays(const struct planes_tables *a, uint64_t half, bool black,
                           uint32_t *row)
{
    uint64_t after[PACK_MOVES];
    unsigned moves = pack_moves(a->half, half, black, after), n = 0;
    for (unsigned i = 0; i < moves; i++) {
        unsigned threats = pack_threats(a->half, after[i]);
        if (black && threats > 0)
            continue;
        if (row)
            row[n] = threats == 0
                         ? pack_rank(a->half, 0, after[i], a->class_)
                         : planes_row(a, pack_rank(a->half, 1, after[i], a->class_));
        n++;
    }
    return n;
}

/* Halves of the class one piece less, `before` of them for each column. */
FAST unsigned planes_goes(const struct planes_tables *a, uint64_t half, bool black,
                          uint32_t *row)
{
    unsigned n = 0;
    for (unsigned c = 0; c < a->half->columns; c++) {
        unsigned stack = pack_stack(half, c);
        if (!pack_top(stack, black))
            continue;
        if (row)
            row[n] = c * a->before + pack_rank(a->half, 0,
                                               pack_with(half, c, nocca_pop(stack)),
                                               a->class_ - (black ? 1 : 6));
        n++;
    }
    return n;
}

/* How many quads a row's list takes, and the list, if row is not null. */
FAST unsigned planes_members(const struct planes_tables *a, uint64_t i, uint32_t *row)
{
    unsigned threats = a->list == PLANES_BLACK_ENDS;
    uint64_t half = pack_unrank(a->half, threats, (uint32_t)i, a->class_);
    bool black = a->list != PLANES_WHITE_STAYS && a->list != PLANES_WHITE_GOES;
    unsigned n = a->list == PLANES_BLACK_GOES || a->list == PLANES_WHITE_GOES
                     ? planes_goes(a, half, black, row)
                     : planes_stays(a, half, black, row);
    for (; row && n % 4; n++)
        row[n] = row[n - 1];
    return (n + 3) / 4;
}

FAST void planes_count_list(const struct planes_tables *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint32_t at = (uint32_t)i;
    if (a->list == PLANES_BLACK_ENDS) {
        at = planes_row(a, at);
        if (at == a->none + a->live)
            return;
    }
    a->start[at] = planes_members(a, i, NULL);
}

FAST void planes_fill_list(const struct planes_tables *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint32_t row[PACK_MOVES + 3], at = (uint32_t)i;
    if (a->list == PLANES_BLACK_ENDS) {
        at = planes_row(a, at);
        if (at == a->none + a->live)
            return;
    }
    unsigned n = planes_members(a, i, row);
    struct planes_quad *quad = a->quad + a->start[at];
    for (unsigned k = 0; k < 4 * n; k++)
        quad[k / 4].row[k % 4] = row[k];
}

/* ---- planes before the first ply ---------------------------------------------------- */

struct planes_begin {
    uint64_t *count;
    const struct pack_tables *half;
    uint32_t class_, none, live; /* of the rows */
    const uint32_t *row_of;
    uint32_t one;
    uint32_t columns, width, strips;
    const uint16_t *mobility;
    const uint32_t *column_shows[2], *column_self;
    uint32_t *won, *lost;
};

/* Positions of P among the bits of a word, mirror images counted. */
FAST uint32_t planes_weigh(uint32_t bits, unsigned shows, uint32_t white, uint32_t black,
                           uint32_t self)
{
    if (!(shows & 2)) /* white in the other half is black here */
        bits &= white;
    if (!(shows & 1))
        bits &= black;
    return 2 * portable_ones64(bits) - portable_ones64(bits & self);
}

/* Item i: a word of a row; rows are the halves without threat, those with one, and at last
 * the row that stands for all that are not live. */
FAST void planes_begin_word(const struct planes_begin *a, uint64_t i, uint32_t *count)
{
    uint32_t words = a->width * a->strips, word = (uint32_t)(i % words);
    uint64_t item = i / words, half = 0;
    bool shared = item == (uint64_t)a->none + a->one, threat = item >= a->none && !shared;
    uint32_t row = shared ? a->none + a->live : (uint32_t)item, lost = 0, padding = 0;
    if (threat) {
        uint32_t k = (uint32_t)(item - a->none);
        if (a->row_of[k + 1] == a->row_of[k])
            return;
        row = a->none + a->row_of[k];
        half = pack_unrank(a->half, 1, k, a->class_);
    } else if (!shared) {
        half = pack_unrank(a->half, 0, row, a->class_);
    }
    unsigned can = shared ? 0x8000 : pack_mobility(a->half, half, true);
    if (!(can & 0x8000) || 32 * (uint64_t)word + 32 > a->columns)
        for (unsigned k = 0; k < 32; k++) {
            uint64_t column = 32 * (uint64_t)word + k;
            if (column >= a->columns)
                padding |= 1u << k;
            else if (!(can & 0x8000))
                lost |= (uint32_t)pack_stuck(can, a->mobility[column]) << k;
        }
    uint64_t at =
        ((uint64_t)(word / a->width) * (a->none + a->live + 1) + row) * a->width +
        word % a->width;
    a->won[at] = padding;
    a->lost[at] = lost;
    if (lost)
        kernel_add(count, threat,
                   planes_weigh(lost, pack_shows(a->half, half), a->column_shows[0][word],
                                a->column_shows[1][word], a->column_self[word]));
}

/* The shared row is lost in two. */
FAST void planes_lose_shared(const struct planes_begin *a, uint64_t word, uint32_t *count)
{
    (void)count;
    uint32_t rows = a->none + a->live + 1;
    uint64_t at = (word / a->width * rows + rows - 1) * a->width + word % a->width;
    a->lost[at] = ~a->won[at];
}

#endif
