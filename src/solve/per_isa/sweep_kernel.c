/* SPDX-License-Identifier: MIT
 *
 * Kernels of the sweep engine, compiled once per instruction set (ISA is its name, WIDE
 * the number of 64-bit words in a vector); a test compares the results.
 */
#include "solve/per_isa/packing.h"
#include "solve/per_isa/sweep_blocks.h"

enum { AHEAD = 8 /* blocks: what a later one needs is fetched early */ };

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

/* Did anything change where black arrives with the men of block t there? */
static bool arrival_changed(const uint8_t *changed, const struct sweep_plan *plan,
                            uint32_t t, unsigned k)
{
    while (k < plan->taken_near && !(t & plan->taken_high[k]))
        k++;
    if (k == plan->taken_near)
        return changed[t];
    return arrival_changed(changed, plan, t, k + 1) ||
           arrival_changed(changed, plan, t ^ plan->taken_high[k], k + 1);
}

INLINE bool finds_changed(const uint8_t *changed, const struct sweep_plan *plan,
                          uint32_t t)
{
    for (unsigned k = 0; k < plan->taken_far; k++)
        if ((t & plan->taken_mask[k]) == plan->taken_mask[k])
            t ^= plan->taken_mask[k];
    return plan->taken_near ? arrival_changed(changed, plan, t, 0) : changed[t];
}

/* Did anything change that decides on block t of this slice? */
INLINE bool exits_changed(const struct sweep_job *job, uint32_t t)
{
    const struct sweep_plan *plan = job->plan;
    for (unsigned k = 0; k < plan->exits; k++) {
        const unsigned slice = plan->exit[k].slice;
        const unsigned from = plan->exit[k].from, to = plan->exit[k].to;
        const struct sweep_plan *there = &job->plans[slice];
        const uint8_t *changed = job->changed[slice];
        const uint32_t high_to = to < LOW_BITS ? 0 : (uint32_t)1 << (to - LOW_BITS);
        if (t & high_to)
            continue;
        if (from == SAME_INDEX) {
            if (finds_changed(changed, there, t))
                return true;
        } else if (from >= LOW_BITS) {
            uint32_t high_from = (uint32_t)1 << (from - LOW_BITS);
            if (finds_changed(changed, there,
                              t & high_from ? t ^ high_from ^ high_to : t))
                return true;
        } else if (finds_changed(changed, there, t) ||
                   finds_changed(changed, there, t | high_to)) {
            return true;
        }
    }
    return false;
}

/* Keeps a block of lost positions if it is not what it was; they only become more. */
INLINE bool note_lost(const struct sweep_job *job, uint32_t t, const struct block *a,
                      struct sweep_count *count)
{
    struct sweep_men *before = &job->lost_men[t];
    const unsigned all = count_bits(a);
    uint16_t men[LOW_BITS + 1];
    if (all == before->all)
        return false;
    count_men(a, men);
    for (int n = 0; n <= LOW_BITS; n++)
        count->lane[__builtin_popcount(t) + n][0] += (uint64_t)(men[n] - before->with[n]);
    memcpy(before->with, men, sizeof men);
    before->all = (uint16_t)all;
    store(sweep_block(job->lost, t), a);
    return true;
}

static void black(const struct sweep_job *job, uint32_t first, uint32_t end,
                  struct sweep_count *count)
{
    const struct sweep_plan *plan = job->plan;
    for (uint32_t t = first; t < end; t++) {
        struct block a;
        job->lost_fresh[t] = false;
        if (job->lost_men[t].all == 64 * BLOCK_WORDS ||
            !(job->all || exits_changed(job, t) ||
              (plan->on_axis && exits_changed(job, job->mirror[t]))))
            continue;
        fill(&a, ~(uint64_t)0);
        for (unsigned k = 0; k < plan->exits; k++)
            and_exit(&a, job->won[plan->exit[k].slice], &job->plans[plan->exit[k].slice],
                     t, plan->exit[k].from, plan->exit[k].to);
        if (plan->on_axis)
            store(sweep_block(job->lost, t), &a);
        job->lost_fresh[t] = plan->on_axis || note_lost(job, t, &a, count);
    }
}

static void mirror(const struct sweep_job *job, uint32_t first, uint32_t end,
                   struct sweep_count *count)
{
    for (uint32_t t = first; t < end; t++) {
        uint32_t u = job->mirror[t];
        struct block a, b;
        if (u < t || !job->lost_fresh[t])
            continue;
        load(&a, sweep_block(job->lost, t));
        load(&b, sweep_block(job->lost, u));
        mirror_block(&b);
        for (int r = 0; r < PARTS; r++)
            a.part[r] &= b.part[r];
        job->lost_fresh[t] = note_lost(job, t, &a, count);
        if (u == t)
            continue;
        mirror_block(&a);
        job->lost_fresh[u] = note_lost(job, u, &a, count);
    }
}

/* ---- brown -------------------------------------------------------------------------- */

