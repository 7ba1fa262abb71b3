/* SPDX-License-Identifier: MIT
 *
 * Kernels of the men engine, compiled once per instruction set (ISA is its name, WIDE the
 * number of 64-bit words in a vector register). A test compares the results.
 *
 * Renaming the men is a permutation of the index bits. It is done in three steps: whole
 * registers are loaded in the new order of the high bits; high bits that are needed low
 * are exchanged with low ones that are needed high, a pass for each; then the low bits
 * are sorted, a pass for each exchange.
 */
#include "solve/men_kernel.h"
#include "base/bits.h"
#include "solve/per_isa/kernel.h"

#include <string.h>
#if defined(__AVX512BW__) || defined(__AVX2__)
#include <immintrin.h>
#endif

enum { LANE_BITS = WIDE == 8 ? 3 : WIDE == 4 ? 2 : 1, LOW = 6 + LANE_BITS };

/* Places whose index has bit i set, in register r. */
INLINE wide places(unsigned i, size_t r)
{
    wide m = {0};
    for (unsigned w = 0; w < WIDE; w++)
        m[w] = i < 6     ? bits_set[i]
               : i < LOW ? (uint64_t)0 - (w >> (i - 6) & 1)
                         : (uint64_t)0 - (r >> (i - LOW) & 1);
    return m;
}

INLINE wide load(const uint64_t *from)
{
    wide v;
    memcpy(&v, from, sizeof v);
    return v;
}

INLINE void store(uint64_t *to, wide v)
{
    memcpy(to, &v, sizeof v);
}

/* The register with the lanes that differ in bit k of their number exchanged. */
#define SHUFFLE __builtin_shufflevector
INLINE wide lanes_across(wide v, int k)
{
#if WIDE == 8
    return k == 0   ? SHUFFLE(v, v, 1, 0, 3, 2, 5, 4, 7, 6)
           : k == 1 ? SHUFFLE(v, v, 2, 3, 0, 1, 6, 7, 4, 5)
                    : SHUFFLE(v, v, 4, 5, 6, 7, 0, 1, 2, 3);
#elif WIDE == 4
    return k == 0 ? SHUFFLE(v, v, 1, 0, 3, 2) : SHUFFLE(v, v, 2, 3, 0, 1);
#else
    (void)k;
    return SHUFFLE(v, v, 1, 0);
#endif
}

/* ---- exchanges of two index bits ---------------------------------------------------- */

/* Bits a < b inside a word. */
INLINE wide swap_in_word(wide x, unsigned a, unsigned b)
{
    const uint64_t by = ((uint64_t)1 << b) - ((uint64_t)1 << a);
    wide t = (x >> by ^ x) & (bits_set[a] & ~bits_set[b]);
    return x ^ t ^ t << by;
}

/* Bit a inside a word, bit b the number of a lane. */
INLINE wide swap_with_lane(wide x, unsigned a, unsigned b)
{
    const uint64_t by = (uint64_t)1 << a;
    const wide high = places(b, 0), up = ~high & bits_set[a], down = high & ~bits_set[a];
    wide y = lanes_across(x, (int)b - 6);
    return (x & ~(up | down)) | (y << by & up) | (y >> by & down);
}

INLINE wide swap_lanes(wide x, unsigned a, unsigned b)
{
    const wide pa = places(a, 0), pb = places(b, 0), differ = pa ^ pb;
    wide y = lanes_across(lanes_across(x, (int)a - 6), (int)b - 6);
    return (x & ~differ) | (y & differ);
}

/* Bit a inside a register, whose partner by a higher bit is the other register. */
INLINE void swap_registers(wide *zero, wide *one, unsigned a)
{
    const wide p = places(a, 0);
    wide x = *zero, y = *one;
    if (a < 6) {
        const uint64_t by = (uint64_t)1 << a;
        *zero = (x & ~p) | (y & ~p) << by;
        *one = (y & p) | (x & p) >> by;
    } else {
        *zero = (x & ~p) | (lanes_across(y, (int)a - 6) & p);
        *one = (y & p) | (lanes_across(x, (int)a - 6) & ~p);
    }
}

#if WIDE == 8
#define LOW_BITS(CASE)                                                                   \
    CASE(0) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8)
#elif WIDE == 4
#define LOW_BITS(CASE) CASE(0) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7)
#else
#define LOW_BITS(CASE) CASE(0) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6)
#endif

