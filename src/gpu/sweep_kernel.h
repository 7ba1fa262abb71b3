/* SPDX-License-Identifier: MIT
 *
 * Kernels of the sweep on a device, compiled by a C compiler and by nvcc; sweep.c calls
 * them. An item is a word of 64 positions: the lowest six bits of an index lie inside the
 * word, the others number the words of a slice. Where solve/per_isa/sweep_kernel.c shifts
 * and exchanges words of a block, a thread simply loads the word it needs: the threads of a
 * warp have neighbouring words, so their loads fall into the same lines.
 *
 * Maps only grow. A word that is all ones is done; what is new in a word is stamped with the
 * number of the step, one bit plane for each bit of it, and counted by men.
 */
#ifndef GPU_SWEEP_KERNEL_H
#define GPU_SWEEP_KERNEL_H

#include "base/bits.h"
#include "gpu/kernel.h"
#include "gpu/sweep_grid.h"

#define SWEEP_ONES (~(uint64_t)0)

/* Places with bit i set take what stands at the same place with it clear; the reverse. */
FAST uint64_t sweep_up(uint64_t word, unsigned i)
{
    return word << (1u << i) & bits_having(i);
}

FAST uint64_t sweep_down(uint64_t word, unsigned i)
{
    return word >> (1u << i) & ~bits_having(i);
}

/* Counts the bits by men: on the word's number and on the six lowest bits. */
FAST void sweep_count(uint32_t *count, uint64_t word, uint64_t bits)
{
    const uint64_t men[SWEEP_LOW + 1] = {
        0x0000000000000001, 0x0000000100010116, 0x0001011601161668, 0x0116166816686880,
        0x1668688068808000, 0x6880800080000000, 0x8000000000000000};
    const unsigned high = portable_ones64(word);
    for (unsigned c = 0; c <= SWEEP_LOW; c++) {
        unsigned n = portable_ones64(bits & men[c]);
        if (n)
            kernel_add(count, high + c, n);
    }
}

/* ---- black -------------------------------------------------------------------------- */

/* A word of the map as black finds it on arrival: men taken are looked up as gone. A pair
 * with one man inside the word and the other on the word's number needs a second word, for
 * the places where both are there: `some` are the pairs that are taken. */
FAST uint64_t sweep_arrive(const struct sweep_exit *e, uint32_t w)
{
    unsigned active = 0, some = 0;
    uint64_t found = 0;
    for (unsigned k = 0; k < e->far; k++)
        if ((w & e->far_mask[k]) == e->far_mask[k])
            w ^= e->far_mask[k];
    for (unsigned k = 0; k < e->near; k++)
        active |= w & e->near_high[k] ? 1u << k : 0;
    do {
        uint32_t at = w;
        for (unsigned k = 0; k < e->near; k++)
            at ^= some >> k & 1 ? e->near_high[k] : 0;
        uint64_t word = e->map[at];
        for (unsigned k = 0; k < e->near; k++)
            if (active >> k & 1)
                word = some >> k & 1 ? sweep_up(word, e->near_low[k])
                                     : word & ~bits_having(e->near_low[k]);
        found |= word;
        some = (some - active) & active;
    } while (some);
    for (unsigned k = 0; k < e->inner; k++) {
        const unsigned a = e->inner_pair[k][0], b = e->inner_pair[k][1];
        found = (found & ~(bits_having(a) & bits_having(b))) |
                sweep_up(sweep_up(found, a), b);
    }
    return found;
}

/* What black finds after going from bit `from` to bit `to`; ones where the way is barred. */
FAST uint64_t sweep_after(const struct sweep_exit *e, uint32_t w)
{
    const bool low_from = e->from < SWEEP_LOW, low_to = e->to < SWEEP_LOW;
    const bool same = e->from == SWEEP_NO_BIT;
    const uint32_t from = same || low_from ? 0 : (uint32_t)1 << (e->from - SWEEP_LOW);
    const uint32_t to = low_to ? 0 : (uint32_t)1 << (e->to - SWEEP_LOW);
    uint64_t found;
    if (w & to)
        return SWEEP_ONES;
    if (same || (!low_from && !(w & from))) {
        found = sweep_arrive(e, w);
    } else if (!low_from) {
        found = sweep_arrive(e, w ^ from ^ to);
        if (low_to)
            found = sweep_down(found, e->to);
    } else {
        uint64_t moved = sweep_arrive(e, w ^ to);
        found = to ? sweep_arrive(e, w) : moved;
        if (low_to)
            moved = sweep_down(moved, e->to);
        found = (found & ~bits_having(e->from)) | sweep_up(moved, e->from);
    }
    return low_to ? found | bits_having(e->to) : found;
}

