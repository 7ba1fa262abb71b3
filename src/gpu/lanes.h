/* SPDX-License-Identifier: MIT
 *
 * Vectors of colourings (solve/per_isa/index_bits.h) on a GPU: one warp works on a vector,
 * and its lanes have a word of 64 bits each. The lower six bits of the index lie inside a
 * word, the others number the lanes; so index bits are exchanged by shifts, by exchanges
 * between lanes, or by both.
 *
 * A vector of a part has at most 32 words; words that it does not have are 0. One of a
 * whole has up to twice as many, two in each lane. Functions are called by all lanes of a
 * warp together, with the same arguments but for the vectors themselves.
 *
 * Where there is no GPU, one thread has all words: a loop over the words that a lane holds
 * is a loop over all of them, and taking a word from another lane reads the array. That is
 * the only difference, so what a warp does is tested everywhere.
 */
#ifndef GPU_LANES_H
#define GPU_LANES_H

#include "gpu/kernel.h"
#include "solve/per_isa/index_bits.h"

#include <stdbool.h>

enum {
    LANES_WARP = 32, /* threads */
    LANES_WARPS = KERNEL_THREADS / LANES_WARP,
    LANES_ITEMS = 8 * LANES_WARPS, /* of a block */
    LANES_MOST = BITS_WORDS / 2    /* words of a part */
};

#ifdef __CUDA_ARCH__
#define LANES              32
#define LANES_PART(words)  1
#define LANES_WHOLE(words) 2
#define LANES_ALL          0xffffffffu
#else
#define LANES              1
#define LANES_PART(words)  (words)
#define LANES_WHOLE(words) (words)
#endif

/* Of a part. */
struct vector {
    uint64_t w[LANES_MOST / LANES];
};

struct lanes_whole {
    uint64_t w[BITS_WORDS / LANES];
};

/* Number of the j-th word that the lane has. */
FAST unsigned lanes_word(unsigned j)
{
#ifdef __CUDA_ARCH__
    return threadIdx.x % LANES_WARP + LANES_WARP * j;
#else
    return j;
#endif
}

/* Any word of a part. */
FAST uint64_t lanes_take(const struct vector *v, unsigned word)
{
#ifdef __CUDA_ARCH__
    return __shfl_sync(LANES_ALL, (unsigned long long)v->w[0], (int)word);
#else
    return v->w[word];
#endif
}

/* Is it true in some lane? */
FAST bool lanes_some(bool here)
{
#ifdef __CUDA_ARCH__
    return __any_sync(LANES_ALL, here);
#else
    return here;
#endif
}

/* What lanes wrote before, all may read after. */
FAST void lanes_meet(void)
{
#ifdef __CUDA_ARCH__
    __syncwarp();
#endif
}

/* ---- the vectors of solve/colours_turns.h ------------------------------------------- */

FAST void vector_clear(struct vector *v, unsigned bits)
{
    (void)bits;
    for (unsigned j = 0; j < LANES_PART(bits_words(bits)); j++)
        v->w[j] = 0;
}

FAST void vector_or(struct vector *v, const struct vector *from, unsigned bits)
{
    (void)bits;
    for (unsigned j = 0; j < LANES_PART(bits_words(bits)); j++)
        v->w[j] |= from->w[j];
}

FAST void vector_drop(struct vector *v, const struct vector *from, unsigned bits)
{
    (void)bits;
    for (unsigned j = 0; j < LANES_PART(bits_words(bits)); j++)
        v->w[j] &= ~from->w[j];
}

FAST void vector_keep(struct vector *v, const struct vector *from, unsigned bits)
{
    (void)bits;
    for (unsigned j = 0; j < LANES_PART(bits_words(bits)); j++)
        v->w[j] &= from->w[j];
}

FAST bool vector_any(const struct vector *v, unsigned bits)
{
    uint64_t sum = 0;
    (void)bits;
    for (unsigned j = 0; j < LANES_PART(bits_words(bits)); j++)
        sum |= v->w[j];
    return lanes_some(sum != 0);
}

/* The word, by number, of the vector of all indices with the bits of `set` set and those of
 * `clear` clear. */
FAST uint64_t lanes_where(unsigned word, unsigned bits, unsigned set, unsigned clear)
{
    const unsigned want = set >> BITS_LOW, care = want | clear >> BITS_LOW;
    bool has = word < bits_words(bits) && (word & care) == want;
    return has ? bits_pattern(set, clear) & bits_low_end(bits) : 0;
}

FAST void vector_where(struct vector *v, unsigned bits, unsigned set, unsigned clear)
{
    for (unsigned j = 0; j < LANES_PART(bits_words(bits)); j++)
        v->w[j] |= lanes_where(lanes_word(j), bits, set, clear);
}

