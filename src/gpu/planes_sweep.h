/* SPDX-License-Identifier: MIT
 *
 * What the device does in a sweep of the planes engine (planes.h): row operations and bit
 * transposes.
 *
 * A plane is stored in strips: strip, row, `width` words of 32 columns (width is a power of
 * two up to 32). The rows of one strip lie together, so what the moves of a sweep gather at
 * random stays in the cache.
 */
#ifndef GPU_PLANES_SWEEP_H
#define GPU_PLANES_SWEEP_H

#include "game/value.h"
#include "gpu/planes_tables.h"

enum {
    PLANES_TILE = 8192, /* words of a tile */
    PLANES_SHARED = 8192 + 256,
    PLANES_THREADS = 256,
    PLANES_DEPTH = 7 /* bits of a number of plies, at most BYTE_PLIES */
};

/* ---- tiles: gather rows, transpose -------------------------------------------------- */

enum planes_kind { PLANES_COPY, PLANES_MOVES, PLANES_PUSH };

/* Rows in[j] of a plane, or what moves make of them, become columns j of another plane,
 * and columns k rows out[k]. A tile are PLANES_TILE words: all of a strip's width, as many
 * rows as there is room for. */
struct planes_tile {
    enum planes_kind kind;
    uint32_t columns;          /* of the board */
    uint32_t rows, row_tiles;  /* how many in[j] */
    const uint32_t *in, *mate; /* mate[j]: the mirror image of in[j] */
    const uint32_t *source;    /* the plane */
    uint32_t source_rows, log_width, strips, complement;
    const uint32_t *start; /* PLANES_MOVES: rows of the plane */
    const struct planes_quad *quad;
    const uint32_t *start2; /* and, if not null, of a second one */
    const struct planes_quad *quad2;
    const uint32_t *source2;
    uint32_t source2_rows;
    const uint32_t *push; /* PLANES_PUSH: [column][half] */
    uint32_t push_halves;
    /* If not null: bit j says that in[j] is wanted, of strip after strip, open_words each (0:
     * the same for all strips). */
    const uint32_t *open_columns;
    uint32_t open_words;
    const uint8_t *open_rows; /* if not null: in[j] or its image must be there */
    uint32_t *target;
    uint32_t target_rows, target_log_width;
    const uint32_t *out;
    uint32_t outs;
    uint32_t out_step; /* PLANES_PUSH: rows of the target for each column of the board */
    bool mirrored;
};

/* The next four rows are fetched while the words of these are on their way: there is one
 * quad more at the end of every list. */
FAST uint32_t planes_gather(const uint32_t *plane, unsigned log_width,
                            uint32_t complement, const uint32_t *start,
                            const struct planes_quad *quad, uint32_t row)
{
    uint32_t sum = 0, k = start[row], end = start[row + 1];
    struct planes_quad q = quad[k];
    for (; k < end; k++) {
        struct planes_quad next = quad[k + 1];
        sum |= (plane[(uint64_t)q.row[0] << log_width] ^ complement) |
               (plane[(uint64_t)q.row[1] << log_width] ^ complement) |
               (plane[(uint64_t)q.row[2] << log_width] ^ complement) |
               (plane[(uint64_t)q.row[3] << log_width] ^ complement);
        q = next;
    }
    return sum;
}

/* The piece comes to a column next to c, or to c. Without branches: a step that is not there
 * reads row 0 for nothing, one that is there twice does no harm. */
FAST uint32_t planes_push(const struct planes_tile *a, unsigned log_width,
                          const uint32_t *plane, unsigned c, uint32_t row)
{
    const unsigned column[3] = {c > 0 ? c - 1 : 0, c, c + 1 < a->columns ? c + 1 : c};
    uint32_t sum = 0;
    KERNEL_UNROLL_ALL
    for (unsigned k = 0; k < 3; k++) {
        uint32_t to = a->push[column[k] * (uint64_t)a->push_halves + row];
        uint32_t word = plane[(uint64_t)(to == PACK_NONE ? 0 : to) << log_width];
        sum |= to == PACK_NONE ? 0 : word ^ a->complement;
    }
    return sum;
}

/* Which tile: strips apart, then rows, then columns of the board. */
struct planes_spot {
    uint32_t strip, rows, c; /* rows: number among the row_tiles */
};