FAST void sweep_lose(const struct sweep_black_args *a, uint64_t w, uint64_t all,
                     uint32_t *count)
{
    uint64_t old = a->lost[w], fresh = all & ~old;
    if (!fresh)
        return;
    a->lost[w] = old | fresh;
    sweep_count(count, w, fresh);
}

/* Lost where all exits are won. On the axis these are half the exits: `half` is what they
 * give, and sweep_mirror makes the rest of it. */
FAST void sweep_black(const struct sweep_black_args *a, uint64_t w, uint32_t *count)
{
    uint64_t all = SWEEP_ONES;
    if (a->lost[w] != SWEEP_ONES)
        for (unsigned k = 0; k < a->exits && all; k++)
            all &= sweep_after(&a->exit[k], (uint32_t)w);
    if (a->half)
        a->half[w] = all;
    else
        sweep_lose(a, w, all, count);
}

FAST uint64_t sweep_mirrored(uint64_t word, unsigned i) /* exchanges bits i and i+1 */
{
    const unsigned by = 1u << i;
    const uint64_t lower = bits_having(i) & ~bits_having(i + 1);
    uint64_t different = (word ^ word >> by) & lower;
    return word ^ different ^ different << by;
}

FAST void sweep_mirror(const struct sweep_black_args *a, uint64_t w, uint32_t *count)
{
    uint32_t image = (uint32_t)w;
    if (a->lost[w] == SWEEP_ONES)
        return;
    for (unsigned k = 0; k < a->swaps; k++) {
        uint32_t different = (image >> a->swap[k][0] ^ image >> a->swap[k][1]) & 1;
        image ^= different << a->swap[k][0] | different << a->swap[k][1];
    }
    uint64_t word = a->half[image];
    for (unsigned i = 0; i < SWEEP_LOW; i += 2)
        word = sweep_mirrored(word, i);
    sweep_lose(a, w, a->half[w] & word, count);
}

/* ---- brown -------------------------------------------------------------------------- */

FAST uint64_t sweep_moves(const struct sweep_brown_args *a, uint32_t w)
{
    uint64_t some = 0;
    KERNEL_UNROLL
    for (unsigned k = 0; k < a->far; k++) {
        uint32_t mask = a->far_mask[k], both = w & mask;
        if (both != 0 && both != mask)
            some |= a->lost[w ^ mask];
    }
    for (unsigned k = 0; k < a->near; k++) {
        uint32_t high = a->near_high[k];
        uint64_t word = a->lost[w ^ high];
        for (unsigned low = 0; low < SWEEP_LOW; low++)
            if (a->near_lows[k] >> low & 1)
                some |= w & high ? sweep_down(word, low) : sweep_up(word, low);
    }
    for (unsigned k = 0; k < a->inner; k++) {
        const uint8_t *bit = a->inner_move[k];
        uint64_t word = a->lost[w];
        some |= sweep_up(sweep_down(word, bit[0]), bit[1]) |
                sweep_up(sweep_down(word, bit[1]), bit[0]);
    }
    return some;
}

FAST void sweep_brown(const struct sweep_brown_args *a, uint64_t w, uint32_t *count)
{
    uint64_t old = a->won[w];
    if (old == SWEEP_ONES)
        return;
    uint64_t fresh = sweep_moves(a, (uint32_t)w) & ~old;
    if (!fresh)
        return;
    a->won[w] = old | fresh;
    for (unsigned k = 0; k < SWEEP_PLANES; k++)
        if (a->stamp >> k & 1)
            a->plane[k][w] |= fresh;
    sweep_count(count, w, fresh);
}

/* ---- positions that a symmetry leaves as they are ------------------------------------ */

/* Item i has its men on the cycles that are the bits of i. */
FAST void sweep_fixed(const struct sweep_fixed_args *a, uint64_t i, uint32_t *count)
{
    uint64_t index = 0;
    unsigned men = 0;
    for (unsigned k = 0; k < a->cycles; k++)
        if (i >> k & 1) {
            index |= a->cycle[k];
            men += a->men[k];
        }
    if (a->map[index >> SWEEP_LOW] >> (index & 63) & 1)
        kernel_add(count, men, 1);
}

KERNEL(grid_black, sweep_black, sweep_black_args)
KERNEL(grid_mirror, sweep_mirror, sweep_black_args)
KERNEL(grid_brown, sweep_brown, sweep_brown_args)
KERNEL(grid_fixed, sweep_fixed, sweep_fixed_args)

#define SWEEP_GRID                                                                       \
    {                                                                                    \
        grid_black, grid_mirror, grid_brown, grid_fixed                                  \
    }

#endif
