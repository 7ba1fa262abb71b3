/* SPDX-License-Identifier: MIT
 *
 * Kernels of the matrix engine, compiled once per instruction set (ISA is its name, WIDE
 * the number of 64-bit words in a vector). Lines are the compiler's vectors, so the text is
 * the same for all; only the transpose of bits has a form of its own where the processor
 * multiplies bit matrices. A test compares the results.
 */
#include "solve/matrix_state.h"
#include "solve/per_isa/packing.h"

#include <string.h>
#ifdef __GFNI__
#include <immintrin.h>
#endif

#define UNUSED __attribute__((unused)) /* of the grouped forms some */

/* ---- bits ----------------------------------------------------------------------------- */

/* A line of at most 8 bytes as a word; sizes are constants to the compiler. */
INLINE uint64_t load_short(const uint8_t *line, unsigned size)
{
    uint64_t word = 0;
    if (size == 1)
        word = *line;
    else if (size == 2)
        memcpy(&word, line, 2);
    else if (size == 4)
        memcpy(&word, line, 4);
    else
        memcpy(&word, line, 8);
    return word;
}

INLINE void store_short(uint8_t *line, uint64_t word, unsigned size)
{
    if (size == 1)
        *line = (uint8_t)word;
    else if (size == 2)
        memcpy(line, &word, 2);
    else if (size == 4)
        memcpy(line, &word, 4);
    else
        memcpy(line, &word, 8);
}

/* ---- transpose ------------------------------------------------------------------------ */

#if defined __GFNI__ && defined __AVX512VBMI__
/* A tile is cut into blocks of 8 rows by 64 columns; multiplying by the unit matrix
 * transposes 8 by 8 bits, permutations of bytes and words do the rest. */

typedef __m512i word8;

INLINE void transpose_words(word8 v[8]) /* 8 by 8 words */
{
    const word8 low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const word8 high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    word8 t[8];
    for (int i = 0; i < 4; i++) {
        t[2 * i] = _mm512_unpacklo_epi64(v[2 * i], v[2 * i + 1]);
        t[2 * i + 1] = _mm512_unpackhi_epi64(v[2 * i], v[2 * i + 1]);
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            v[4 * i + j] = _mm512_permutex2var_epi64(t[4 * i + j], low, t[4 * i + 2 + j]);
            v[4 * i + 2 + j] =
                _mm512_permutex2var_epi64(t[4 * i + j], high, t[4 * i + 2 + j]);
        }
    for (int j = 0; j < 4; j++) {
        t[j] = _mm512_shuffle_i64x2(v[j], v[4 + j], 0x44);
        t[4 + j] = _mm512_shuffle_i64x2(v[j], v[4 + j], 0xee);
    }
    for (int i = 0; i < 8; i++)
        v[i] = t[i];
}

/* Bytes of 8 by 8: gathered by column, rows upside down or not. */
INLINE word8 byte_columns(bool upside_down)
{
    uint8_t at[64];
    for (int i = 0; i < 64; i++)
        at[i] = (uint8_t)(upside_down ? 8 * (7 - i % 8) + i / 8 : 8 * (i % 8) + i / 8);
    return _mm512_loadu_si512(at);
}

/* 8 lines, those after n zero, as words by column of words. */
INLINE void load_lines(const uint8_t *const *line, unsigned n, unsigned from,
                       uint64_t invert, word8 v[8])
{
    const word8 flip = _mm512_set1_epi64((long long)invert);
    if (from >= 16) {
        const __mmask64 bytes = from == 64 ? ~0ull : ((uint64_t)1 << from) - 1;
        for (unsigned i = 0; i < 8; i++)
            v[i] = i < n ? _mm512_xor_si512(_mm512_maskz_loadu_epi8(bytes, line[i]), flip)
                         : _mm512_setzero_si512();
        transpose_words(v);
        return;
    }
    uint64_t word[8] = {0};
    for (unsigned i = 0; i < n; i++)
        word[i] = load_short(line[i], from) ^ invert;
    v[0] = _mm512_loadu_si512(word);
}

/* At most 8 lines: every column is a byte. */
static void transpose_few(const word8 v[8], uint8_t *out, const uint32_t *row,
                          unsigned rows)
{
    const word8 reversed = byte_columns(true);
    const word8 unit = _mm512_set1_epi64((long long)0x8040201008040201ull);
    for (unsigned q = 0; 64 * q < rows; q++) {
        const unsigned m = rows - 64 * q < 64 ? rows - 64 * q : 64;
        const uint32_t *at = row + 64 * q;
        const word8 bytes = _mm512_gf2p8affine_epi64_epi8(
            unit, _mm512_permutexvar_epi8(reversed, v[q]), 0);
        uint8_t byte[64];
        _mm512_storeu_si512(byte, bytes);
        bool ascending = true;
        for (unsigned i = 0; i < m; i++)
            ascending &= at[i] == at[0] + i;
        if (ascending)
            memcpy(out + at[0], byte, m);
        for (unsigned i = 0; !ascending && i < m; i++)
            out[at[i]] = byte[i];
    }
}

