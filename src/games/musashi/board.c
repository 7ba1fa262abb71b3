/* SPDX-License-Identifier: MIT
 *
 * The boards and what follows from their drawings; see board.h.
 *
 * Order of the bits: the eleven lowest are points of which, but for the toy board, no two
 * are neighbours, in mirror pairs on bits 0-1, 2-3, 4-5, 6-7 and 9-10 and a point of the
 * middle row on bit 8; the spare is on the middle row and next to none of them. The sweep
 * engine relies on it (solve/sweep_state.h).
 */
#include "games/musashi/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const struct mus_drawing mus_drawings[] = {
    {"33",
     {"14 15 16 17 18 . 19", "7 8 9 10 11 12 13", "0 1 2 3 4 5 6", "20 21 22 23 24 25 26",
      "27 28 29 30 31 . 32"},
     "14-15-16-17-18 7-8-9-10-11 0-1-2-3-4-5-6 20-21-22-23-24 27-28-29-30-31 12-13 25-26 "
     "14-7-0-20-27 15-8-1-21-28 16-9-2-22-29 17-10-3-23-30 18-11-4-24-31 12-5-25 "
     "19-13-6-26-32 14-8-2-23-31 27-21-2-10-18 0-8-16 0-21-29 16-10-4-25-32 "
     "29-23-4-12-19 12-6 25-6",
     "15 28 17 30 7 20 11 24 5 13 26 2 8 21 10 23 9 22 0 16 29 14 27 18 31 4 12 25 6 19 "
     "32 1 3",
     "ooooo../o...o../o.X.o../o...o../ooooo.. o"},
    {"31",
     {"13 14 15 16 17 . 18", "7 8 9 10 11 12 .", "0 1 2 3 4 5 6", "19 20 21 22 23 24 .",
      "25 26 27 28 29 . 30"},
     "13-14-15-16-17 7-8-9-10-11 0-1-2-3-4-5 19-20-21-22-23 25-26-27-28-29 "
     "13-7-0-19-25 14-8-1-20-26 15-9-2-21-27 16-10-3-22-28 17-11-4-23-29 12-5-24 "
     "18-6-30 0-8-15 0-20-27 15-10-4-24-30 27-22-4-12-18 12-6 24-6",
     "14 26 16 28 7 19 11 23 5 9 21 2 8 20 10 22 0 15 27 13 25 17 29 4 12 24 6 18 30 1 3",
     "ooooo../o...o../o.X.o../o...o../ooooo.. o"},
    {"25",
     {"10 11 12 13 14", "5 6 7 8 9", "0 1 2 3 4", "15 16 17 18 19", "20 21 22 23 24"},
     "10-11-12-13-14 5-6-7-8-9 0-1-2-3-4 15-16-17-18-19 20-21-22-23-24 10-5-0-15-20 "
     "11-6-1-16-21 12-7-2-17-22 13-8-3-18-23 14-9-4-19-24 10-6-2-18-24 20-16-2-8-14 "
     "0-6-12 12-8-4 0-16-22 22-18-4",
     "11 21 13 23 5 15 9 19 1 7 17 2 6 16 8 18 0 12 22 10 20 14 24 4 3",
     "ooooo/o...o/o.X.o/o...o/ooooo o"},
    {"3x5",
     {"5 6 7 8 9", "0 1 2 3 4", "10 11 12 13 14"},
     "5-6-7-8-9 0-1-2-3-4 10-11-12-13-14 5-0-10 6-1-11 7-2-12 8-3-13 9-4-14 5-1-12 "
     "10-1-7 7-3-14 12-3-9",
     "5 10 6 11 7 12 8 13 0 9 14 1 2 4 3",
     "ooooo/o.X.o/ooooo o"},
    {"3x3",
     {"3 4 5", "0 1 2", "6 7 8"},
     "3-4-5 0-1-2 6-7-8 3-0-6 4-1-7 5-2-8 3-1-8 6-1-5",
     "3 6 4 7 5 8 0 2 1",
     "ooo/.X./o.o o"},
    {0},
};

/* ---- drawing ----------------------------------------------------------------------- */

static void read_rows(struct mus_board *b)
{
    memset(b->at, MUS_NO_POINT, sizeof b->at);
    for (; b->rows < MUS_ROWS && b->drawing->rows[b->rows]; b->rows++) {
        unsigned x = 0;
        for (const char *c = b->drawing->rows[b->rows]; *c; x++) {
            char *end = (char *)(uintptr_t)c + 1;
            if (*c != '.') {
                b->at[b->rows][x] = (uint8_t)strtol(c, &end, 10);
                b->points++;
            }
            c = *end == ' ' ? end + 1 : end;
        }
        b->columns = x;
    }
}

static void add_edge(struct mus_board *b, unsigned p, unsigned q)
{
    b->near[p] |= (uint64_t)1 << q;
    b->near[q] |= (uint64_t)1 << p;
}

