/* SPDX-License-Identifier: MIT
 *
 * What the files of the sweep engine share (sweep.c tells the idea).
 *
 * A slice is a map of bits over all sets of brown men for one place of black, one bit per
 * set. The lowest 11 bits of an index lie inside a block of 2,048 bits, the others number
 * the blocks. A move of a man exchanges a set bit of the index with a clear one: if both
 * are high ("far") whole blocks are combined, if one is low ("near") blocks are combined
 * after a shift inside, if both are low ("inner") it stays in the block. Rows of 256
 * blocks are 64 KiB and a bit more, because blocks a power of two apart would meet in the
 * same place of the cache.
 */
#ifndef SOLVE_SWEEP_STATE_H
#define SOLVE_SWEEP_STATE_H

#include "games/musashi/board.h"
#include "solve/bit_stream.h"

#include <stddef.h>

enum {
    LOW_BITS = 11,
    BLOCK_WORDS = 32,
    BLOCK_BYTES = 256,
    ROW_BLOCKS = 256,
    ROW_BYTES = ROW_BLOCKS * BLOCK_BYTES + 576,
    MOST_HIGH_BITS = 21,
    LOW_CLASSES = 7, /* numbers of men on the six lowest bits */
    PIECE_BLOCKS =
        16, /* blocks packed together: as many positions as a table block has */
    SAME_INDEX = 255
};

/* Moves as they act on the indices of one slice. Bits below LOW_BITS are low; high ones
 * are given less LOW_BITS. */
struct sweep_plan {
    unsigned far, near, inner;
    uint32_t far_mask[80]; /* the two high bits */
    struct {
        uint8_t high, lows, low[8];
    } near_move[MOST_HIGH_BITS];
    uint8_t inner_move[80][2];

    /* What black takes when it arrives here: both high, one low, both low. */
    unsigned taken_far, taken_near, taken_inner;
    uint32_t taken_mask[MUS_PAIRS];
    uint8_t taken_low[MUS_PAIRS];
    uint32_t taken_high[MUS_PAIRS]; /* mask */
    uint8_t taken_both[MUS_PAIRS][2];

    /* Where black goes from here: bit `to` (in full numbering) must be clear; bit `from`
     * moves there, unless it is SAME_INDEX. */
    unsigned exits;
    struct {
        uint8_t slice, from, to;
    } exit[8];
    bool on_axis;
};

/* Bits of a block of lost positions: all, and by men on the low bits. */
struct sweep_men {
    uint16_t all, with[LOW_BITS + 1];
};

/* Bits by men: n, and the bits set in the number of the lane. */
struct sweep_count {
    uint64_t lane[MOST_HIGH_BITS + LOW_BITS + 1][8];
};

/* One slice in one step. What a step does not change, a map does not hold: `lost` and
 * `fresh` are there in the blocks that have the flag. */
struct sweep_job {
    bool all;                              /* nothing is known to be unchanged */
    const struct sweep_plan *plans, *plan; /* all, and that of the slice */
    unsigned char *const *won;             /* brown to move, by slice, before this step */
    uint8_t *const *changed;               /* by slice: blocks of won that the step before
                                              changed */
    unsigned char *old;                    /* won of the slice */
    unsigned char *lost;                   /* black to move, of the slice */
    uint8_t *lost_fresh;                   /* blocks where lost is more than before */
    struct sweep_men *lost_men;            /* what was lost */
    unsigned char *fresh;                  /* brown to move, won in this step */
    uint8_t *won_fresh;                    /* blocks where that is something */
    uint8_t *won_full;                     /* blocks that are all ones */
    const uint32_t *mirror;                /* mirror image of a block's number */
};

struct sweep_kernel {
    const char *name;
    /* Black's half of a step for blocks first .. end-1: lost where all exits are won. On
     * the axis this is half the exits; `mirror` makes the rest and does the counting. */
    void (*black)(const struct sweep_job *job, uint32_t first, uint32_t end,
                  struct sweep_count *count);
    void (*mirror)(const struct sweep_job *job, uint32_t first, uint32_t end,
                   struct sweep_count *count);
    /* Brown's half: won where some move leads to newly lost. */
    void (*brown)(const struct sweep_job *job, uint32_t first, uint32_t end,
                  struct sweep_count *count);
    /* Adds what is fresh to a map. */
    void (*add)(unsigned char *map, unsigned char *fresh, const uint8_t *changed,
                uint32_t first, uint32_t end);
    /* What is fresh in a piece of blocks, in bits. */
    void (*pack)(const struct sweep_job *job, uint32_t first, uint32_t blocks,
                 struct bit_stream *out);
    /* The inverse: clears the new ones in `open` (the words of the piece) and gives them
     * the code. */
    void (*unpack)(struct bit_stream *in, uint32_t blocks, uint64_t *open, uint8_t code,
                   uint8_t *codes);
};

/* Makes the plans of all slices. */
void sweep_plans(const struct mus_board *b, struct sweep_plan plans[MUS_POINTS]);
/* An order of the slices in which few old ones must be kept until their neighbours are
 * done; returns how many maps are alive at most, the new ones included. */
unsigned sweep_order(const struct mus_board *b, uint8_t order[MUS_POINTS]);
/* Slices that black reaches from this one, as a mask. */
uint32_t sweep_neighbours(const struct mus_board *b, unsigned slice);

/* The kernels that this processor can run, best first; null after the last. */
const struct sweep_kernel *sweep_kernel(unsigned i);

static inline unsigned char *sweep_block(unsigned char *map, uint32_t block)
{
    return map + (size_t)(block / ROW_BLOCKS) * ROW_BYTES +
           (size_t)(block % ROW_BLOCKS) * BLOCK_BYTES;
}

#endif
