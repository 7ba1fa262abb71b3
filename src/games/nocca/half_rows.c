/* SPDX-License-Identifier: MIT
 * Rows of cells, sorted so that kills and mirror images can be counted; see halves.h. */
#include "games/nocca/half_rows.h"

#include "base/mem.h"

#include <stdlib.h>

enum { MASKS = 1024, BUCKETS = HALF_CLASSES * 3 * MASKS };

/* ---- rows of cells ------------------------------------------------------------------ */

unsigned half_class_of(uint32_t cells, unsigned columns)
{
    /* By stack: pieces of each colour. */
    static const uint8_t whites[16] = {0, 1, 0, 2, 1, 1, 0, 3, 2, 2, 2, 1, 1, 1, 0};
    static const uint8_t blacks[16] = {0, 0, 1, 0, 1, 1, 2, 0, 1, 1, 1, 2, 2, 2, 3};
    unsigned white = 0, black = 0;
    for (unsigned c = 0; c < columns; c++) {
        white += whites[half_cell(cells, c)];
        black += blacks[half_cell(cells, c)];
    }
    return white <= columns && black <= columns ? HALF_SIDE * white + black
                                                : HALF_CLASSES;
}

static uint32_t mirrored(uint32_t cells, unsigned columns)
{
    uint32_t out = 0;
    for (unsigned c = 0; c < columns; c++)
        out |= half_cell(cells, c) << 4 * (columns - 1 - c);
    return out;
}

static unsigned near_of(unsigned mask, unsigned columns)
{
    return (mask | mask << 1 | mask >> 1) & ((1u << columns) - 1);
}

/* Second row: columns (bits 5-9) that white on top of it can step to in the home row, and
 * (bits 0-4) from some place at which, after the step, no black piece of the second row
 * stands next to that column. */
static unsigned strikes(uint32_t cells, unsigned columns)
{
    unsigned black = 0, reach = 0, free = 0;
    for (unsigned c = 0; c < columns; c++)
        black |= (unsigned)nocca_black_top(half_cell(cells, c)) << c;
    for (unsigned c = 0; c < columns; c++) {
        unsigned stack = half_cell(cells, c);
        if (!nocca_white_top(stack))
            continue;
        unsigned left = black | (unsigned)nocca_black_top(nocca_pop(stack)) << c;
        unsigned to = near_of(1u << c, columns);
        reach |= to;
        free |= to & ~near_of(left, columns);
    }
    return reach << 5 | free;
}

/* Home row without white on top: columns of height two (bits 5-9), where nobody can cover
 * a newcomer, and lower ones (bits 0-4) that no black piece beside can cover without
 * uncovering white. */
static unsigned weaknesses(uint32_t cells, unsigned columns)
{
    unsigned two = 0, low = 0, guard = 0;
    for (unsigned c = 0; c < columns; c++) {
        unsigned stack = half_cell(cells, c);
        two |= (unsigned)(nocca_height(stack) == 2) << c;
        low |= (unsigned)(nocca_height(stack) < 2) << c;
        guard |= (unsigned)(nocca_black_top(stack) && !nocca_white_top(nocca_pop(stack)))
                 << c;
    }
    unsigned beside = (guard << 1 | guard >> 1) & ((1u << columns) - 1);
    return two << 5 | (low & ~beside);
}

unsigned half_white_tops(uint32_t cells, unsigned columns)
{
    unsigned n = 0;
    for (unsigned c = 0; c < columns; c++)
        n += nocca_white_top(half_cell(cells, c));
    return n;
}

static bool belongs(enum half_rows which, uint32_t cells, unsigned columns)
{
    return which == HALF_ANY || half_white_tops(cells, columns) == (which == HALF_LOUD);
}

