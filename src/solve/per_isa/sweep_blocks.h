/* SPDX-License-Identifier: MIT
 *
 * Blocks of 2,048 positions for the kernels of the sweep engine: moving bits of the index
 * inside of a block, mirroring and counting. Vectors are the compiler's, so the text is the
 * same for all instruction sets.
 *
 * Inside a block, "up" by bit i means: places with bit i set take what stands at the same
 * place with it clear, all others nothing; "down" is the reverse. Bits 0-5 are shifts in
 * words, bits 6-10 exchange words.
 */
#ifndef SOLVE_PER_ISA_SWEEP_BLOCKS_H
#define SOLVE_PER_ISA_SWEEP_BLOCKS_H

#include "base/bits.h"
#include "solve/per_isa/kernel.h"
#include "solve/sweep_state.h"

#include <string.h>

/* In the number of a part there are so many bits. */
enum { PARTS = BLOCK_WORDS / WIDE, PART_BITS = WIDE == 8 ? 2 : WIDE == 4 ? 3 : 4 };

struct block {
    wide part[PARTS];
};

/* ---- blocks ------------------------------------------------------------------------- */

INLINE void load(struct block *b, const unsigned char *from)
{
    memcpy(b, __builtin_assume_aligned(from, 64), sizeof *b);
}

INLINE void store(unsigned char *to, const struct block *b)
{
    memcpy(__builtin_assume_aligned(to, 64), b, sizeof *b);
}

INLINE void fill(struct block *b, uint64_t word)
{
    for (int r = 0; r < PARTS; r++)
        b->part[r] = (wide){0} + word;
}

INLINE bool is_full(const struct block *b)
{
    wide all = b->part[0];
    uint64_t word = ~(uint64_t)0;
    for (int r = 1; r < PARTS; r++)
        all &= b->part[r];
    for (int w = 0; w < WIDE; w++)
        word &= all[w];
    return word == ~(uint64_t)0;
}

INLINE bool is_empty(const struct block *b)
{
    wide any = b->part[0];
    uint64_t word = 0;
    for (int r = 1; r < PARTS; r++)
        any |= b->part[r];
    for (int w = 0; w < WIDE; w++)
        word |= any[w];
    return word == 0;
}

/* Words of a vector with bit k of their number set take from those with it clear (up), or
 * the reverse. */
#define SHUFFLE __builtin_shufflevector
INLINE wide words_up(wide s, int k)
{
    const wide z = {0};
#if WIDE == 8
    return k == 0   ? SHUFFLE(z, s, 0, 8, 2, 10, 4, 12, 6, 14)
           : k == 1 ? SHUFFLE(z, s, 0, 1, 8, 9, 4, 5, 12, 13)
                    : SHUFFLE(z, s, 0, 1, 2, 3, 8, 9, 10, 11);
#elif WIDE == 4
    return k == 0 ? SHUFFLE(z, s, 0, 4, 2, 6) : SHUFFLE(z, s, 0, 1, 4, 5);
#else
    (void)k;
    return SHUFFLE(z, s, 0, 2);
#endif
}

INLINE wide words_down(wide s, int k)
{
    const wide z = {0};
#if WIDE == 8
    return k == 0   ? SHUFFLE(z, s, 9, 1, 11, 3, 13, 5, 15, 7)
           : k == 1 ? SHUFFLE(z, s, 10, 11, 2, 3, 14, 15, 6, 7)
                    : SHUFFLE(z, s, 12, 13, 14, 15, 4, 5, 6, 7);
#elif WIDE == 4
    return k == 0 ? SHUFFLE(z, s, 5, 1, 7, 3) : SHUFFLE(z, s, 6, 7, 2, 3);
#else
    (void)k;
    return SHUFFLE(z, s, 3, 1);
#endif
}

/* a |= s moved up (down) by bit i, which is a constant in every call. */
INLINE void or_up_by(struct block *a, const struct block *s, int i)
{
    const int stride = i < 6 ? 0 : (1 << (i - 6)) / WIDE; /* in vectors */
    const uint64_t by = i < 6 ? (uint64_t)1 << i : 0;
    for (int r = 0; r < PARTS; r++)
        if (i < 6)
            a->part[r] |= s->part[r] << by & bits_set[i < 6 ? i : 0];
        else if (stride == 0)
            a->part[r] |= words_up(s->part[r], i - 6);
        else if (r & stride)
            a->part[r] |= s->part[r ^ stride];
}

INLINE void or_down_by(struct block *a, const struct block *s, int i)
{
    const int stride = i < 6 ? 0 : (1 << (i - 6)) / WIDE;
    const uint64_t by = i < 6 ? (uint64_t)1 << i : 0;
    for (int r = 0; r < PARTS; r++)
        if (i < 6)
            a->part[r] |= s->part[r] >> by & ~bits_set[i < 6 ? i : 0];
        else if (stride == 0)
            a->part[r] |= words_down(s->part[r], i - 6);
        else if (!(r & stride))
            a->part[r] |= s->part[r ^ stride];
}

#define BITS(CASE)                                                                       \
    CASE(0)                                                                              \
    CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8) CASE(9) CASE(10)

