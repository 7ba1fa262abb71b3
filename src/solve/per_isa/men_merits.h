/* SPDX-License-Identifier: MIT
 *
 * Bytes in the order of colourings: merits, of which the larger are looked for, and rows of
 * them that are renamed as vectors of bits are. Part of men_kernel.c, whose registers and
 * plans it uses.
 */
#ifndef SOLVE_PER_ISA_MEN_MERITS_H
#define SOLVE_PER_ISA_MEN_MERITS_H

/* ---- merits ------------------------------------------------------------------------- */

enum { FEW = 8 };

INLINE void larger_of(int8_t *best, const int8_t *found, uint64_t where)
{
#if defined(__AVX512BW__)
    __m512i a = _mm512_loadu_si512(best), b = _mm512_loadu_si512(found);
    _mm512_storeu_si512(best, _mm512_mask_max_epi8(a, where, a, b));
#else
    typedef int8_t bytes __attribute__((vector_size(16)));
    for (unsigned i = 0; i < 64; i += 16) {
        bytes a, b, in;
        memcpy(&a, best + i, 16);
        memcpy(&b, found + i, 16);
        for (unsigned n = 0; n < 2; n++) { /* eight bits become eight bytes */
            const uint64_t low = 0x7f7f7f7f7f7f7f7f;
            uint64_t x = (where >> (i + 8 * n) & 255) * 0x0101010101010101;
            x &= 0x8040201008040201;
            x = ((((x & low) + low) | x) >> 7 & 0x0101010101010101) * 255;
            memcpy((char *)&in + 8 * n, &x, 8);
        }
        in &= (bytes)(b > a);
        a = (b & in) | (a & ~in);
        memcpy(best + i, &a, 16);
    }
#endif
}

/* Where the low men stay low, all 64 lie in two registers. */
INLINE void find_near(int8_t *found, const int8_t *row, uint32_t high, uint32_t flip,
                      const struct men_low *low)
{
    row += (high ^ flip) & ~(uint32_t)127;
#if defined(__AVX512VBMI__)
    __m512i at = _mm512_loadu_si512(low->near);
    at = _mm512_or_si512(at, _mm512_set1_epi8((char)(high & 127)));
    at = _mm512_xor_si512(at, _mm512_set1_epi8((char)(flip & 127)));
    _mm512_storeu_si512(found, _mm512_permutex2var_epi8(_mm512_loadu_si512(row), at,
                                                        _mm512_loadu_si512(row + 64)));
#else
    for (int v = 0; v < 64; v++)
        found[v] = row[((high | low->near[v]) ^ flip) & 127];
#endif
}

static void better(int8_t *best, const int8_t *row, uint32_t high, uint32_t flip,
                   const struct men_low *low, uint64_t where)
{
    int8_t found[64];
    if (low->is_near) {
        find_near(found, row, high, flip, low);
    } else if (__builtin_popcountll(where) <= FEW) {
        for (; where; where &= where - 1) {
            int v = __builtin_ctzll(where);
            int8_t merit = row[(high | low->place[v]) ^ flip];
            best[v] = merit > best[v] ? merit : best[v];
        }
        return;
    } else {
        for (int v = 0; v < 64; v++)
            found[v] = row[(high | low->place[v]) ^ flip];
    }
    larger_of(best, found, where);
}

/* ---- renaming bytes ----------------------------------------------------------------- */

/* Where a register is 64 bytes and permutes them at will. */
#if defined(__AVX512VBMI__)
#define RENAME_BYTES rename_bytes

enum { BYTE_BITS = 6 };

/* Bit a inside the registers is exchanged with the bit that tells the two apart. */
static void exchange_bytes(int8_t *v, size_t registers, unsigned a, size_t stride)
{
    uint8_t first[64], second[64];
    for (unsigned i = 0; i < 64; i++) {
        const bool set = i >> a & 1;
        first[i] = (uint8_t)(set ? 64 + (i ^ 1u << a) : i);
        second[i] = (uint8_t)(set ? 64 + i : i ^ 1u << a);
    }
    const __m512i zero = _mm512_loadu_si512(first), one = _mm512_loadu_si512(second);
    for (size_t base = 0; base < registers; base += 2 * stride)
        for (size_t r = base; r < base + stride; r++) {
            const __m512i x = _mm512_loadu_si512(v + 64 * r),
                          y = _mm512_loadu_si512(v + 64 * (r + stride));
            _mm512_storeu_si512(v + 64 * r, _mm512_permutex2var_epi8(x, zero, y));
            _mm512_storeu_si512(v + 64 * (r + stride),
                                _mm512_permutex2var_epi8(x, one, y));
        }
}

static void rename_bytes(int8_t *out, const int8_t *in, unsigned k, const uint8_t *to)
{
    struct plan p;
    const size_t registers = (size_t)1 << (k - BYTE_BITS);
    uint8_t from[64] = {0};
    plan_high(&p, k, to, BYTE_BITS);
    move_registers((uint64_t *)out, (const uint64_t *)in, registers, &p, BYTE_BITS);
    for (unsigned i = 0; i < p.highs; i++)
        exchange_bytes(out, registers, p.high[i][0],
                       (size_t)1 << (p.high[i][1] - BYTE_BITS));
    for (unsigned i = 0; i < BYTE_BITS; i++)
        for (unsigned place = 0; place < BYTE_BITS; place++)
            for (unsigned v = 0; v < 64 && p.at[place] == to[i]; v++)
                from[v] |= (uint8_t)((v >> i & 1) << place);
    const __m512i low = _mm512_loadu_si512(from);
    for (size_t r = 0; r < registers; r++)
        _mm512_storeu_si512(
            out + 64 * r, _mm512_permutexvar_epi8(low, _mm512_loadu_si512(out + 64 * r)));
}
#else
#define RENAME_BYTES NULL
#endif

#endif
