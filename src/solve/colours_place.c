/* SPDX-License-Identifier: MIT
 *
 * What placements do for the positions of a layer. They lead to a layer that is solved, so
 * one pass over bytes settles them for good: of all placements in a position the best one,
 * as a code. A win in d is one at ply d, if moves have not won before; a loss in d says
 * that from ply d on moves alone can save the position; 0 that some placement draws, so
 * that it is never lost.
 */
#include "game/value.h"
#include "solve/colours_state.h"
#include "solve/per_isa/index_bits.h"

/* Index of a position of the whole for each colouring: low and high bits apart. */
struct spread {
    uint32_t low[64], high[BITS_WORDS];
};

static void make_spread(const struct colours_layer *l, uint32_t set, unsigned cell,
                        uint32_t larger, unsigned symmetry, unsigned side,
                        struct spread *s)
{
    const uint8_t *image = l->n->board.image[symmetry];
    uint32_t bit[BITS_MOST];
    unsigned n = 0;
    for (; set; set &= set - 1) {
        unsigned to = image[__builtin_ctz(set)];
        bit[n++] = (uint32_t)1 << portable_ones(larger & (((uint32_t)1 << to) - 1));
    }
    uint32_t below = larger & (((uint32_t)1 << image[cell]) - 1);
    s->high[0] = (uint32_t)side << portable_ones(below);
    s->low[0] = 0;
    for (unsigned i = 0; i < n; i++) {
        uint32_t *table = i < BITS_LOW ? s->low : s->high;
        unsigned half = 1u << (i < BITS_LOW ? i : i - BITS_LOW);
        for (unsigned x = 0; x < half; x++)
            table[half + x] = table[x] + bit[i];
    }
}

/* Where five loses even by a placement: the opponent has won at once. */
static void judge_fives(const struct colours_layer *l, unsigned side, uint32_t set,
                        unsigned cell, uint8_t lost, uint8_t *merits)
{
    const struct yon_board *b = &l->n->board;
    const uint32_t here = (uint32_t)1 << cell;
    for (unsigned i = 0; i < b->fives; i++) {
        uint32_t others = b->five[i] & ~here;
        if (!(b->five[i] & here) || others & ~set)
            continue;
        uint32_t own = yon_colouring(others, set);
        for (uint32_t c = 0; c < (uint32_t)1 << l->men; c++)
            if (((side ? c : ~c) & own) == own)
                merits[c] = lost;
    }
}

/* best[c]: the largest merit of a placement in colouring c. */
static void place_one(const struct colours_layer *l, unsigned side, uint32_t set,
                      unsigned cell, const uint8_t *after, const uint8_t merit[256],
                      uint8_t *best)
{
    unsigned symmetry;
    uint32_t number = yon_class(l->n, l->men + 1, set | (uint32_t)1 << cell, &symmetry);
    uint32_t larger = l->n->sets[l->men + 1].member[number];
    const uint8_t *codes = after + ((uint64_t)number << (l->men + 1));
    struct spread s;
    make_spread(l, set, cell, larger, symmetry, side, &s);
    const unsigned lows = l->men < BITS_LOW ? 1u << l->men : 64;
    uint8_t merits[1 << BITS_MOST];
    for (unsigned w = 0; w < l->whole_words; w++)
        for (unsigned i = 0; i < lows; i++)
            merits[w * lows + i] = merit[codes[s.high[w] + s.low[i]]];
    if (l->n->board.five_loses)
        judge_fives(l, side, set, cell, merit[code_win(0)], merits);
    for (unsigned c = 0; c < 1u << l->men; c++)
        best[c] = best[c] > merits[c] ? best[c] : merits[c];
}

void colours_place(const struct colours_layer *l, unsigned side, const uint8_t *after,
                   uint32_t first, uint32_t end)
{
    uint8_t merit[256], code[256];
    for (unsigned i = 0; i < 256; i++) {
        merit[i] = (uint8_t)colours_merit(i);
        code[i] = (uint8_t)colours_code_of_merit(i);
    }
    for (uint32_t whole = first; whole < end; whole++) {
        uint32_t set = l->n->sets[l->men].member[whole];
        uint8_t *codes = l->codes[side] + ((uint64_t)whole << l->men);
        struct colours_events *e = &l->events[side][whole];
        bool seen[256] = {false};
        for (unsigned cell = 0; cell < l->n->board.cells; cell++)
            if (!(set >> cell & 1))
                place_one(l, side, set, cell, after, merit, codes);
        for (unsigned c = 0; c < 1u << l->men; c++) {
            codes[c] = code[codes[c]];
            seen[codes[c]] = true;
        }
        for (unsigned c = 1; c < 256; c++)
            if (seen[c])
                (code_is_win((uint8_t)c) ? e->win : e->loss)[(c - 1) / 2 / 64] |=
                    (uint64_t)1 << (c - 1) / 2 % 64;
    }
}