INLINE void or_up(struct block *a, const struct block *s, unsigned i)
{
    switch (i) {
#define CASE(k)                                                                          \
    case k:                                                                              \
        or_up_by(a, s, k);                                                               \
        break;
        BITS(CASE)
    }
}

INLINE void or_down(struct block *a, const struct block *s, unsigned i)
{
    switch (i) {
#undef CASE
#define CASE(k)                                                                          \
    case k:                                                                              \
        or_down_by(a, s, k);                                                             \
        break;
        BITS(CASE)
    }
}

/* Keeps the places with bit i clear (set), or fills them. */
INLINE uint64_t word_mask(unsigned i, unsigned word)
{
    return i < 6 ? bits_set[i] : (uint64_t)0 - (word >> (i - 6) & 1);
}

INLINE wide part_mask(unsigned i, int r)
{
    wide m = {0};
    for (int w = 0; w < WIDE; w++)
        m[w] = word_mask(i, (unsigned)(r * WIDE + w));
    return m;
}

INLINE void keep_clear(struct block *a, unsigned i)
{
    for (int r = 0; r < PARTS; r++)
        a->part[r] &= ~part_mask(i, r);
}

INLINE void fill_set(struct block *a, unsigned i)
{
    for (int r = 0; r < PARTS; r++)
        a->part[r] |= part_mask(i, r);
}

/* Exchanges bits i and i+1 of all places, for the pairs 0-1, 2-3, 4-5, 6-7, 9-10. */
INLINE void swap_bits(struct block *a, unsigned i)
{
    struct block b = *a, down = {{{0}}}, up = {{{0}}};
    for (int r = 0; r < PARTS; r++)
        b.part[r] &= ~(part_mask(i, r) ^ part_mask(i + 1, r));
    struct block only = *a;
    for (int r = 0; r < PARTS; r++)
        only.part[r] &= part_mask(i, r) & ~part_mask(i + 1, r);
    or_down(&down, &only, i);
    or_up(&b, &down, i + 1);
    only = *a;
    for (int r = 0; r < PARTS; r++)
        only.part[r] &= part_mask(i + 1, r) & ~part_mask(i, r);
    or_down(&up, &only, i + 1);
    or_up(&b, &up, i);
    *a = b;
}

static void mirror_block(struct block *a)
{
    swap_bits(a, 0);
    swap_bits(a, 2);
    swap_bits(a, 4);
    swap_bits(a, 6);
    swap_bits(a, 9);
}

/* ---- counting ----------------------------------------------------------------------- */

INLINE wide popcounts(wide a)
{
    uint64_t word[WIDE];
    memcpy(word, &a, sizeof word);
    for (int w = 0; w < WIDE; w++)
        word[w] = (uint64_t)__builtin_popcountll(word[w]);
    memcpy(&a, word, sizeof a);
    return a;
}

INLINE unsigned count_bits(const struct block *b)
{
    wide sum = {0};
    uint64_t bits = 0;
    for (int r = 0; r < PARTS; r++)
        sum += popcounts(b->part[r]);
    for (int w = 0; w < WIDE; w++)
        bits += sum[w];
    return (unsigned)bits;
}

/* Bits of a block by the number of low index bits that are set: those of the lowest six
 * make a class, those above the lanes number the part, and the lanes are left apart. */
INLINE void count_lanes(const struct block *b, wide sum[LOW_CLASSES + PART_BITS])
{
    static const uint64_t class_mask[LOW_CLASSES] = {
        0x0000000000000001, 0x0000000100010116, 0x0001011601161668, 0x0116166816686880,
        0x1668688068808000, 0x6880800080000000, 0x8000000000000000};
    memset(sum, 0, (LOW_CLASSES + PART_BITS) * sizeof *sum);
    for (int c = 0; c < LOW_CLASSES; c++)
        for (int r = 0; r < PARTS; r++)
            sum[c + __builtin_popcount((unsigned)r)] +=
                popcounts(b->part[r] & class_mask[c]);
}

INLINE void count_men(const struct block *b, uint16_t men[LOW_BITS + 1])
{
    wide sum[LOW_CLASSES + PART_BITS];
    uint64_t lane[LOW_CLASSES + PART_BITS][WIDE];
    unsigned with[LOW_BITS + 1] = {0};
    count_lanes(b, sum);
    memcpy(lane, sum, sizeof lane);
    for (int c = 0; c < LOW_CLASSES + PART_BITS; c++)
        for (int w = 0; w < WIDE; w++)
            with[c + __builtin_popcount((unsigned)w)] += (unsigned)lane[c][w];
    for (int n = 0; n <= LOW_BITS; n++)
        men[n] = (uint16_t)with[n];
}

/* Adds the bits of block t. */
INLINE void count_block(struct sweep_count *count, uint32_t t, const struct block *b)
{
    wide sum[LOW_CLASSES + PART_BITS];
    uint64_t(*to)[8] = &count->lane[__builtin_popcount(t)];
    count_lanes(b, sum);
    for (int c = 0; c < LOW_CLASSES + PART_BITS; c++) {
        wide total;
        memcpy(&total, to[c], sizeof total);
        total += sum[c];
        memcpy(to[c], &total, sizeof total);
    }
}

#endif