static void transpose(const uint8_t *const *line, unsigned n, unsigned from, bool invert,
                      uint8_t *out, const uint32_t *row, unsigned rows, unsigned to)
{
    word8 block[8][64]; /* [64 columns][8 rows] */
    const word8 by_column = byte_columns(false), reversed = byte_columns(true);
    const word8 unit = _mm512_set1_epi64((long long)0x8040201008040201ull);
    const unsigned row_blocks = (n + 63) / 64, column_blocks = (rows + 63) / 64;
    word8 v[8];
    if (to == 1) {
        load_lines(line, n < 8 ? n : 8, from, invert ? ~(uint64_t)0 : 0, v);
        transpose_few(v, out, row, rows);
        return;
    }
    for (unsigned g = 0; g < 8 * row_blocks; g++) {
        unsigned here = n > 8 * g ? n - 8 * g : 0;
        if (here == 0) {
            for (unsigned q = 0; q < column_blocks; q++)
                block[q][g] = _mm512_setzero_si512();
            continue;
        }
        load_lines(line + 8 * g, here < 8 ? here : 8, from, invert ? ~(uint64_t)0 : 0, v);
        for (unsigned q = 0; q < column_blocks; q++)
            block[q][g] = _mm512_gf2p8affine_epi64_epi8(
                unit, _mm512_permutexvar_epi8(reversed, v[q]), 0);
    }
    for (unsigned q = 0; q < column_blocks; q++) {
        word8 done[8][8]; /* [8 columns][64 rows] */
        unsigned m = rows - 64 * q < 64 ? rows - 64 * q : 64;
        const uint32_t *at = row + 64 * q;
        for (unsigned r = 0; r < row_blocks; r++) {
            for (int i = 0; i < 8; i++)
                v[i] = block[q][8 * r + (unsigned)i];
            transpose_words(v);
            for (int i = 0; i < 8; i++)
                done[i][r] = _mm512_permutexvar_epi8(by_column, v[i]);
        }
        if (to <= 8) {
            uint64_t word[64];
            for (unsigned i = 0; i < 8; i++)
                memcpy(word + 8 * i, &done[i][0], 64);
            for (unsigned i = 0; i < m; i++)
                store_short(out + (uint64_t)at[i] * to, word[i], to);
            continue;
        }
        const __mmask64 bytes = to == 64 ? ~0ull : ((uint64_t)1 << to) - 1;
        for (unsigned i = 0; 8 * i < m; i++) {
            for (unsigned r = 0; r < 8; r++)
                v[r] = r < row_blocks ? done[i][r] : _mm512_setzero_si512();
            transpose_words(v);
            for (unsigned j = 0; j < 8 && 8 * i + j < m; j++) {
                uint8_t *line_out = out + (uint64_t)at[8 * i + j] * to;
                if (to == 64) /* read much later: past the cache */
                    _mm512_stream_si512((void *)line_out, v[j]);
                else
                    _mm512_mask_storeu_epi8(line_out, bytes, v[j]);
            }
        }
    }
}

#else

/* 64 by 64 bits in place: exchanges ever smaller squares. */
INLINE void transpose_block(uint64_t w[64])
{
    uint64_t mask = 0x00000000ffffffff;
    for (unsigned j = 32; j != 0; j >>= 1, mask ^= mask << j)
        for (unsigned k = 0; k < 64; k += 2 * j)
            for (unsigned i = k; i < k + j; i++) {
                uint64_t t = (w[i] >> j ^ w[i + j]) & mask;
                w[i] ^= t << j;
                w[i + j] ^= t;
            }
}

static void transpose(const uint8_t *const *line, unsigned n, unsigned from, bool invert,
                      uint8_t *out, const uint32_t *row, unsigned rows, unsigned to)
{
    const uint64_t flip = invert ? ~(uint64_t)0 : 0;
    const unsigned row_blocks = (n + 63) / 64;
    for (unsigned q = 0; 64 * q < rows; q++) {
        uint64_t done[8][64];
        const unsigned size = from - 8 * q < 8 ? from - 8 * q : 8;
        for (unsigned r = 0; r < row_blocks; r++) {
            for (unsigned i = 0; i < 64; i++) {
                uint64_t word = 0;
                if (64 * r + i < n) {
                    word = load_short(line[64 * r + i] + 8 * q, size) ^ flip;
                }
                done[r][i] = word;
            }
            transpose_block(done[r]);
        }
        for (unsigned i = 0; i < 64 && 64 * q + i < rows; i++) {
            uint8_t *line_out = out + (uint64_t)row[64 * q + i] * to;
            if (to < 8)
                store_short(line_out, done[0][i], to);
            for (unsigned r = 0; 8 * r + 8 <= to; r++) {
                uint64_t word = r < row_blocks ? done[r][i] : 0;
                memcpy(line_out + 8 * r, &word, 8);
            }
        }
    }
}

