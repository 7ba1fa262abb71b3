/* SPDX-License-Identifier: MIT
 *
 * Functions of k bits as vectors of 2^k bits, and what moving pieces does to them. For
 * engines that keep, for each set of k occupied cells, one bit for every colouring: bit i
 * of the index is the colour of the i-th occupied cell. To move a piece, to turn the
 * board, to change colours along a line then means to rearrange the bits of the index,
 * for all colourings at once.
 *
 * A vector has words of 64 bits; index bits 0-5 lie inside a word ("low"), the others
 * choose the word ("high"). A vector of fewer than 6 index bits is the lower end of one
 * word, and what is above it is zero. High bits are rearranged by addressing, which is
 * free; a low bit is exchanged with another bit by masks and shifts on all words.
 *
 *   bits_plan      how a part (one bit of the whole's index has a fixed value) is taken
 *                  out of a whole while the other bits are rearranged; made once, used
 *                  for any number of vectors, in both directions
 *   bits_extract   part from whole
 *   bits_insert    part into whole, by OR
 *   bits_where     the vector of all indices with given bits set and given bits clear
 *   bits_pull      for such indices, the value from the index with some bits changed
 *
 * Everything is static inline and compiled inside the kernels, once per instruction set;
 * loops are plain, the compiler makes vectors of them.
 */
#ifndef SOLVE_PER_ISA_INDEX_BITS_H
#define SOLVE_PER_ISA_INDEX_BITS_H

#include "base/bits.h"

#include <string.h>

enum {
    BITS_LOW = 6,   /* index bits inside a word */
    BITS_MOST = 12, /* index bits of a vector at most */
    BITS_WORDS = 1 << (BITS_MOST - BITS_LOW)
};

/* Words of a vector of k index bits. */
FAST unsigned bits_words(unsigned k)
{
    return k <= BITS_LOW ? 1 : 1u << (k - BITS_LOW);
}

/* The lower 2^k positions of a word. */
FAST uint64_t bits_low_end(unsigned k)
{
    return k >= BITS_LOW ? ~(uint64_t)0 : ((uint64_t)1 << (1u << k)) - 1;
}

/* ---- exchanging index bits ---------------------------------------------------------- */

/* Places of `mask` change places with those `shift` above. */
FAST uint64_t bits_exchange(uint64_t word, uint64_t mask, unsigned shift)
{
    uint64_t t = (word >> shift ^ word) & mask;
    return word ^ t ^ t << shift;
}

/* Exchanges low bits i < j of the index in all words. */
static inline void bits_swap_low(uint64_t *v, unsigned words, unsigned i, unsigned j)
{
    const unsigned shift = (1u << j) - (1u << i);
    const uint64_t mask = bits_set[i] & ~bits_set[j];
    for (unsigned w = 0; w < words; w++)
        v[w] = bits_exchange(v[w], mask, shift);
}

/* Exchanges low bit i with the high bit that is bit b of the word's number. */
static inline void bits_swap_high(uint64_t *v, unsigned words, unsigned i, unsigned b)
{
    const unsigned shift = 1u << i, step = 1u << b;
    const uint64_t mask = ~bits_set[i];
    for (unsigned base = 0; base < words; base += 2 * step)
        for (unsigned w = base; w < base + step; w++) {
            uint64_t t = (v[w] >> shift ^ v[w + step]) & mask;
            v[w + step] ^= t;
            v[w] ^= t << shift;
        }
}

/* ---- whole and part ----------------------------------------------------------------- */

struct bits_plan {
    uint8_t part_bits; /* index bits of the part; the whole has one more */
    uint8_t words;     /* of the part */
    uint8_t fixed;     /* the whole's bit that the part lacks, if it is high; else ... */
    uint8_t merged; /* ... two words of the whole, `other` apart, make one of the part */
    uint16_t other;
    uint8_t highs, lows; /* exchanges, in this order after extraction */
    uint8_t high[BITS_LOW][2], low[BITS_LOW][2];
    uint16_t word[BITS_WORDS / 2]; /* of the whole, for each of the part; fixed bit 0 */
};