INLINE void high_pass(uint64_t *v, size_t registers, unsigned a, size_t stride)
{
    for (size_t base = 0; base < registers; base += 2 * stride)
        for (size_t r = base; r < base + stride; r++) {
            wide x = load(v + r * WIDE), y = load(v + (r + stride) * WIDE);
            swap_registers(&x, &y, a);
            store(v + r * WIDE, x);
            store(v + (r + stride) * WIDE, y);
        }
}

static void exchange_high(uint64_t *v, size_t registers, unsigned a, unsigned b)
{
    const size_t stride = (size_t)1 << (b - LOW);
    switch (a) {
#define CASE(i)                                                                          \
    case i:                                                                              \
        high_pass(v, registers, i, stride);                                              \
        break;
        LOW_BITS(CASE)
#undef CASE
    }
}

INLINE void low_pass(uint64_t *v, size_t registers, unsigned a, unsigned b)
{
    for (size_t r = 0; r < registers; r++) {
        wide x = load(v + r * WIDE);
        x = b < 6   ? swap_in_word(x, a, b)
            : a < 6 ? swap_with_lane(x, a, b)
                    : swap_lanes(x, a, b);
        store(v + r * WIDE, x);
    }
}

static void exchange_low(uint64_t *v, size_t registers, unsigned a, unsigned b)
{
#define PAIR(i, j)                                                                       \
    case (i)*16 + (j):                                                                   \
        if ((j) < LOW)                                                                   \
            low_pass(v, registers, (i), (j) < LOW ? (j) : LOW - 1);                      \
        break
    switch (a < b ? a * 16 + b : b * 16 + a) {
        PAIR(0, 1);
        PAIR(0, 2);
        PAIR(0, 3);
        PAIR(0, 4);
        PAIR(0, 5);
        PAIR(0, 6);
        PAIR(0, 7);
        PAIR(0, 8);
        PAIR(1, 2);
        PAIR(1, 3);
        PAIR(1, 4);
        PAIR(1, 5);
        PAIR(1, 6);
        PAIR(1, 7);
        PAIR(1, 8);
        PAIR(2, 3);
        PAIR(2, 4);
        PAIR(2, 5);
        PAIR(2, 6);
        PAIR(2, 7);
        PAIR(2, 8);
        PAIR(3, 4);
        PAIR(3, 5);
        PAIR(3, 6);
        PAIR(3, 7);
        PAIR(3, 8);
        PAIR(4, 5);
        PAIR(4, 6);
        PAIR(4, 7);
        PAIR(4, 8);
        PAIR(5, 6);
        PAIR(5, 7);
        PAIR(5, 8);
#if WIDE >= 4
        PAIR(6, 7);
#endif
#if WIDE == 8
        PAIR(6, 8);
        PAIR(7, 8);
#endif
    }
#undef PAIR
}

/* ---- renaming ----------------------------------------------------------------------- */

/* What must be done so that bit i becomes what was bit to[i]; a register holds the places
 * of the `low` lowest bits. */
struct plan {
    uint8_t address[MEN_BITS]; /* high bit i of the new place is this bit of the old */
    unsigned highs, lows;
    uint8_t high[LOW][2], low[LOW][2];
    uint8_t at[LOW]; /* what is at low place i when the high ones are exchanged */
};

/* Low bits that are needed high stay low at first and are exchanged in; a needed one that
 * can land at once where it belongs does so. */
static void plan_high(struct plan *p, unsigned k, const uint8_t *to, unsigned low)
{
    uint32_t wanted = 0; /* high ones that must become low */
    p->highs = 0;
    for (unsigned i = 0; i < low; i++) {
        p->at[i] = (uint8_t)i;
        if (to[i] >= low)
            wanted |= (uint32_t)1 << to[i];
    }
    for (unsigned i = low; i < k; i++) {
        unsigned bit = to[i];
        if (to[i] < low) { /* to[i] lies low at its own place */
            unsigned home = to[to[i]];
            bit = home >= low ? home : (unsigned)__builtin_ctz(wanted);
            if (home >= low && !(wanted >> home & 1))
                bit = (unsigned)__builtin_ctz(wanted);
            wanted &= ~((uint32_t)1 << bit);
            p->high[p->highs][0] = to[i];
            p->high[p->highs++][1] = (uint8_t)i;
            p->at[to[i]] = (uint8_t)bit;
        }
        p->address[i] = (uint8_t)bit;
    }
}

static void plan_low(struct plan *p, const uint8_t *to)
{
    p->lows = 0;
    for (unsigned i = 0; i < LOW; i++)
        for (unsigned j = i + 1; p->at[i] != to[i]; j++)
            if (p->at[j] == to[i]) {
                p->low[p->lows][0] = (uint8_t)i;
                p->low[p->lows++][1] = (uint8_t)j;
                p->at[j] = p->at[i];
                p->at[i] = to[i];
            }
}

