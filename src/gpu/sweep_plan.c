/* SPDX-License-Identifier: MIT
 * Moves as operations on words; see sweep_grid.h. */
#include "gpu/sweep_plan.h"

#include <assert.h>
#include <string.h>

static uint32_t high(unsigned bit)
{
    assert(bit >= SWEEP_LOW);
    return (uint32_t)1 << (bit - SWEEP_LOW);
}

/* ---- brown -------------------------------------------------------------------------- */

static void add_near(struct sweep_brown_args *out, unsigned low, uint32_t mask)
{
    unsigned k = 0;
    while (k < out->near && out->near_high[k] != mask)
        k++;
    if (k == out->near)
        out->near_high[out->near++] = mask;
    out->near_lows[k] |= (uint8_t)(1u << low);
}

static void add_move(struct sweep_brown_args *out, unsigned a, unsigned b)
{
    if (a > b) {
        add_move(out, b, a);
    } else if (a >= SWEEP_LOW) {
        assert(out->far < SWEEP_MOVES);
        out->far_mask[out->far++] = high(a) | high(b);
    } else if (b >= SWEEP_LOW) {
        add_near(out, a, high(b));
    } else {
        assert(out->inner < SWEEP_MOVES);
        out->inner_move[out->inner][0] = (uint8_t)a;
        out->inner_move[out->inner++][1] = (uint8_t)b;
    }
}

void sweep_brown_plan(const struct mus_board *b, unsigned slice,
                      struct sweep_brown_args *out)
{
    const unsigned p = b->black[slice];
    memset(out, 0, sizeof *out);
    for (unsigned s = 0; s < b->points; s++)
        for (unsigned t = 0; t < s; t++)
            if (b->near[s] >> t & 1 && s != p && t != p)
                add_move(out, mus_bit(b, p, s), mus_bit(b, p, t));
}

/* ---- black -------------------------------------------------------------------------- */

static void add_pair(struct sweep_exit *e, unsigned a, unsigned b)
{
    if (a > b) {
        add_pair(e, b, a);
    } else if (a >= SWEEP_LOW) {
        e->far_mask[e->far++] = high(a) | high(b);
    } else if (b >= SWEEP_LOW) {
        e->near_low[e->near] = (uint8_t)a;
        e->near_high[e->near++] = high(b);
    } else {
        e->inner_pair[e->inner][0] = (uint8_t)a;
        e->inner_pair[e->inner++][1] = (uint8_t)b;
    }
}

/* The spare point has no bit: going from or to it, the index stays as it is, and the bit
 * that it borrows in the other's slice must be clear. */
static void add_exit(const struct mus_board *b, unsigned p, unsigned q,
                     struct sweep_exit *e)
{
    e->from = p == b->spare || q == b->spare ? SWEEP_NO_BIT : b->bit_of[p];
    e->to = b->bit_of[q == b->spare ? p : q];
    for (unsigned k = 0; k < b->pairs[q]; k++) {
        uint64_t pair = b->pair[q][k];
        add_pair(e, mus_bit(b, q, (unsigned)__builtin_ctzll(pair)),
                 mus_bit(b, q, 63 - (unsigned)__builtin_clzll(pair)));
    }
}

/* Inside a word the mirror exchanges bits 0 and 1, 2 and 3, 4 and 5 on every board. */
static void add_swaps(const struct mus_board *b, struct sweep_black_args *out)
{
    for (unsigned p = 0; p < b->points; p++) {
        unsigned bit = b->bit_of[p], image = b->bit_of[b->image[1][p]];
        if (bit == MUS_NO_POINT || bit >= image)
            continue;
        if (bit < SWEEP_LOW) {
            assert(bit % 2 == 0 && image == bit + 1);
            continue;
        }
        out->swap[out->swaps][0] = (uint8_t)(bit - SWEEP_LOW);
        out->swap[out->swaps++][1] = (uint8_t)(image - SWEEP_LOW);
    }
}

void sweep_black_plan(const struct mus_board *b, unsigned slice,
                      struct sweep_black_args *out, uint8_t slice_of[SWEEP_EXITS])
{
    const unsigned p = b->black[slice];
    memset(out, 0, sizeof *out);
    for (uint64_t to = b->near[p]; to; to &= to - 1) {
        unsigned q = (unsigned)__builtin_ctzll(to);
        if (b->black[b->slice[q]] != q) /* the mirror image of one that is there */
            continue;
        slice_of[out->exits] = b->slice[q];
        add_exit(b, p, q, &out->exit[out->exits++]);
    }
    if (b->on_axis[p])
        add_swaps(b, out);
}
