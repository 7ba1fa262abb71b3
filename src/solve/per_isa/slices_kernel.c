/* SPDX-License-Identifier: MIT
 *
 * Minima and maxima of bytes for solve/slices.h, compiled once per instruction set (ISA is
 * its name, WIDE the number of 64-bit words in a vector).
 *
 * A move exchanges two bits of the index. Bits from SLICE_LOW on choose another block; one
 * below it exchanges bytes in words (bits 0-2), words in vectors, or vectors.
 */
#include "solve/per_isa/kernel.h"
#include "solve/slices.h"

#include <string.h>

enum { PARTS = SLICE_BLOCK / 8 / WIDE };

typedef uint8_t bytes __attribute__((vector_size(8 * WIDE), may_alias));

INLINE wide least(wide a, wide b)
{
    bytes x = (bytes)a, y = (bytes)b, less = (bytes)(x < y);
    return (wide)((x & less) | (y & ~less));
}

INLINE wide most(wide a, wide b)
{
    bytes x = (bytes)a, y = (bytes)b, less = (bytes)(x < y);
    return (wide)((y & less) | (x & ~less));
}

/* ---- index bits inside of a block --------------------------------------------------- */

/* Ones in the bytes whose number has the bit set; vector r. */
INLINE wide bit_set(unsigned bit, int r)
{
    static const uint64_t in_word[3] = {0xff00ff00ff00ff00, 0xffff0000ffff0000,
                                        0xffffffff00000000};
    wide mask = {0};
    for (int w = 0; w < WIDE; w++)
        mask[w] = bit < 3 ? in_word[bit < 3 ? bit : 0]
                          : (uint64_t)0 - ((unsigned)(r * WIDE + w) >> (bit - 3) & 1);
    return mask;
}

/* Vector r of the block with that index bit turned over. */
INLINE wide turned(const wide *s, int r, unsigned bit)
{
    const unsigned stride = bit < 3 ? 0 : 1u << (bit - 3); /* in words */
    if (bit < 3) {
        const unsigned shift = 8u << bit;
        wide low = ~bit_set(bit, r);
        return (s[r] >> shift & low) | (s[r] & low) << shift;
    }
    if (stride >= WIDE)
        return s[r ^ (int)(stride / WIDE)];
#if WIDE == 8
    return stride == 1   ? __builtin_shufflevector(s[r], s[r], 1, 0, 3, 2, 5, 4, 7, 6)
           : stride == 2 ? __builtin_shufflevector(s[r], s[r], 2, 3, 0, 1, 6, 7, 4, 5)
                         : __builtin_shufflevector(s[r], s[r], 4, 5, 6, 7, 0, 1, 2, 3);
#elif WIDE == 4
    return stride == 1 ? __builtin_shufflevector(s[r], s[r], 1, 0, 3, 2)
                       : __builtin_shufflevector(s[r], s[r], 2, 3, 0, 1);
#else
    return __builtin_shufflevector(s[r], s[r], 1, 0);
#endif
}

/* The operations below, with the bit as a constant. */
#define FOR_BIT(bit, CALL)                                                               \
    switch (bit) {                                                                       \
        CALL(0)                                                                          \
        CALL(1) CALL(2) CALL(3) CALL(4) CALL(5) CALL(6) CALL(7) CALL(8) CALL(9) CALL(10) \
    }
#define EACH_PART for (int r = 0; r < PARTS; r++)

/* out[x] = s[x with the bit turned over] */
INLINE void turn(wide *out, const wide *s, unsigned bit)
{
#define TURN(k)                                                                          \
    case k:                                                                              \
        EACH_PART out[r] = turned(s, r, k);                                              \
        break;
    FOR_BIT(bit, TURN)
}

/* Only where the bit of x is `on`: a[x] = min(a[x], s[x with it turned over]) */
INLINE void min_turned(wide *a, const wide *s, unsigned bit, bool on)
{
    const wide other = (wide){0} - (uint64_t)on;
#define MIN_TURNED(k)                                                                    \
    case k:                                                                              \
        EACH_PART a[r] = least(a[r], turned(s, r, k) | ~(bit_set(k, r) ^ ~other));       \
        break;
    FOR_BIT(bit, MIN_TURNED)
}

/* The same with max. */
INLINE void max_turned(wide *a, const wide *s, unsigned bit, bool on)
{
    const wide other = (wide){0} - (uint64_t)on;
#define MAX_TURNED(k)                                                                    \
    case k:                                                                              \
        EACH_PART a[r] = most(a[r], turned(s, r, k) & (bit_set(k, r) ^ ~other));         \
        break;
    FOR_BIT(bit, MAX_TURNED)
}

/* Only where the bit of x is clear: a[x] = max(a[x], s[x]) */
INLINE void max_clear(wide *a, const wide *s, unsigned bit)
{
    EACH_PART a[r] = most(a[r], s[r] & ~bit_set(bit, r));
}