/* What is read is never written; see bits_pull. */
FAST void vector_pull(struct vector *v, unsigned bits, unsigned set, unsigned clear,
                      unsigned change)
{
    const unsigned shift = change & 63, over = change >> BITS_LOW;
    for (unsigned j = 0; j < LANES_PART(bits_words(bits)); j++) {
        const uint64_t pattern = lanes_where(lanes_word(j), bits, set, clear);
        uint64_t from = lanes_take(v, lanes_word(j) ^ over);
        from = change & clear ? from >> shift : from << shift;
        v->w[j] = (v->w[j] & ~pattern) | (from & pattern);
    }
}

/* ---- exchanging index bits ---------------------------------------------------------- */

FAST uint64_t lanes_swap_low(uint64_t word, unsigned i, unsigned j)
{
    return bits_exchange(word, bits_having(i) & ~bits_having(j), (1u << j) - (1u << i));
}

/* Exchanges bits i < j of the index. */
FAST void lanes_swap(struct vector *v, unsigned bits, unsigned i, unsigned j)
{
    const struct vector old = *v;
    (void)bits;
    for (unsigned k = 0; k < LANES_PART(bits_words(bits)); k++) {
        const unsigned word = lanes_word(k);
        if (j < BITS_LOW) {
            v->w[k] = lanes_swap_low(v->w[k], i, j);
        } else if (i <
                   BITS_LOW) { /* half of the word changes places with another lane's */
            const unsigned b = j - BITS_LOW, shift = 1u << i;
            const uint64_t mask = bits_having(i);
            uint64_t other = lanes_take(&old, word ^ 1u << b);
            v->w[k] = word >> b & 1 ? (v->w[k] & mask) | (other & mask) >> shift
                                    : (v->w[k] & ~mask) | (other & ~mask) << shift;
        } else {
            const unsigned b = i - BITS_LOW, c = j - BITS_LOW;
            unsigned differ = (word >> b ^ word >> c) & 1;
            v->w[k] = lanes_take(&old, word ^ (differ << b | differ << c));
        }
    }
}

/* Numbers below 16, packed. */
FAST unsigned lanes_nibble(uint64_t list, unsigned i)
{
    return (unsigned)(list >> 4 * i) & 15;
}

FAST uint64_t lanes_put_nibble(uint64_t list, unsigned i, unsigned number)
{
    return (list & ~((uint64_t)15 << 4 * i)) | (uint64_t)number << 4 * i;
}

/* Bit i of the new index is bit from[i] of the old one; `to` is the inverse. */
FAST void lanes_permute(struct vector *v, unsigned bits, uint64_t from, uint64_t to)
{
    for (unsigned i = 0; i < bits; i++) {
        unsigned source = lanes_nibble(from, i), other = lanes_nibble(to, i);
        if (source == i)
            continue;
        lanes_swap(v, bits, i, source); /* places below i are done, so source > i */
        from = lanes_put_nibble(from, other, source);
        to = lanes_put_nibble(to, source, other);
    }
}

/* ---- whole and part ----------------------------------------------------------------- */

/* How a part lies in a whole of one bit more: one bit of the whole is fixed, and its top bit
 * takes the place of that; then bit i is found at from[i]. */
struct lanes_plan {
    uint64_t from, to;
    unsigned bits, fixed;
};

FAST struct lanes_plan lanes_plan(unsigned whole_bits, unsigned fixed)
{
    struct lanes_plan p;
    p.from = p.to = 0;
    p.bits = whole_bits - 1;
    p.fixed = fixed;
    return p;
}

/* The part's bit i is the whole's bit `place`. */
FAST void lanes_plan_bit(struct lanes_plan *p, unsigned i, unsigned place)
{
    unsigned at = place == p->bits ? p->fixed : place;
    p->from = lanes_put_nibble(p->from, i, at);
    p->to = lanes_put_nibble(p->to, at, i);
}

/* A word of the part, before bits are exchanged. */
FAST uint64_t lanes_part_word(const struct lanes_plan *p, const uint64_t *whole,
                              unsigned value, unsigned word)
{
    const unsigned top = bits_words(p->bits); /* of a word's number in the whole */
    if (p->bits < BITS_LOW) {
        uint64_t all = whole[0];
        if (p->fixed != p->bits)
            all = lanes_swap_low(all, p->fixed, p->bits);
        return all >> (value << p->bits) & bits_low_end(p->bits);
    }
    if (p->fixed < BITS_LOW) {
        const unsigned shift = 1u << p->fixed, skip = value ? shift : 0;
        const uint64_t mask = ~bits_having(p->fixed);
        return (whole[word] >> skip & mask) | (whole[word + top] >> skip & mask) << shift;
    }
    const unsigned b = p->fixed - BITS_LOW;
    return whole[(word & ~(1u << b)) | value << b | (word >> b & 1) * top];
}