/* Whole registers in the new order. */
INLINE void move_registers(uint64_t *out, const uint64_t *in, size_t registers,
                           const struct plan *p, unsigned low)
{
    size_t from = 0, r = 0;
    for (;;) { /* counting in the new order, `from` follows in the old */
        store(out + r * WIDE, load(in + from * WIDE));
        if (++r == registers)
            break;
        unsigned top = (unsigned)__builtin_ctzll(r);
        for (unsigned i = 0; i < top; i++)
            from ^= (size_t)1 << (p->address[low + i] - low);
        from ^= (size_t)1 << (p->address[low + top] - low);
    }
}

static void rename_men(uint64_t *out, const uint64_t *in, unsigned k, const uint8_t *to)
{
    struct plan p;
    const size_t registers = (size_t)1 << (k - LOW);
    plan_high(&p, k, to, LOW);
    plan_low(&p, to);
    move_registers(out, in, registers, &p, LOW);
    for (unsigned i = 0; i < p.highs; i++)
        exchange_high(out, registers, p.high[i][0], p.high[i][1]);
    for (unsigned i = 0; i < p.lows; i++)
        exchange_low(out, registers, p.low[i][0], p.low[i][1]);
}

/* ---- moves -------------------------------------------------------------------------- */

/* Places whose index has all bits of a mask: in registers with these high bits, these. */
struct with {
    wide low;
    size_t high;
};

INLINE struct with with_bits(uint32_t mask)
{
    struct with m = {~(wide){0}, mask >> LOW};
    for (unsigned i = 0; i < LOW; i++)
        if (mask >> i & 1)
            m.low &= places(i, 0);
    return m;
}

INLINE wide in_register(const struct with *m, size_t r)
{
    return (r & m->high) == m->high ? m->low : (wide){0};
}

/* What is found after the move, in the order there; `other` for who has not the man. */
static void choose(const struct men_gather *g, uint64_t *out, uint64_t other)
{
    const size_t registers = (size_t)1 << (g->k - LOW);
    const wide zero = {0};
    const struct men_lines *mill_of = &g->way->mill;
    const struct with man = with_bits((uint32_t)1 << g->way->arrived);
    struct with line[MEN_AT_POINT];
    for (unsigned i = 0; i < mill_of->lines; i++)
        line[i] = with_bits(mill_of->mask[i]);
    for (size_t r = 0; r < registers; r++) {
        wide mill = zero, arrived = in_register(&man, r);
        for (unsigned i = 0; i < mill_of->lines; i++)
            mill |= in_register(&line[i], r);
        wide plain = g->plain ? load(g->plain + r * WIDE) : zero;
        wide taken = g->taken ? load(g->taken + r * WIDE) : zero;
        wide v = (plain & ~mill) | (taken & mill);
        store(out + r * WIDE, (v & arrived) | (~arrived & other));
    }
}

static void any(const struct men_gather *g, uint64_t *acc, uint64_t *buffer)
{
    const size_t words = (size_t)1 << (g->k - 6);
    choose(g, buffer, 0);
    rename_men(buffer + words, buffer, g->k, g->way->there);
    for (size_t w = 0; w < words; w += WIDE)
        store(acc + w, load(acc + w) | load(buffer + words + w));
}

static void all(const struct men_gather *g, uint64_t *acc, uint64_t *buffer)
{
    const size_t words = (size_t)1 << (g->k - 6);
    choose(g, buffer, ~(uint64_t)0);
    rename_men(buffer + words, buffer, g->k, g->way->there);
    for (size_t w = 0; w < words; w += WIDE)
        store(acc + w, load(acc + w) & load(buffer + words + w));
}

/* ---- single places ------------------------------------------------------------------ */

/* Bit i of the result is bit `from[i]` of the colouring. */
struct renaming {
#if defined(__AVX512BITALG__)
    __m256i from;
#else
    uint8_t from[MEN_BITS];
#endif
    unsigned k;
};

INLINE struct renaming renaming_of(const uint8_t from[32], unsigned k)
{
    struct renaming r = {.k = k};
#if defined(__AVX512BITALG__)
    r.from = _mm256_loadu_si256((const __m256i *)from);
#else
    memcpy(r.from, from, MEN_BITS);
#endif
    return r;
}

