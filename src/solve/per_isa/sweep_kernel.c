/* SPDX-License-Identifier: MIT
 *
 * Kernels of the sweep engine, compiled once per instruction set (ISA is its name, WIDE
 * the number of 64-bit words in a vector). Vectors are the compiler's, so the text is the
 * same for all; a test compares the results.
 *
 * Inside a block, "up" by bit i means: places with bit i set take what stands at the same
 * place with it clear, all others nothing; "down" is the reverse. Bits 0-5 are shifts in
 * words, bits 6-10 exchange words.
 */
#include "solve/per_isa/packing.h"
#include "solve/sweep_state.h"

#include <string.h>

enum { PARTS = BLOCK_WORDS / WIDE };

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

INLINE void count_bits(struct sweep_count *count, uint32_t t, const struct block *b)
{
    static const uint64_t class_mask[LOW_CLASSES] = {
        0x0000000000000001, 0x0000000100010116, 0x0001011601161668, 0x0116166816686880,
        0x1668688068808000, 0x6880800080000000, 0x8000000000000000};
    uint64_t words[BLOCK_WORDS];
    memcpy(words, b, sizeof words);
    uint64_t(*sum)[BLOCK_WORDS] = count->bits[__builtin_popcount(t)];
    for (int c = 0; c < LOW_CLASSES; c++)
        for (int w = 0; w < BLOCK_WORDS; w++)
            sum[c][w] += (uint64_t)__builtin_popcountll(words[w] & class_mask[c]);
}

/* ---- black -------------------------------------------------------------------------- */

/* Block t of the map as black finds it on arrival: men taken are looked up as gone. */
static void arrive(struct block *a, unsigned char *map, const struct sweep_plan *plan,
                   uint32_t t, unsigned k)
{
    while (k < plan->taken_near && !(t & plan->taken_high[k]))
        k++;
    if (k == plan->taken_near) {
        load(a, sweep_block(map, t));
        return;
    }
    struct block gone;
    arrive(a, map, plan, t, k + 1);
    arrive(&gone, map, plan, t ^ plan->taken_high[k], k + 1);
    keep_clear(a, plan->taken_low[k]);
    or_up(a, &gone, plan->taken_low[k]);
}

INLINE void load_arrived(struct block *a, unsigned char *map,
                         const struct sweep_plan *plan, uint32_t t)
{
    for (unsigned k = 0; k < plan->taken_far; k++)
        if ((t & plan->taken_mask[k]) == plan->taken_mask[k])
            t ^= plan->taken_mask[k];
    if (plan->taken_near)
        arrive(a, map, plan, t, 0);
    else
        load(a, sweep_block(map, t));
    for (unsigned k = 0; k < plan->taken_inner; k++) {
        const uint8_t *both = plan->taken_both[k];
        struct block gone = *a, once = {{{0}}}, twice = {{{0}}};
        or_up(&once, &gone, both[0]);
        or_up(&twice, &once, both[1]);
        for (int r = 0; r < PARTS; r++)
            a->part[r] = (a->part[r] & ~(part_mask(both[0], r) & part_mask(both[1], r))) |
                         twice.part[r];
    }
}

/* a &= what black finds after going from bit `from` to bit `to`; true where the way is
 * barred. */
INLINE void and_exit(struct block *a, unsigned char *map, const struct sweep_plan *there,
                     uint32_t t, unsigned from, unsigned to)
{
    struct block s, moved;
    const bool low_from = from < LOW_BITS, low_to = to < LOW_BITS;
    uint32_t high_to = low_to ? 0 : (uint32_t)1 << (to - LOW_BITS);
    if (t & high_to)
        return;
    if (from == SAME_INDEX) {
        load_arrived(&s, map, there, t);
    } else if (!low_from) {
        uint32_t high_from = (uint32_t)1 << (from - LOW_BITS);
        if (!(t & high_from)) {
            load_arrived(&s, map, there, t);
        } else if (!low_to) {
            load_arrived(&s, map, there, t ^ high_from ^ high_to);
        } else {
            load_arrived(&moved, map, there, t ^ high_from);
            fill(&s, 0);
            or_down(&s, &moved, to);
        }
    } else {
        load_arrived(&s, map, there, t);
        load_arrived(&moved, map, there, t | high_to);
        if (low_to) {
            struct block down;
            fill(&down, 0);
            or_down(&down, &moved, to);
            moved = down;
        }
        keep_clear(&s, from);
        or_up(&s, &moved, from);
    }
    if (low_to)
        fill_set(&s, to);
    for (int r = 0; r < PARTS; r++)
        a->part[r] &= s.part[r];
}

static void black(const struct sweep_job *job, uint32_t first, uint32_t end,
                  struct sweep_count *count)
{
    const struct sweep_plan *plan = job->plan;
    for (uint32_t t = first; t < end; t++) {
        struct block a;
        fill(&a, ~(uint64_t)0);
        if (job->lost_full[t]) {
            store(sweep_block(job->lost, t), &a);
            if (!plan->on_axis)
                count->full[__builtin_popcount(t)]++;
            continue;
        }
        for (unsigned k = 0; k < plan->exits; k++)
            and_exit(&a, job->won[plan->exit[k].slice], &job->plans[plan->exit[k].slice],
                     t, plan->exit[k].from, plan->exit[k].to);
        store(sweep_block(job->lost, t), &a);
        if (plan->on_axis)
            continue;
        job->lost_full[t] = is_full(&a);
        count_bits(count, t, &a);
    }
}