FAST struct planes_spot planes_spot(const struct planes_tile *a, uint64_t tile)
{
    struct planes_spot spot = {0, 0, 0};
    if (a->kind == PLANES_PUSH) {
        spot.c = (uint32_t)(tile % a->columns);
        tile /= a->columns;
    }
    spot.rows = (uint32_t)(tile % a->row_tiles);
    spot.strip = (uint32_t)(tile / a->row_tiles);
    return spot;
}

/* Word of the tile in shared memory. Rows are turned against each other, and blocks of 32
 * rows set apart, so that no step meets itself in a memory bank. */
FAST uint32_t planes_at(unsigned log_width, uint32_t row, uint32_t lane)
{
    uint32_t gap = log_width > 3 ? 1u << (log_width - 3) : 1;
    return (row << log_width) + ((lane + row) & ((1u << log_width) - 1)) +
           (row >> 5) * gap;
}

FAST bool planes_wanted(const struct planes_tile *a, uint32_t strip, uint32_t j)
{
    uint64_t word = (uint64_t)strip * a->open_words + (j >> 5);
    if (a->open_columns && !(a->open_columns[word] >> (j & 31) & 1))
        return false;
    return !a->open_rows || a->open_rows[a->in[j]] || a->open_rows[a->mate[j]];
}

/* What becomes of a row: one word of it. */
FAST uint32_t planes_word(const struct planes_tile *a, enum planes_kind kind,
                          const unsigned log_width, struct planes_spot spot,
                          uint32_t lane, uint32_t from)
{
    const uint32_t *plane =
        a->source + (((uint64_t)spot.strip * a->source_rows) << log_width) + lane;
    if (kind == PLANES_COPY)
        return plane[(uint64_t)from << log_width] ^ a->complement;
    if (kind == PLANES_PUSH)
        return planes_push(a, log_width, plane, spot.c, from);
    uint32_t word =
        planes_gather(plane, log_width, a->complement, a->start, a->quad, from);
    if (a->start2)
        word |= planes_gather(
            a->source2 + (((uint64_t)spot.strip * a->source2_rows) << log_width) + lane,
            log_width, 0, a->start2, a->quad2, from);
    return word;
}

/* First: thread t of PLANES_THREADS fills its words. Tells whether any row was wanted. Kind
 * and width are given apart because the device has a kernel for each. Several rows are on
 * their way at a time; those that are not wanted read the first one, for nothing. */
FAST int planes_fill(const struct planes_tile *a, enum planes_kind kind,
                     const unsigned log_width, struct planes_spot spot, uint32_t t,
                     uint32_t *shared)
{
    enum { AT_ONCE = 4 };
    const uint32_t lane = t & ((1u << log_width) - 1), rows = PLANES_TILE >> log_width;
    const uint32_t step = PLANES_THREADS >> log_width, first = spot.rows * rows;
    const uint32_t left = a->rows - first, end = left < rows ? (left + 31) & ~31u : rows;
    int any = 0;
    for (uint32_t row = t >> log_width; row < end; row += AT_ONCE * step) {
        uint32_t from[AT_ONCE], word[AT_ONCE];
        bool wanted[AT_ONCE];
        KERNEL_UNROLL_ALL
        for (unsigned k = 0; k < AT_ONCE; k++) {
            uint32_t j = row + k * step;
            wanted[k] = j < end && j < left && planes_wanted(a, spot.strip, first + j);
            from[k] = a->in[wanted[k] ? first + j : 0];
            any |= wanted[k];
        }
        KERNEL_UNROLL_ALL
        for (unsigned k = 0; k < AT_ONCE; k++)
            word[k] = kind == PLANES_MOVES && !wanted[k]
                          ? 0
                          : planes_word(a, kind, log_width, spot, lane, from[k]);
        KERNEL_UNROLL_ALL
        for (unsigned k = 0; k < AT_ONCE; k++)
            if (row + k * step < end)
                shared[planes_at(log_width, row + k * step, lane)] =
                    wanted[k] ? word[k] : 0;
    }
    return any;
}