INLINE const wide *block_at(const uint8_t *slice, uint64_t t)
{
    return (const wide *)__builtin_assume_aligned(slice + t * SLICE_BLOCK, 64);
}

INLINE uint64_t high(unsigned bit)
{
    return bit < SLICE_LOW ? 0 : (uint64_t)1 << (bit - SLICE_LOW);
}

/* ---- black -------------------------------------------------------------------------- */

static void take_pair(uint8_t *slice, const uint8_t pair[2], uint64_t first, uint64_t end)
{
    const uint64_t both = high(pair[0]) | high(pair[1]);
    for (uint64_t t = first; t < end; t++) {
        if ((t & both) != both)
            continue;
        wide *a = (wide *)(uintptr_t)block_at(slice, t), found[PARTS];
        const wide *from = block_at(slice, t ^ both);
        memcpy(found, from, sizeof found);
        for (int k = 0; k < 2; k++)
            if (pair[k] < SLICE_LOW) {
                wide whole[PARTS];
                memcpy(whole, found, sizeof whole);
                turn(found, whole, pair[k]);
            }
        EACH_PART
        {
            wide taken = ~(wide){0};
            for (int k = 0; k < 2; k++)
                if (pair[k] < SLICE_LOW)
                    taken &= bit_set(pair[k], r);
            a[r] = (found[r] & taken) | (a[r] & ~taken);
        }
    }
}

/* Both bits inside of the block. */
INLINE void max_inside(wide *a, const wide *s, unsigned from, unsigned to)
{
    wide stays[PARTS], moved[PARTS];
    turn(moved, s, to); /* the man that left `to` bare */
    EACH_PART
    {
        stays[r] = s[r] & ~bit_set(to, r);
        moved[r] &= ~bit_set(to, r);
    }
    max_clear(a, stays, from);
    max_turned(a, moved, from, true);
}

INLINE void max_all(wide *a, const wide *s)
{
    EACH_PART a[r] = most(a[r], s[r]);
}

INLINE void max_exit(wide *a, const struct slice_exit *e, uint64_t t)
{
    const unsigned from = e->from, to = e->to;
    if (t & high(to))
        return;
    if (from == SLICE_STAYS || (from >= SLICE_LOW && !(t & high(from)))) {
        if (to < SLICE_LOW)
            max_clear(a, block_at(e->slice, t), to);
        else
            max_all(a, block_at(e->slice, t));
    } else if (from >= SLICE_LOW) {
        const wide *s = block_at(e->slice, t ^ high(from) ^ high(to));
        if (to < SLICE_LOW)
            max_turned(a, s, to, false);
        else
            max_all(a, s);
    } else if (to < SLICE_LOW) {
        max_inside(a, block_at(e->slice, t), from, to);
    } else {
        max_clear(a, block_at(e->slice, t), from);
        max_turned(a, block_at(e->slice, t | high(to)), from, true);
    }
}

static void exits(const struct slice_job *job, uint64_t first, uint64_t end)
{
    for (uint64_t t = first; t < end; t++) {
        wide a[PARTS] = {{0}};
        if (job->more)
            memcpy(a, block_at(job->lost, t), sizeof a);
        for (unsigned k = 0; k < job->exits; k++)
            max_exit(a, &job->exit[k], t);
        memcpy(job->lost + t * SLICE_BLOCK, a, sizeof a);
    }
}

/* ---- brown -------------------------------------------------------------------------- */

/* Both bits inside of the block: men move where exactly one is set. */
INLINE void min_inside(wide *a, const wide *s, unsigned i, unsigned j)
{
    wide moved[PARTS];
    turn(moved, s, i);
    EACH_PART moved[r] |= bit_set(i, r) ^ bit_set(j, r);
    min_turned(a, moved, j, false);
    min_turned(a, moved, j, true);
}

static void moves(const struct slice_job *job, uint64_t t, uint8_t *out)
{
    wide a[PARTS];
    memset(a, 255, sizeof a);
    for (unsigned k = 0; k < job->moves; k++) {
        const unsigned i = job->move[k][0], j = job->move[k][1];
        const uint64_t mask = high(i) | high(j);
        if (j < SLICE_LOW) {
            min_inside(a, block_at(job->lost, t), i, j);
        } else if (i < SLICE_LOW) {
            min_turned(a, block_at(job->lost, t ^ mask), i, !(t & mask));
        } else if ((t & mask) != 0 && (t & mask) != mask) {
            const wide *s = block_at(job->lost, t ^ mask);
            EACH_PART a[r] = least(a[r], s[r]);
        }
    }
    memcpy(out, a, sizeof a);
}

extern const struct slices_kernel PASTE2(slices_kernel_, ISA);

const struct slices_kernel PASTE2(slices_kernel_, ISA) = {
    .name = TEXT2(ISA),
    .take_pair = take_pair,
    .exits = exits,
    .moves = moves,
};