/* Last exchanges: the bits that are low but not yet in order. at[i]: where the bit now at
 * i belongs. */
static inline void bits_plan_low(struct bits_plan *p, uint8_t at[BITS_LOW], unsigned bits)
{
    for (unsigned i = 0; i < bits; i++)
        while (at[i] != i) {
            unsigned j = at[i];
            p->low[p->lows][0] = (uint8_t)(i < j ? i : j);
            p->low[p->lows++][1] = (uint8_t)(i < j ? j : i);
            at[i] = at[j];
            at[j] = (uint8_t)j;
        }
}

/* The plan for wholes of `whole_bits` bits, the part's bit i being the whole's bit
 * place[i], and the bit `fixed` of the whole being left out. */
static inline void bits_plan(struct bits_plan *p, unsigned whole_bits,
                             const uint8_t *place, unsigned fixed)
{
    const unsigned bits = whole_bits - 1;
    uint8_t belongs[BITS_MOST]; /* where a bit of the whole goes */
    p->part_bits = (uint8_t)bits;
    p->words = (uint8_t)bits_words(bits);
    p->fixed = (uint8_t)fixed;
    p->merged = 0;
    p->other = 0;
    p->highs = p->lows = 0;
    p->word[0] = 0;
    for (unsigned i = 0; i < bits; i++)
        belongs[place[i]] = (uint8_t)i;
    belongs[fixed] = (uint8_t)bits;
    if (whole_bits <= BITS_LOW) { /* one word: the fixed bit becomes the uppermost */
        bits_plan_low(p, belongs, whole_bits);
        return;
    }
    /* Bits of the whole that are high and belong to low places of the part. */
    uint8_t up[BITS_MOST], at[BITS_LOW], from[BITS_MOST];
    unsigned ups = 0;
    for (unsigned i = BITS_LOW; i < whole_bits; i++)
        if (i != fixed && belongs[i] < BITS_LOW)
            up[ups++] = (uint8_t)i;
    for (unsigned i = 0; i < bits; i++)
        from[i] = place[i];
    for (unsigned i = 0; i < BITS_LOW; i++)
        at[i] = belongs[i];
    if (fixed < BITS_LOW) { /* an upper bit takes the place of the fixed one */
        unsigned take = 0;
        for (unsigned u = 1; u < ups; u++)
            take = belongs[up[u]] == fixed ? u : take;
        p->merged = 1;
        p->other = (uint16_t)(1u << (up[take] - BITS_LOW));
        at[fixed] = belongs[up[take]];
        up[take] = up[--ups];
    }
    /* The other upper ones change places with low bits that belong high. They are loaded
     * where those belong. */
    for (unsigned i = 0; i < BITS_LOW; i++)
        if (at[i] >= BITS_LOW) {
            unsigned take = 0;
            for (unsigned u = 1; u < ups; u++)
                take = belongs[up[u]] == i ? u : take;
            p->high[p->highs][0] = (uint8_t)i;
            p->high[p->highs++][1] = (uint8_t)(at[i] - BITS_LOW);
            from[at[i]] = up[take];
            at[i] = belongs[up[take]];
            up[take] = up[--ups];
        }
    for (unsigned b = 0; b + BITS_LOW < bits; b++) {
        uint16_t offset = (uint16_t)(1u << (from[b + BITS_LOW] - BITS_LOW));
        for (unsigned w = 0; w < 1u << b; w++)
            p->word[w + (1u << b)] = (uint16_t)(p->word[w] | offset);
    }
    bits_plan_low(p, at, BITS_LOW);
}