/* What moves reach from positions that are newly lost. */
INLINE void or_moves(struct block *a, const struct sweep_job *job, uint32_t t)
{
    const struct sweep_plan *plan = job->plan;
    struct block s;
    for (unsigned k = 0; k < plan->far; k++) {
        uint32_t mask = plan->far_mask[k], both = t & mask;
        if (both == 0 || both == mask || !job->lost_fresh[t ^ mask])
            continue;
        load(&s, sweep_block(job->lost, t ^ mask));
        for (int r = 0; r < PARTS; r++)
            a->part[r] |= s.part[r];
    }
    for (unsigned k = 0; k < plan->near; k++) {
        uint32_t high = (uint32_t)1 << plan->near_move[k].high;
        if (!job->lost_fresh[t ^ high])
            continue;
        load(&s, sweep_block(job->lost, t ^ high));
        if (t & high)
            for (unsigned i = 0; i < plan->near_move[k].lows; i++)
                or_down(a, &s, plan->near_move[k].low[i]);
        else
            for (unsigned i = 0; i < plan->near_move[k].lows; i++)
                or_up(a, &s, plan->near_move[k].low[i]);
    }
    if (!plan->inner || !job->lost_fresh[t])
        return;
    load(&s, sweep_block(job->lost, t));
    for (unsigned k = 0; k < plan->inner; k++)
        for (int way = 0; way < 2; way++) {
            struct block down;
            fill(&down, 0);
            or_down(&down, &s, plan->inner_move[k][way]);
            or_up(a, &down, plan->inner_move[k][!way]);
        }
}

INLINE void prefetch(const unsigned char *block)
{
    for (int k = 0; k < BLOCK_BYTES; k += 64)
        __builtin_prefetch(block + k, 0, 2);
}

/* Moves lead to two dozen places, more than processors follow by themselves. */
INLINE void prefetch_moves(const struct sweep_job *job, uint32_t t)
{
    const struct sweep_plan *plan = job->plan;
    for (unsigned k = 0; k < plan->far; k++) {
        uint32_t mask = plan->far_mask[k], both = t & mask;
        if (both != 0 && both != mask)
            prefetch(sweep_block(job->lost, t ^ mask));
    }
    for (unsigned k = 0; k < plan->near; k++)
        prefetch(sweep_block(job->lost, t ^ (uint32_t)1 << plan->near_move[k].high));
}

static void brown(const struct sweep_job *job, uint32_t first, uint32_t end,
                  struct sweep_count *count)
{
    for (uint32_t t = first; t < end; t++) {
        struct block a, old, any;
        if (t + AHEAD < end && !job->won_full[t + AHEAD])
            prefetch_moves(job, t + AHEAD);
        job->won_fresh[t] = false;
        if (job->won_full[t])
            continue;
        fill(&a, 0);
        or_moves(&a, job, t);
        load(&old, sweep_block(job->old, t));
        for (int r = 0; r < PARTS; r++) {
            any.part[r] = a.part[r] | old.part[r];
            a.part[r] &= ~old.part[r];
        }
        if (is_empty(&a))
            continue;
        store(sweep_block(job->fresh, t), &a);
        job->won_fresh[t] = true;
        job->won_full[t] = is_full(&any);
        count_block(count, t, &a);
    }
}

static void add(unsigned char *map, unsigned char *fresh, const uint8_t *changed,
                uint32_t first, uint32_t end)
{
    for (uint32_t t = first; t < end; t++) {
        struct block a, b;
        if (!changed[t])
            continue;
        load(&a, sweep_block(map, t));
        load(&b, sweep_block(fresh, t));
        for (int r = 0; r < PARTS; r++)
            a.part[r] |= b.part[r];
        store(sweep_block(map, t), &a);
    }
}

/* ---- packing ------------------------------------------------------------------------ */

/* A bit for each block that has fresh positions; in it, for each word with open ones: is
 * there a fresh one, are all fresh, and if not, which of the open ones. */
static void pack(const struct sweep_job *job, uint32_t first, uint32_t blocks,
                 struct bit_stream *out)
{
    for (uint32_t t = first; t < first + blocks; t++) {
        uint64_t open[BLOCK_WORDS], fresh[BLOCK_WORDS];
        put(out, job->won_fresh[t], 1);
        if (!job->won_fresh[t])
            continue;
        memcpy(open, sweep_block(job->old, t), sizeof open);
        memcpy(fresh, sweep_block(job->fresh, t), sizeof fresh);
        for (unsigned w = 0; w < BLOCK_WORDS; w++) {
            open[w] = ~open[w];
            if (!open[w])
                continue;
            if (!fresh[w] || fresh[w] == open[w]) {
                put(out, fresh[w] ? 3 : 0, fresh[w] ? 2 : 1);
            } else {
                put(out, 1, 2);
                put(out, extract(fresh[w], open[w]),
                    (unsigned)__builtin_popcountll(open[w]));
            }
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
            if (take(in, 1))
                give_codes(open[w], &open[w], code, codes + 64 * w);
            else
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
    .add = add,
    .pack = pack,
    .unpack = unpack,
};
