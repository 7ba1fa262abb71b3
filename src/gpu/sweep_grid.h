/* SPDX-License-Identifier: MIT
 *
 * The kernels of the sweep for one kind of device, and what they are given: moves as
 * operations on words of 64 positions. Bits of an index below SWEEP_LOW lie inside a word;
 * higher ones, less SWEEP_LOW, are bits of the word's number, and masks of them are said to
 * be high.
 */
#ifndef GPU_SWEEP_GRID_H
#define GPU_SWEEP_GRID_H

#include "gpu/kernel.h"

#include <stdbool.h>

enum {
    SWEEP_LOW = 6,
    SWEEP_PLANES = 6, /* a step's number, from 1 on, is below 64 */
    SWEEP_PAIRS = 4,
    SWEEP_EXITS = 8,
    SWEEP_MOVES = 80,
    SWEEP_BITS = 32,
    SWEEP_NO_BIT = 255
};

/* A way out for black: bit `to` of the index must be clear; bit `from` moves there, unless it
 * is SWEEP_NO_BIT. Pairs of men that are taken on arrival: both high, one, none of them. */
struct sweep_exit {
    const uint64_t *map; /* brown to move, black there */
    uint8_t from, to, far, near, inner;
    uint8_t near_low[SWEEP_PAIRS];
    uint8_t inner_pair[SWEEP_PAIRS][2];
    uint32_t far_mask[SWEEP_PAIRS], near_high[SWEEP_PAIRS];
};

/* All pointers are the device's. */
struct sweep_black_args {
    uint64_t *count;
    uint64_t *lost; /* black to move, of the slice */
    uint64_t *half; /* on the axis: what half the exits give; else null */
    unsigned exits, swaps;
    struct sweep_exit exit[SWEEP_EXITS];
    uint8_t swap[SWEEP_BITS]
                [2]; /* the mirror exchanges these bits of the word's number */
};

struct sweep_brown_args {
    uint64_t *count;
    const uint64_t *lost;
    uint64_t *won;
    uint64_t *plane[SWEEP_PLANES]; /* those of stamp's bits are there */
    unsigned stamp;                /* number of the step, from 1 */
    unsigned far, near, inner;
    uint32_t far_mask[SWEEP_MOVES];
    uint32_t near_high[SWEEP_BITS];
    uint8_t near_lows[SWEEP_BITS]; /* which bits inside the word go with it */
    uint8_t inner_move[SWEEP_MOVES][2];
};

struct sweep_fixed_args {
    uint64_t *count;
    const uint64_t *map;
    unsigned cycles;
    uint64_t cycle[SWEEP_BITS];
    uint8_t men[SWEEP_BITS];
};

struct sweep_grid {
    kernel *black, *mirror, *brown,
        *fixed; /* items are words; of `fixed` sets of cycles */
};

extern const struct sweep_grid sweep_host;
extern const struct sweep_grid sweep_cuda; /* only in builds with CUDA */

#endif