/* All rows of cells, as packed numbers; 0 after the last. */
static uint32_t next_cells(uint32_t cells, unsigned columns)
{
    for (unsigned c = 0; c < columns; c++) {
        if (half_cell(cells, c) + 1 < NOCCA_STATES)
            return half_put(cells, c, half_cell(cells, c) + 1);
        cells = half_put(cells, c, 0);
    }
    return 0;
}

static uint32_t bucket_key(enum half_rows which, uint32_t cells, unsigned columns,
                           unsigned class, struct half_row *row)
{
    uint32_t image = mirrored(cells, columns);
    row->cells = cells;
    row->class = (uint8_t) class;
    row->whites = (uint8_t)half_white_tops(cells, columns);
    row->turn = cells < image ? HALF_BEFORE : cells == image ? HALF_EQUAL : HALF_AFTER;
    row->mask = (uint16_t)(which == HALF_ANY     ? strikes(cells, columns)
                           : which == HALF_QUIET ? weaknesses(cells, columns)
                                                 : 0);
    return (class * 3u + row->turn) * MASKS + row->mask;
}

static void index_buckets(struct half_list *list, const uint32_t *first)
{
    uint32_t n = 0;
    for (unsigned key = 0; key < BUCKETS; key++) {
        unsigned class = key / (3 * MASKS), turn = key / MASKS % 3;
        if (key % (3 * MASKS) == 0) {
            list->start[class] = first[key];
            list->bucket_start[class] = n;
        }
        if (key % MASKS == 0)
            list->turn[class][turn] = first[key];
        if (turn == 2 && key % MASKS == MASKS - 1)
            list->turn[class][3] = first[key + 1];
        uint32_t count = first[key + 1] - first[key];
        if (count == 0)
            continue;
        list->bucket[n] = (struct half_bucket){first[key], count, (uint16_t)(key % MASKS),
                                               (uint8_t)turn};
        for (uint32_t i = 0; i < count; i++)
            list->bucket_of[first[key] + i] = n;
        n++;
    }
    list->start[HALF_CLASSES] = list->count;
    list->bucket_start[HALF_CLASSES] = n;
    list->buckets = n;
}

/* Sorts the rows into their buckets; place is filled, too. */
enum code half_list_make(struct half_list *list, enum half_rows which, unsigned columns,
                         uint32_t *place, struct error *err)
{
    uint32_t *first, cells = 0, filled = 0;
    struct half_row row;
    TRY(mem_small(BUCKETS + 2, sizeof *first, &first, err));
    do {
        unsigned class = half_class_of(cells, columns);
        if (class < HALF_CLASSES && belongs(which, cells, columns))
            first[bucket_key(which, cells, columns, class, &row) + 2]++;
    } while ((cells = next_cells(cells, columns)));
    for (unsigned key = 0; key < BUCKETS; key++) {
        filled += first[key + 2] != 0;
        first[key + 2] += first[key + 1];
    }
    list->count = first[BUCKETS + 1];
    enum code code = mem_small(list->count, sizeof *list->row, &list->row, err);
    if (code == CODE_OK)
        code = mem_small(list->count, sizeof *list->bucket_of, &list->bucket_of, err);
    if (code == CODE_OK)
        code = mem_small(filled, sizeof *list->bucket, &list->bucket, err);
    if (code != CODE_OK) {
        free(first);
        return code;
    }
    do {
        unsigned class = half_class_of(cells, columns);
        if (class < HALF_CLASSES && belongs(which, cells, columns)) {
            uint32_t at = first[bucket_key(which, cells, columns, class, &row) + 1]++;
            list->row[at] = row;
            place[cells] = at;
        }
    } while ((cells = next_cells(cells, columns)));
    for (uint32_t i = 0; i < list->count; i++)
        list->row[i].mirror = place[mirrored(list->row[i].cells, columns)];
    index_buckets(list, first);
    free(first);
    return CODE_OK;
}

void half_list_free(struct half_list *list)
{
    free(list->row);
    free(list->bucket);
    free(list->bucket_of);
}