#endif

/* ---- row operations -------------------------------------------------------------------- */

typedef uint64_t line16 __attribute__((vector_size(16), may_alias, aligned(16)));
typedef uint64_t line32 __attribute__((vector_size(32), may_alias, aligned(32)));
typedef uint64_t line64 __attribute__((vector_size(64), may_alias, aligned(64)));

#define GROUP   1
#define LINE    uint8_t
#define NAME(f) PASTE(f, _1)
#include "solve/per_isa/matrix_lines.h"
#undef LINE
#undef NAME
#define LINE    uint16_t
#define NAME(f) PASTE(f, _2)
#include "solve/per_isa/matrix_lines.h"
#undef LINE
#undef NAME
#define LINE    uint32_t
#define NAME(f) PASTE(f, _4)
#include "solve/per_isa/matrix_lines.h"
#undef LINE
#undef NAME
#define LINE    uint64_t
#define NAME(f) PASTE(f, _8)
#include "solve/per_isa/matrix_lines.h"
#undef LINE
#undef NAME
#define LINE    line16
#define NAME(f) PASTE(f, _16)
#include "solve/per_isa/matrix_lines.h"
#undef LINE
#undef NAME
#define LINE    line32
#define NAME(f) PASTE(f, _32)
#include "solve/per_isa/matrix_lines.h"
#undef LINE
#undef NAME
#define LINE    line64
#define NAME(f) PASTE(f, _64)
#include "solve/per_isa/matrix_lines.h"
#undef NAME
#undef GROUP
#define GROUP   2
#define NAME(f) PASTE(f, _64x2)
#include "solve/per_isa/matrix_lines.h"
#undef NAME
#undef GROUP
#define GROUP   MATRIX_GROUP
#define NAME(f) PASTE(f, _64x4)
#include "solve/per_isa/matrix_lines.h"

/* ---- history --------------------------------------------------------------------------- */

static void pack(struct matrix_record *out, uint32_t lines, unsigned width,
                 const uint8_t *closed, const uint8_t *fresh)
{
    const unsigned words = (width + 7) / 8;
    for (uint32_t k = 0; k < lines; k++, closed += width, fresh += width) {
        uint64_t o[8], f[8] = {0}, any = 0, all = 0;
        memset(o, 255, sizeof o);
        memcpy(o, closed, width);
        memcpy(f, fresh, width);
        for (unsigned w = 0; w < words; w++) {
            o[w] = ~o[w];
            f[w] &= o[w];
            any |= f[w];
            all |= o[w];
        }
        if (!all)
            continue;
        out->any |= any != 0;
        put(&out->bits, any != 0, 1);
        for (unsigned w = 0; any && w < words; w++) {
            if (!o[w])
                continue;
            if (words > 1)
                put(&out->bits, f[w] != 0, 1);
            if (words == 1 || f[w])
                put(&out->bits, extract(f[w], o[w]),
                    (unsigned)__builtin_popcountll(o[w]));
        }
    }
}

static void unpack(struct bit_stream *in, uint32_t lines, unsigned width, uint8_t *open,
                   uint8_t code, uint8_t *codes)
{
    const unsigned words = (width + 7) / 8, size = width < 8 ? width : 8;
    const unsigned at_once = 8 / size; /* short lines in a word */
    for (uint32_t k = 0; k < lines; k++, open += width, codes += 8 * width) {
        uint64_t word[8] = {0}, all = 0;
        if (at_once > 1 && k + at_once <= lines && load_short(open, 8) == 0) {
            k += at_once - 1;
            open += 8 - width;
            codes += 8 * (8 - width);
            continue;
        }
        memcpy(word, open, width);
        for (unsigned w = 0; w < words; w++)
            all |= word[w];
        if (!all || !take(in, 1))
            continue;
        for (unsigned w = 0; w < words; w++) {
            if (!word[w] || (words > 1 && !take(in, 1)))
                continue;
            take_codes(in, &word[w], code, codes + 64 * w);
        }
        for (unsigned w = 0; w < words; w++)
            memcpy(open + 8 * w, &word[w], size);
    }
}

extern const struct matrix_kernel PASTE2(matrix_kernel_, ISA);

#define LINES(w)                                                                         \
    {                                                                                    \
        1, inside_##w, to_b_##w, from_b_##w, quiet_##w, loud_##w                         \
    }

const struct matrix_kernel PASTE2(matrix_kernel_, ISA) = {
    .name = TEXT2(ISA),
    .transpose = transpose,
    .lines = {LINES(1), LINES(2), LINES(4), LINES(8), LINES(16), LINES(32), LINES(64)},
    .inside_grouped = {MATRIX_GROUP, .inside = inside_64x4},
    .quiet_grouped = {2, .quiet = quiet_64x2},
    .pack = pack,
    .unpack = unpack,
};
