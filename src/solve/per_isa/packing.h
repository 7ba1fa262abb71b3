/* SPDX-License-Identifier: MIT
 *
 * Records of what a step decides, for kernels: of each word only the bits of places that
 * were open are kept, one after the other in a stream.
 */
#ifndef SOLVE_PER_ISA_PACKING_H
#define SOLVE_PER_ISA_PACKING_H

#include "base/bits.h"
#include "solve/bit_stream.h"
#include "solve/per_isa/kernel.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

/* The bits of a word where the mask has ones, side by side. */
INLINE uint64_t extract(uint64_t word, uint64_t mask)
{
#ifdef __BMI2__
    return _pext_u64(word, mask);
#else
    uint64_t out = 0;
    for (unsigned k = 0; mask; mask &= mask - 1, k++)
        out |= (uint64_t)((word & mask & -mask) != 0) << k;
    return out;
#endif
}

/* The inverse. */
INLINE uint64_t deposit(uint64_t bits, uint64_t mask)
{
#ifdef __BMI2__
    return _pdep_u64(bits, mask);
#else
    uint64_t out = 0;
    for (; mask; mask &= mask - 1, bits >>= 1)
        if (bits & 1)
            out |= mask & -mask;
    return out;
#endif
}

/* n bits, 1 to 64; those above are zero. */
INLINE void put(struct bit_stream *out, uint64_t bits, unsigned n)
{
    out->word |= bits << out->fill;
    if (out->fill + n < 64) {
        out->fill += n;
        return;
    }
    memcpy(out->at, &out->word, 8);
    out->at += 8;
    out->word = out->fill ? bits >> (64 - out->fill) : 0;
    out->fill = out->fill + n - 64;
}

/* n bits, 1 to 64. */
INLINE uint64_t take(struct bit_stream *in, unsigned n)
{
    uint64_t bits = in->word, mask = n < 64 ? ((uint64_t)1 << n) - 1 : ~(uint64_t)0;
    if (n <= in->fill) {
        in->word = n < 64 ? in->word >> n : 0;
        in->fill -= n;
        return bits & mask;
    }
    uint64_t more;
    memcpy(&more, in->at, 8);
    in->at += 8;
    bits |= in->fill < 64 ? more << in->fill : 0;
    unsigned used = n - in->fill;
    in->word = used < 64 ? more >> used : 0;
    in->fill = 64 - used;
    return bits & mask;
}

/* Closes open places of a word and gives them the code; their codes were 0. */
INLINE void give_codes(uint64_t fresh, uint64_t *open, uint8_t code, uint8_t codes[64])
{
    *open &= ~fresh;
#ifdef __AVX512BW__
    __m512i before = _mm512_loadu_si512(codes);
    _mm512_storeu_si512(codes, _mm512_mask_set1_epi8(before, fresh, (char)code));
#else
    for (uint8_t *at = codes; fresh; fresh >>= 8, at += 8) {
        uint64_t eight;
        memcpy(&eight, at, 8);
        eight |= bits_spread(fresh & 255) * code;
        memcpy(at, &eight, 8);
    }
#endif
}

/* Takes from the stream which of the open places of a word are decided. */
INLINE void take_codes(struct bit_stream *in, uint64_t *open, uint8_t code,
                       uint8_t codes[64])
{
    uint64_t bits = take(in, (unsigned)__builtin_popcountll(*open));
    give_codes(deposit(bits, *open), open, code, codes);
}

#endif
