/* SPDX-License-Identifier: MIT
 *
 * Moves as operations on indices, the order of the slices, and the choice of the kernel;
 * see sweep_state.h.
 */
#include "solve/isa.h"
#include "solve/sweep_state.h"

#include <assert.h>
#include <string.h>

extern const struct sweep_kernel sweep_kernel_portable, sweep_kernel_avx2,
    sweep_kernel_avx512;

const struct sweep_kernel *sweep_kernel(unsigned i)
{
    static const struct isa_form forms[] = {
        {ISA_AVX512_POPCOUNT, ISA_X86(sweep_kernel_avx512)},
        {ISA_AVX2, ISA_X86(sweep_kernel_avx2)},
        {ISA_PORTABLE, &sweep_kernel_portable},
    };
    return isa_form(forms, sizeof forms / sizeof *forms, i);
}

/* ---- moves -------------------------------------------------------------------------- */

static void add_near(struct sweep_plan *plan, unsigned low, unsigned high)
{
    unsigned k = 0;
    while (k < plan->near && plan->near_move[k].high != high)
        k++;
    if (k == plan->near) {
        plan->near_move[k].high = (uint8_t)high;
        plan->near++;
    }
    assert(plan->near_move[k].lows < sizeof plan->near_move[k].low);
    plan->near_move[k].low[plan->near_move[k].lows++] = (uint8_t)low;
}

static void add_move(struct sweep_plan *plan, unsigned a, unsigned b)
{
    if (a > b) {
        add_move(plan, b, a);
    } else if (a >= LOW_BITS) {
        plan->far_mask[plan->far++] =
            (uint32_t)1 << (a - LOW_BITS) | (uint32_t)1 << (b - LOW_BITS);
    } else if (b >= LOW_BITS) {
        add_near(plan, a, b - LOW_BITS);
    } else {
        plan->inner_move[plan->inner][0] = (uint8_t)a;
        plan->inner_move[plan->inner++][1] = (uint8_t)b;
    }
}

static void add_pair(struct sweep_plan *plan, unsigned a, unsigned b)
{
    if (a > b) {
        add_pair(plan, b, a);
    } else if (a >= LOW_BITS) {
        plan->taken_mask[plan->taken_far++] =
            (uint32_t)1 << (a - LOW_BITS) | (uint32_t)1 << (b - LOW_BITS);
    } else if (b >= LOW_BITS) {
        plan->taken_low[plan->taken_near] = (uint8_t)a;
        plan->taken_high[plan->taken_near++] = (uint32_t)1 << (b - LOW_BITS);
    } else {
        plan->taken_both[plan->taken_inner][0] = (uint8_t)a;
        plan->taken_both[plan->taken_inner++][1] = (uint8_t)b;
    }
}

/* The spare point has no bit: going from or to it, the index stays as it is, and the bit
 * that it borrows in the other's slice must be clear. */
static void add_exit(const struct mus_board *b, struct sweep_plan *plan, unsigned p,
                     unsigned q)
{
    unsigned k = plan->exits++;
    plan->exit[k].slice = b->slice[q];
    plan->exit[k].from = p == b->spare || q == b->spare ? SAME_INDEX : b->bit_of[p];
    plan->exit[k].to = b->bit_of[q == b->spare ? p : q];
}

static void make_plan(const struct mus_board *b, unsigned p, struct sweep_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->on_axis = b->on_axis[p];
    for (unsigned s = 0; s < b->points; s++)
        for (unsigned t = 0; t < s; t++)
            if (b->near[s] >> t & 1 && s != p && t != p)
                add_move(plan, mus_bit(b, p, s), mus_bit(b, p, t));
    for (unsigned k = 0; k < b->pairs[p]; k++) {
        uint64_t pair = b->pair[p][k];
        add_pair(plan, mus_bit(b, p, (unsigned)__builtin_ctzll(pair)),
                 mus_bit(b, p, 63 - (unsigned)__builtin_clzll(pair)));
    }
    for (uint64_t to = b->near[p]; to; to &= to - 1) {
        unsigned q = (unsigned)__builtin_ctzll(to);
        if (b->black[b->slice[q]] == q) /* else the mirror image of one that is there */
            add_exit(b, plan, p, q);
    }
}

void sweep_plans(const struct mus_board *b, struct sweep_plan plans[MUS_POINTS])
{
    for (unsigned k = 0; k < b->slices; k++)
        make_plan(b, b->black[k], &plans[k]);
}

/* ---- order -------------------------------------------------------------------------- */

uint32_t sweep_neighbours(const struct mus_board *b, unsigned slice)
{
    uint32_t mask = 0;
    for (uint64_t to = b->near[b->black[slice]]; to; to &= to - 1)
        mask |= (uint32_t)1 << b->slice[__builtin_ctzll(to)];
    return mask & ~((uint32_t)1 << slice);
}

static unsigned kept_after(const struct mus_board *b, uint32_t done)
{
    unsigned kept = 0;
    for (unsigned k = 0; k < b->slices; k++)
        kept += done >> k & 1 && sweep_neighbours(b, k) & ~done;
    return kept;
}

/* Greedily from every first slice; the best of these orders. */
unsigned sweep_order(const struct mus_board *b, uint8_t order[MUS_POINTS])
{
    const uint32_t all = (uint32_t)(((uint64_t)1 << b->slices) - 1);
    unsigned best = ~0u;
    for (unsigned first = 0; first < b->slices; first++) {
        uint8_t mine[MUS_POINTS];
        uint32_t done = 0;
        unsigned most = 0;
        for (unsigned n = 0; done != all; n++) {
            unsigned choice = first, least = ~0u;
            for (unsigned k = 0; n > 0 && k < b->slices; k++)
                if (!(done >> k & 1) && kept_after(b, done | (uint32_t)1 << k) < least) {
                    least = kept_after(b, done | (uint32_t)1 << k);
                    choice = k;
                }
            unsigned before = kept_after(b, done);
            most = before > most ? before : most;
            mine[n] = (uint8_t)choice;
            done |= (uint32_t)1 << choice;
        }
        if (most < best) {
            best = most;
            memcpy(order, mine, sizeof mine);
        }
    }
    return b->slices + best + 1;
}