static inline void bits_extract(const struct bits_plan *p, const uint64_t *whole,
                                unsigned value, uint64_t *part)
{
    const unsigned words = p->words;
    if (p->part_bits < BITS_LOW) {
        part[0] = whole[0];
    } else if (p->merged) {
        const unsigned shift = 1u << p->fixed, skip = value ? shift : 0;
        const uint64_t mask = ~bits_set[p->fixed];
        for (unsigned w = 0; w < words; w++) {
            const uint64_t *from = whole + p->word[w];
            part[w] = (from[0] >> skip & mask) | (from[p->other] >> skip & mask) << shift;
        }
    } else {
        const uint64_t *from = whole + ((uint64_t)value << (p->fixed - BITS_LOW));
        for (unsigned w = 0; w < words; w++)
            part[w] = from[p->word[w]];
    }
    for (unsigned i = 0; i < p->highs; i++)
        bits_swap_high(part, words, p->high[i][0], p->high[i][1]);
    for (unsigned i = 0; i < p->lows; i++)
        bits_swap_low(part, words, p->low[i][0], p->low[i][1]);
    if (p->part_bits < BITS_LOW)
        part[0] = part[0] >> (value << p->part_bits) & bits_low_end(p->part_bits);
}

/* whole |= part; the part is used up. */
static inline void bits_insert(const struct bits_plan *p, uint64_t *part, unsigned value,
                               uint64_t *whole)
{
    const unsigned words = p->words;
    if (p->part_bits < BITS_LOW)
        part[0] <<= value << p->part_bits;
    for (unsigned i = p->lows; i-- > 0;)
        bits_swap_low(part, words, p->low[i][0], p->low[i][1]);
    for (unsigned i = p->highs; i-- > 0;)
        bits_swap_high(part, words, p->high[i][0], p->high[i][1]);
    if (p->part_bits < BITS_LOW) {
        whole[0] |= part[0];
    } else if (p->merged) {
        const unsigned shift = 1u << p->fixed, skip = value ? shift : 0;
        const uint64_t mask = ~bits_set[p->fixed];
        for (unsigned w = 0; w < words; w++) {
            uint64_t *to = whole + p->word[w];
            to[0] |= (part[w] & mask) << skip;
            to[p->other] |= (part[w] >> shift & mask) << skip;
        }
    } else {
        uint64_t *to = whole + ((uint64_t)value << (p->fixed - BITS_LOW));
        for (unsigned w = 0; w < words; w++)
            to[p->word[w]] |= part[w];
    }
}

/* ---- conditions --------------------------------------------------------------------- */

/* Positions of a word whose low index has the bits of `set` set and of `clear` clear. */
FAST uint64_t bits_pattern(unsigned set, unsigned clear)
{
    uint64_t pattern = ~(uint64_t)0;
    for (unsigned i = 0; i < BITS_LOW; i++)
        pattern &= set >> i & 1     ? bits_having(i)
                   : clear >> i & 1 ? ~bits_having(i)
                                    : ~(uint64_t)0;
    return pattern;
}

/* v |= the indices with the bits of `set` set and of `clear` clear. */
static inline void bits_where(uint64_t *v, unsigned k, unsigned set, unsigned clear)
{
    const uint64_t pattern = bits_pattern(set, clear) & bits_low_end(k);
    const unsigned want = set >> BITS_LOW, care = want | clear >> BITS_LOW;
    const unsigned free = (bits_words(k) - 1u) & ~care;
    unsigned sub = 0;
    do
        v[want | sub] |= pattern;
    while ((sub = (sub - free) & free));
}

/* v[x] = v[x ^ change] for the indices x with the bits of `set` set and of `clear` clear.
 * `change` lies wholly in one of these two, so what is read is never written. */
static inline void bits_pull(uint64_t *v, unsigned k, unsigned set, unsigned clear,
                             unsigned change)
{
    const uint64_t pattern = bits_pattern(set, clear) & bits_low_end(k);
    const unsigned want = set >> BITS_LOW, care = want | clear >> BITS_LOW;
    const unsigned free = (bits_words(k) - 1u) & ~care;
    const unsigned shift = change & 63, over = change >> BITS_LOW;
    const int down = (change & clear) != 0; /* the value comes from a larger index */
    unsigned sub = 0;
    do {
        uint64_t from = v[(want | sub) ^ over];
        from = down ? from >> shift : from << shift;
        v[want | sub] = (v[want | sub] & ~pattern) | (from & pattern);
    } while ((sub = (sub - free) & free));
}

#endif