/* Second: it transposes a block of 32 rows and 32 columns, in place. */
FAST void planes_turn(const struct planes_tile *a, const unsigned log_width,
                      struct planes_spot spot, uint32_t t, uint32_t *shared)
{
    const uint32_t lane = t & ((1u << log_width) - 1), block = t >> log_width;
    uint32_t v[32], mask = 0x0000ffff;
    if (32 * (PLANES_THREADS * (uint64_t)spot.rows >> log_width) + 32 * block >= a->rows)
        return; /* no such rows */
    KERNEL_UNROLL_ALL
    for (unsigned k = 0; k < 32; k++)
        v[k] = shared[planes_at(log_width, 32 * block + k, lane)];
    KERNEL_UNROLL_ALL
    for (unsigned s = 16; s; s >>= 1, mask ^= mask << s) {
        KERNEL_UNROLL_ALL
        for (unsigned k = 0; k < 32; k++)
            if (!(k & s)) {
                uint32_t x = ((v[k] >> s) ^ v[k + s]) & mask;
                v[k + s] ^= x;
                v[k] ^= x << s;
            }
    }
    KERNEL_UNROLL_ALL
    for (unsigned k = 0; k < 32; k++)
        shared[planes_at(log_width, 32 * block + k, lane)] = v[k];
}

/* Third: it writes. Neighbours write neighbouring words of a row, then of the next. */
FAST void planes_store(const struct planes_tile *a, const unsigned log_width,
                       struct planes_spot spot, uint32_t t, const uint32_t *shared)
{
    const uint32_t first = spot.rows << (8 - log_width),
                   words = (a->rows + 31) / 32 - first;
    const uint32_t base = a->out_step * (a->mirrored ? a->columns - 1 - spot.c : spot.c);
    uint32_t log_blocks = 0;
    while (log_blocks < 8 - log_width && 1u << log_blocks < words)
        log_blocks++;
    for (uint32_t i = t; i < 32u << (log_width + log_blocks); i += PLANES_THREADS) {
        uint32_t block = i & ((1u << log_blocks) - 1), rest = i >> log_blocks;
        uint32_t column = (spot.strip << (log_width + 5)) + rest, word = first + block;
        if (column >= a->outs || block >= words)
            continue;
        uint64_t strip = word >> a->target_log_width;
        uint64_t row = strip * a->target_rows + base + a->out[column];
        a->target[(row << a->target_log_width) +
                  (word & ((1u << a->target_log_width) - 1))] =
            shared[planes_at(log_width, 32 * block + (rest & 31), rest >> 5)];
    }
}

/* ---- the update of a class ---------------------------------------------------------- */

struct planes_update {
    uint64_t *count; /* positions of P: [0] a without threat, [1] with one */
    uint32_t none, live, log_width, strips;
    uint32_t odd;
    const uint32_t *start; /* black stays: rows of `other` */
    const struct planes_quad *quad;
    const uint32_t *other;  /* the table with white to move */
    const uint32_t *inside; /* what moves in the other half reach, rows as in `other` */
    const uint32_t *start_goes; /* black goes: rows of `gone`; null: no piece to go */
    const struct planes_quad *quad_goes;
    const uint32_t *gone;
    uint32_t gone_rows;
    const uint8_t *shows;
    const uint32_t *column_shows[2], *column_self;
    uint32_t *won, *lost;
    /* Columns with something open, by strip of the other table in which the row is a column,
     * and in all; rows with something open. */
    uint32_t *open_tiles, *open_columns;
    const uint32_t *place;
    uint32_t log_tile; /* columns of such a strip */
    uint8_t *open_rows;
    uint32_t *depth;      /* bits of the plies of what is decided, plane by plane */
    uint64_t depth_words; /* of a plane */
    uint32_t plies;
};

/* As planes_gather, until all wanted bits are there. */
FAST uint32_t planes_reach(const uint32_t *plane, unsigned log_width,
                           const uint32_t *start, const struct planes_quad *quad,
                           uint32_t row, uint32_t sum, uint32_t wanted)
{
    uint32_t k = start[row], end = start[row + 1];
    struct planes_quad q = quad[k];
    for (; k < end && wanted & ~sum; k++) {
        struct planes_quad next = quad[k + 1];
        sum |= plane[(uint64_t)q.row[0] << log_width] |
               plane[(uint64_t)q.row[1] << log_width] |
               plane[(uint64_t)q.row[2] << log_width] |
               plane[(uint64_t)q.row[3] << log_width];
        q = next;
    }
    return sum;
}