INLINE uint32_t renamed(const struct renaming *r, uint32_t colouring)
{
#if defined(__AVX512BITALG__)
    uint32_t bits =
        _mm256_bitshuffle_epi64_mask(_mm256_set1_epi64x((long long)colouring), r->from);
    return bits & (((uint32_t)1 << r->k) - 1);
#else
    uint32_t out = 0;
    for (unsigned i = 0; i < r->k; i++)
        out |= (colouring >> r->from[i] & 1) << i;
    return out;
#endif
}

/* As men_closes. Here and below nothing is skipped that the processor could not guess. */
INLINE bool closes_line(const struct men_lines *l, uint32_t place)
{
    bool any_line = false;
    for (unsigned i = 0; i < l->lines; i++)
        any_line |= (place & l->mask[i]) == l->mask[i];
    return any_line;
}

static unsigned carry(unsigned k, const struct men_way *way, bool closing,
                      const uint32_t *place, unsigned n, uint32_t *out)
{
    uint8_t from[32] = {0};
    memcpy(from, way->there, MEN_BITS);
    const struct renaming r = renaming_of(from, k);
    unsigned m = 0;
    for (unsigned i = 0; i < n; i++) {
        out[m] = renamed(&r, place[i]);
        m += (place[i] >> way->arrived & 1) &
             (closes_line(&way->mill, place[i]) == closing);
    }
    return m;
}

enum { AHEAD = 32 }; /* places looked up together */

static unsigned keep(const struct men_gather *g, uint32_t *colouring, unsigned n)
{
    const struct men_way *way = g->way;
    uint8_t from[32] = {0};
    for (unsigned i = 0; i < g->k; i++)
        from[way->there[i]] = (uint8_t)i;
    const struct renaming r = renaming_of(from, g->k);
    unsigned m = 0;
    for (unsigned base = 0; base < n; base += AHEAD) {
        const unsigned end = n - base < AHEAD ? n : base + AHEAD;
        uint32_t place[AHEAD];
        const uint64_t *word[AHEAD];
        for (unsigned i = base; i < end; i++) {
            const uint32_t p = renamed(&r, colouring[i]);
            place[i - base] = p;
            word[i - base] = (closes_line(&way->mill, p) ? g->taken : g->plain) + p / 64;
            __builtin_prefetch(word[i - base]);
        }
        for (unsigned i = base; i < end; i++) {
            const uint32_t c = colouring[i];
            colouring[m] = c;
            m += (~c >> way->man & 1) | (*word[i - base] >> place[i - base] % 64 & 1);
        }
    }
    return m;
}

/* ---- whole vectors ------------------------------------------------------------------ */

static void reverse(uint64_t *out, const uint64_t *in, unsigned k)
{
    const size_t words = (size_t)1 << (k - 6);
    for (size_t w = 0; w < words; w++) {
        uint64_t x = in[words - 1 - w];
        for (unsigned i = 0; i < 6; i++)
            x = (x & bits_set[i]) >> (1u << i) | (x & ~bits_set[i]) << (1u << i);
        out[w] = x;
    }
}

/* Sixty-four codes against one. */
INLINE uint64_t equal_word(const uint8_t *codes, uint8_t code)
{
#if defined(__AVX512BW__)
    return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(codes),
                                  _mm512_set1_epi8((char)code));
#elif defined(__AVX2__)
    const __m256i c = _mm256_set1_epi8((char)code);
    __m256i a, b;
    memcpy(&a, codes, 32);
    memcpy(&b, codes + 32, 32);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, c)) |
           (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(b, c)) << 32;
#else
    const uint64_t ones = 0x0101010101010101, low = 0x7f7f7f7f7f7f7f7f;
    uint64_t out = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint64_t x;
        memcpy(&x, codes + 8 * i, 8);
        x ^= ones * code;
        x = ~(((x & low) + low) | x) >> 7 & ones; /* 1 where the byte was 0 */
        out |= (x * 0x0102040810204080 >> 56) << 8 * i;
    }
    return out;
#endif
}

static uint64_t equal(uint64_t *out, const uint8_t *codes, unsigned k, uint8_t code)
{
    uint64_t ones = 0;
    for (size_t w = 0; w >> (k - 6) == 0; w++) {
        out[w] = equal_word(codes + 64 * w, code);
        ones += (uint64_t)__builtin_popcountll(out[w]);
    }
    return ones;
}

#include "solve/per_isa/men_merits.h"

extern const struct men_kernel PASTE2(men_kernel_, ISA);

const struct men_kernel PASTE2(men_kernel_, ISA) = {
    .name = TEXT2(ISA),
    .any = any,
    .all = all,
    .carry = carry,
    .keep = keep,
    .reverse = reverse,
    .equal = equal,
    .better = better,
    .rename_bytes = RENAME_BYTES,
};