static void read_lines(struct mus_board *b)
{
    unsigned before = MUS_NO_POINT, last = MUS_NO_POINT;
    for (const char *c = b->drawing->lines; *c;) {
        char *end;
        unsigned p = (unsigned)strtol(c, &end, 10);
        if (last != MUS_NO_POINT)
            add_edge(b, last, p);
        if (before != MUS_NO_POINT) {
            assert(b->pairs[last] < MUS_PAIRS);
            b->pair[last][b->pairs[last]++] = (uint64_t)1 << before | (uint64_t)1 << p;
        }
        before = *end == '-' ? last : MUS_NO_POINT;
        last = *end == '-' ? p : MUS_NO_POINT;
        c = *end ? end + 1 : end;
    }
}

/* ---- symmetries --------------------------------------------------------------------- */

/* Turns the picture; false if points fall on none. Bit 0 of k is the mirror. */
static bool turn(const struct mus_board *b, unsigned k, uint8_t image[MUS_POINTS])
{
    for (unsigned y = 0; y < b->rows; y++)
        for (unsigned x = 0; x < b->columns; x++) {
            unsigned to_y = k & 1 ? b->rows - 1 - y : y;
            unsigned to_x = k & 2 ? b->columns - 1 - x : x;
            uint8_t to = k & 4 ? b->at[to_x][to_y] : b->at[to_y][to_x];
            if ((b->at[y][x] == MUS_NO_POINT) != (to == MUS_NO_POINT))
                return false;
            if (to != MUS_NO_POINT)
                image[b->at[y][x]] = to;
        }
    return true;
}

static bool has_pair(const struct mus_board *b, unsigned p, uint64_t pair)
{
    for (unsigned k = 0; k < b->pairs[p]; k++)
        if (b->pair[p][k] == pair)
            return true;
    return false;
}

static bool keeps_lines(const struct mus_board *b, unsigned k)
{
    for (unsigned p = 0; p < b->points; p++) {
        unsigned to = b->image[k][p];
        if (mus_image(b, k, b->near[p]) != b->near[to] || b->pairs[p] != b->pairs[to])
            return false;
        for (unsigned i = 0; i < b->pairs[p]; i++)
            if (!has_pair(b, to, mus_image(b, k, b->pair[p][i])))
                return false;
    }
    return true;
}

uint64_t mus_image(const struct mus_board *b, unsigned k, uint64_t set)
{
    uint64_t image = 0;
    for (; set; set &= set - 1)
        image |= (uint64_t)1 << b->image[k][__builtin_ctzll(set)];
    return image;
}

static void find_symmetries(struct mus_board *b)
{
    for (unsigned k = 0; k < (b->rows == b->columns ? 8 : 4); k++)
        if (turn(b, k, b->image[b->symmetries]) && keeps_lines(b, b->symmetries))
            b->symmetries++;
    assert(b->symmetries >= 2);
}

/* ---- numbering ---------------------------------------------------------------------- */

static void number_slices(struct mus_board *b)
{
    for (unsigned p = 0; p < b->points; p++)
        b->on_axis[p] = b->image[1][p] == p;
    for (unsigned y = 0; y < (b->rows + 1) / 2; y++)
        for (unsigned x = 0; x < b->columns; x++)
            if (b->at[y][x] != MUS_NO_POINT) {
                b->slice[b->at[y][x]] = (uint8_t)b->slices;
                b->slice[b->image[1][b->at[y][x]]] = (uint8_t)b->slices;
                b->black[b->slices++] = b->at[y][x];
            }
}

static void order_bits(struct mus_board *b)
{
    char *end = (char *)(uintptr_t)b->drawing->bits;
    for (unsigned i = 0; i + 1 < b->points; i++)
        b->bit_of[strtol(end, &end, 10)] = (uint8_t)i;
    b->spare = (uint8_t)strtol(end, &end, 10);
    b->bit_of[b->spare] = MUS_NO_POINT;
    assert(*end == '\0' && b->on_axis[b->spare]);
}

/* For every byte of a set or index what it contributes to the other. */
static void fill_tables(struct mus_board *b)
{
    for (unsigned p = 0; p < b->points; p++) {
        unsigned slice = b->slice[p], q = b->black[slice];
        for (unsigned j = 0; j < b->points; j++) {
            unsigned seen = p == q ? j : b->image[1][j];
            if (seen == q)
                continue;
            unsigned bit = mus_bit(b, q, seen);
            for (unsigned byte = 0; byte < 256; byte++) {
                if (byte >> j % 8 & 1)
                    b->pack[p][j / 8][byte] |= (uint64_t)1 << bit;
                if (p == q && byte >> bit % 8 & 1)
                    b->unpack[slice][bit / 8][byte] |= (uint64_t)1 << j;
            }
        }
    }
}

void mus_board_make(struct mus_board *b, const struct mus_drawing *drawing)
{
    memset(b, 0, sizeof *b);
    b->drawing = drawing;
    read_rows(b);
    read_lines(b);
    find_symmetries(b);
    number_slices(b);
    order_bits(b);
    fill_tables(b);
}