/* Does one word, number i of the strip, rows one after the other; adds to counts. */
FAST void planes_update_word(const struct planes_update *a, uint32_t strip, uint64_t i,
                             uint32_t counts[2])
{
    const uint32_t lane = (uint32_t)i & ((1u << a->log_width) - 1);
    const uint32_t row = (uint32_t)(i >> a->log_width), rows = a->none + a->live + 1;
    const uint64_t at = (((uint64_t)strip * rows + row) << a->log_width) + lane;
    const uint32_t won = a->won[at], lost = a->lost[at], open = ~(won | lost);
    if (!open)
        return;
    const bool free_ = row < a->none;
    const uint64_t other = (((uint64_t)strip * a->none) << a->log_width) + lane;
    const uint64_t here = other + ((uint64_t)row << a->log_width);
    uint32_t sum = free_ ? a->inside[here] : 0;
    sum = planes_reach(a->other + other, a->log_width, a->start, a->quad, row, sum, open);
    if (free_ && a->start_goes)
        sum = planes_reach(a->gone + (((uint64_t)strip * a->gone_rows) << a->log_width) +
                               lane,
                           a->log_width, a->start_goes, a->quad_goes, row, sum, open);
    const uint32_t found = (a->odd ? sum : ~sum) & open, left = open & ~found;
    const uint32_t word = (strip << a->log_width) + lane;
    if (found) {
        if (a->odd)
            a->won[at] = won | found;
        else
            a->lost[at] = lost | found;
        counts[!free_] += planes_weigh(found, a->shows[row], a->column_shows[0][word],
                                       a->column_shows[1][word], a->column_self[word]);
    }
    if (!free_)
        return;
    if (found) {
        for (unsigned k = 0; k < PLANES_DEPTH; k++)
            if (a->plies >> k & 1)
                a->depth[k * a->depth_words + here] |= found;
    }
    if (left) {
        kernel_store8(&a->open_rows[row], 1);
        uint32_t words = a->strips << a->log_width;
        uint32_t *tile = a->open_tiles + (uint64_t)(a->place[row] >> a->log_tile) * words;
        if (left & ~kernel_load32(&tile[word])) {
            kernel_or(&tile[word], left);
            if (left & ~kernel_load32(&a->open_columns[word]))
                kernel_or(&a->open_columns[word], left);
        }
    }
}

/* ---- codes of slots ----------------------------------------------------------------- */

struct planes_shape {
    uint64_t slots_before, table_at, other_at;
    uint32_t none, rows, log_width;
    uint32_t columns; /* those that have slots: the first ones */
};

/* Slots: class by class, strips of so many columns, row by row. */
struct planes_codes {
    uint64_t *count;
    uint64_t first;
    uint8_t *code;
    const uint32_t *won, *lost, *depth;
    uint64_t depth_words;
    uint32_t strip, classes;
    struct planes_shape shape[PACK_CLASSES];
};

FAST void planes_code(const struct planes_codes *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint64_t slot = a->first + i;
    unsigned c = 0;
    while (c + 1 < a->classes && a->shape[c + 1].slots_before <= slot)
        c++;
    const struct planes_shape *k = &a->shape[c];
    slot -= k->slots_before;
    uint64_t strip_slots = (uint64_t)a->strip * k->none;
    uint32_t strip = (uint32_t)(slot / strip_slots), left = k->columns - strip * a->strip;
    uint32_t width = left < a->strip ? left : a->strip;
    uint64_t place = slot - strip * strip_slots, row = place / width;
    uint32_t column = strip * a->strip + (uint32_t)(place % width), word = column / 32;
    uint64_t own = word >> k->log_width, lane = word & ((1u << k->log_width) - 1);
    uint64_t table = k->table_at + ((own * k->rows + row) << k->log_width) + lane;
    uint64_t other = k->other_at + ((own * k->none + row) << k->log_width) + lane;
    unsigned plies = 0, bit = column % 32;
    for (unsigned d = 0; d < PLANES_DEPTH; d++)
        plies |= (a->depth[d * a->depth_words + other] >> bit & 1) << d;
    uint16_t code = a->won[table] >> bit & 1    ? code_win(plies)
                    : a->lost[table] >> bit & 1 ? code_loss(plies)
                                                : (uint16_t)CODE_DRAWN;
    a->code[i] = (uint8_t)code;
}

#endif