static void mirror(const struct sweep_job *job, uint32_t first, uint32_t end,
                   struct sweep_count *count)
{
    for (uint32_t t = first; t < end; t++) {
        uint32_t u = job->mirror[t];
        struct block a, b;
        if (u < t)
            continue;
        if (job->lost_full[t]) {
            count->full[__builtin_popcount(t)] += u == t ? 1 : 2;
            continue;
        }
        load(&a, sweep_block(job->lost, t));
        load(&b, sweep_block(job->lost, u));
        mirror_block(&b);
        for (int r = 0; r < PARTS; r++)
            a.part[r] &= b.part[r];
        store(sweep_block(job->lost, t), &a);
        job->lost_full[t] = is_full(&a);
        count_bits(count, t, &a);
        if (u == t)
            continue;
        count_bits(count, u, &a); /* the mirror keeps the number of men */
        job->lost_full[u] = job->lost_full[t];
        mirror_block(&a);
        store(sweep_block(job->lost, u), &a);
    }
}

/* ---- brown -------------------------------------------------------------------------- */

INLINE void or_moves(struct block *a, const struct sweep_job *job, uint32_t t)
{
    const struct sweep_plan *plan = job->plan;
    struct block s;
    for (unsigned k = 0; k < plan->far; k++) {
        uint32_t mask = plan->far_mask[k], both = t & mask;
        if (both == 0 || both == mask)
            continue;
        load(&s, sweep_block(job->lost, t ^ mask));
        for (int r = 0; r < PARTS; r++)
            a->part[r] |= s.part[r];
    }
    for (unsigned k = 0; k < plan->near; k++) {
        uint32_t high = (uint32_t)1 << plan->near_move[k].high;
        load(&s, sweep_block(job->lost, t ^ high));
        if (t & high)
            for (unsigned i = 0; i < plan->near_move[k].lows; i++)
                or_down(a, &s, plan->near_move[k].low[i]);
        else
            for (unsigned i = 0; i < plan->near_move[k].lows; i++)
                or_up(a, &s, plan->near_move[k].low[i]);
    }
    if (plan->inner)
        load(&s, sweep_block(job->lost, t));
    for (unsigned k = 0; k < plan->inner; k++)
        for (int way = 0; way < 2; way++) {
            struct block down;
            fill(&down, 0);
            or_down(&down, &s, plan->inner_move[k][way]);
            or_up(a, &down, plan->inner_move[k][!way]);
        }
}

static void brown(const struct sweep_job *job, uint32_t first, uint32_t end,
                  struct sweep_count *count)
{
    for (uint32_t t = first; t < end; t++) {
        struct block a;
        if (job->won_full[t]) {
            fill(&a, ~(uint64_t)0);
            store(sweep_block(job->next, t), &a);
            count->full[__builtin_popcount(t)]++;
            continue;
        }
        fill(&a, 0);
        or_moves(&a, job, t);
        store(sweep_block(job->next, t), &a);
        job->won_full[t] = is_full(&a);
        count_bits(count, t, &a);
    }
}

/* ---- packing ------------------------------------------------------------------------ */

static void pack(const struct sweep_job *job, uint32_t first, uint32_t blocks,
                 struct bit_stream *out)
{
    for (uint32_t t = first; t < first + blocks; t++) {
        uint64_t old[BLOCK_WORDS], fresh[BLOCK_WORDS], any = 0;
        memcpy(old, sweep_block(job->old, t), sizeof old);
        memcpy(fresh, sweep_block(job->next, t), sizeof fresh);
        for (unsigned w = 0; w < BLOCK_WORDS; w++) {
            old[w] = ~old[w];
            fresh[w] &= old[w];
            any |= fresh[w];
        }
        put(out, any != 0, 1);
        for (unsigned w = 0; any && w < BLOCK_WORDS; w++) {
            if (!old[w])
                continue;
            put(out, fresh[w] != 0, 1);
            if (fresh[w])
                put(out, extract(fresh[w], old[w]),
                    (unsigned)__builtin_popcountll(old[w]));
        }
    }
}

static void unpack(struct bit_stream *in, uint32_t blocks, uint64_t *open, uint8_t code,
                   uint8_t *codes)
{
    for (uint32_t k = 0; k < blocks;
         k++, open += BLOCK_WORDS, codes += 64 * BLOCK_WORDS) {
        if (!take(in, 1))
            continue;
        for (unsigned w = 0; w < BLOCK_WORDS; w++) {
            if (!open[w] || !take(in, 1))
                continue;
            take_codes(in, &open[w], code, codes + 64 * w);
        }
    }
}

extern const struct sweep_kernel PASTE2(sweep_kernel_, ISA);

const struct sweep_kernel PASTE2(sweep_kernel_, ISA) = {
    .name = TEXT2(ISA),
    .black = black,
    .mirror = mirror,
    .brown = brown,
    .pack = pack,
    .unpack = unpack,
};