FAST void lanes_extract(const struct lanes_plan *p, const uint64_t *whole, unsigned value,
                        struct vector *part)
{
    const unsigned words = bits_words(p->bits);
    for (unsigned j = 0; j < LANES_PART(words); j++) {
        const unsigned word = lanes_word(j);
        part->w[j] = word < words ? lanes_part_word(p, whole, value, word) : 0;
    }
    lanes_permute(part, p->bits, p->from, p->to);
}

/* What a word of the whole gets from a part whose bits were exchanged. */
FAST uint64_t lanes_whole_word(const struct lanes_plan *p, const struct vector *part,
                               unsigned value, unsigned word)
{
    const unsigned top = bits_words(p->bits);
    if (p->bits < BITS_LOW) {
        uint64_t all = lanes_take(part, 0) << (value << p->bits);
        return p->fixed == p->bits ? all : lanes_swap_low(all, p->fixed, p->bits);
    }
    if (p->fixed < BITS_LOW) {
        const unsigned shift = 1u << p->fixed, skip = value ? shift : 0;
        uint64_t from = lanes_take(part, word & (top - 1));
        return ((word & top ? from >> shift : from) & ~bits_having(p->fixed)) << skip;
    }
    const unsigned b = p->fixed - BITS_LOW;
    unsigned source = (word & ~(1u << b)) | (word & top ? 1u << b : 0);
    uint64_t from = lanes_take(part, source & (top - 1));
    return (word >> b & 1) == value ? from : 0;
}

/* whole |= part; the part is used up. */
FAST void lanes_insert(const struct lanes_plan *p, struct vector *part, unsigned value,
                       struct lanes_whole *whole)
{
    const unsigned words = bits_words(p->bits + 1);
    lanes_permute(part, p->bits, p->to, p->from);
    KERNEL_UNROLL_ALL
    for (unsigned j = 0; j < LANES_WHOLE(words); j++) {
        const unsigned word = lanes_word(j);
        uint64_t more = lanes_whole_word(p, part, value, word);
        whole->w[j] |= word < words ? more : 0;
    }
}

/* ---- kernels ------------------------------------------------------------------------ */

/* As KERNEL, but item i is done by a warp together:
 *
 *     FAST void body(const struct ARGS *a, uint64_t i, uint32_t *found)
 *
 * What the lanes add to *found is summed into a->count[0]. */
#ifdef __CUDACC__

#define WARP_KERNEL(name, body, args)                                                    \
    static __global__ void __launch_bounds__(KERNEL_THREADS)                             \
        name##_grid(const __grid_constant__ struct args a, uint64_t n)                   \
    {                                                                                    \
        uint64_t first = blockIdx.x * (uint64_t)LANES_ITEMS;                             \
        uint64_t end = first + LANES_ITEMS < n ? first + LANES_ITEMS : n;                \
        uint32_t found = 0;                                                              \
        for (uint64_t i = first + threadIdx.x / LANES_WARP; i < end; i += LANES_WARPS)   \
            body(&a, i, &found);                                                         \
        found = __reduce_add_sync(0xffffffff, found);                                    \
        if (threadIdx.x % LANES_WARP == 0 && found)                                      \
            atomicAdd((unsigned long long *)a.count, (unsigned long long)found);         \
    }                                                                                    \
    static void name(const void *a, uint64_t n)                                          \
    {                                                                                    \
        if (n > 0)                                                                       \
            name##_grid<<<(unsigned)((n + LANES_ITEMS - 1) / LANES_ITEMS),               \
                          KERNEL_THREADS>>>(*(const struct args *)a, n);                 \
    }

#else

#define WARP_KERNEL(name, body, args)                                                    \
    static void name##_items(const struct args *a, uint64_t first, uint64_t end)         \
    {                                                                                    \
        uint32_t found = 0;                                                              \
        for (uint64_t i = first; i < end; i++)                                           \
            body(a, i, &found);                                                          \
        __atomic_fetch_add(a->count, found, __ATOMIC_RELAXED);                           \
    }                                                                                    \
    static void name(const void *a, uint64_t n)                                          \
    {                                                                                    \
        _Pragma("omp parallel for schedule(dynamic, 1)") for (uint64_t first = 0;        \
                                                              first < n;                 \
                                                              first += LANES_ITEMS)      \
            name##_items(a, first, first + LANES_ITEMS < n ? first + LANES_ITEMS : n);   \
    }

#endif

#endif
