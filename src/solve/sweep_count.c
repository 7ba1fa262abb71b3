/* SPDX-License-Identifier: MIT
 *
 * Statistics of the sweep engine. Bits are counted by brown men while the maps are made;
 * orbits follow by the lemma that is not Burnside's: the mean, over the symmetries, of
 * the positions that each leaves as they are. Those have brown on whole cycles of points.
 */
#define _GNU_SOURCE
#include "solve/sweep_solver.h"

#include "games/musashi/count.h"

#include <stdlib.h>
#include <string.h>

static bool bit_at(unsigned char *map, uint64_t index)
{
    const unsigned char *block = sweep_block(map, (uint32_t)(index >> LOW_BITS));
    unsigned low = (unsigned)index & ((1u << LOW_BITS) - 1);
    return block[low / 8] >> low % 8 & 1;
}

/* What the threads have counted. */
static void add_counted(const struct solver *s, uint64_t sum[MUS_POINTS])
{
    for (int k = 0; k < s->run->threads; k++)
        for (unsigned high = 0; high <= MOST_HIGH_BITS; high++) {
            uint64_t ways = s->count[k].full[high]; /* sets of `low` of the low bits */
            for (unsigned low = 0; ways && low <= LOW_BITS; low++) {
                sum[high + low] += ways;
                ways = ways * (LOW_BITS - low) / (low + 1);
            }
            for (unsigned c = 0; c < LOW_CLASSES; c++)
                for (unsigned w = 0; w < BLOCK_WORDS; w++)
                    if (s->count[k].bits[high][c][w])
                        sum[high + c + (unsigned)__builtin_popcount(w)] +=
                            s->count[k].bits[high][c][w];
        }
}

unsigned sweep_cycles(const struct mus_board *b, unsigned slice, unsigned g,
                      uint64_t cycle[MUS_POINTS], unsigned men[MUS_POINTS])
{
    const unsigned p = b->black[slice];
    uint64_t seen = (uint64_t)1 << p;
    unsigned cycles = 0;
    for (unsigned a = 0; a < b->points; a++) {
        uint64_t set = 0;
        for (unsigned q = a; !(seen >> q & 1); q = b->image[g][q]) {
            set |= (uint64_t)1 << q;
            seen |= (uint64_t)1 << q;
        }
        if (set) {
            men[cycles] = (unsigned)__builtin_popcountll(set);
            cycle[cycles++] = mus_index(b, p, set);
        }
    }
    return cycles;
}

/* Positions of the slice that symmetry g leaves as they are. */
static void add_fixed(const struct solver *s, unsigned slice, unsigned g,
                      unsigned char *map, uint64_t sum[MUS_POINTS])
{
    uint64_t cycle[MUS_POINTS];
    unsigned men[MUS_POINTS], cycles = sweep_cycles(s->board, slice, g, cycle, men);
    uint64_t index = 0, n = 0;
    for (uint64_t i = 0;;) { /* Gray code: one cycle changes at a time */
        sum[n] += bit_at(map, index);
        if (++i >> cycles)
            break;
        unsigned k = (unsigned)__builtin_ctzll(i);
        n = index & cycle[k] ? n - men[k] : n + men[k];
        index ^= cycle[k];
    }
}

void sweep_add_orbits(const struct solver *s, unsigned slice, unsigned char *map,
                      uint64_t sum[MUS_POINTS])
{
    const struct mus_board *b = s->board;
    const unsigned p = b->black[slice];
    uint64_t part[MUS_POINTS + 8] = {0};
    add_counted(s, part);
    for (unsigned g = 1; g < b->symmetries; g++)
        if (b->image[g][p] == p)
            add_fixed(s, slice, g, map, part);
    for (unsigned n = 0; n < b->points; n++)
        sum[n] += part[n] * (b->on_axis[p] ? 1 : 2);
}

void sweep_orbit_subsets(const struct mus_board *b, unsigned steps,
                         const struct sweep_orbits *won, const struct sweep_orbits *lost,
                         struct subset_tally *out)
{
    struct mus_sizes unique;
    mus_sizes(b, b->symmetries, &unique);
    for (unsigned i = 0; i < out->subsets; i++) {
        const bool brown = i % 2; /* see subset() of the game */
        const struct sweep_orbits *orbits = brown ? won : lost;
        uint64_t before = 0;
        for (unsigned n = 0; n < steps; n++) {
            uint64_t now = orbits->with[n][i / 2];
            out->count[i][brown ? code_win(2 * n + 1) : code_loss(2 * n)] = now - before;
            before = now;
        }
        out->count[i][brown ? CODE_LOST : CODE_WON] = unique.with[i / 2] - before;
    }
}

enum code sweep_subsets(const struct solver *s, struct subset_tally *out,
                        struct error *err)
{
    (void)err;
    sweep_orbit_subsets(s->board, s->steps, &s->won_orbits, &s->lost_orbits, out);
    return CODE_OK;
}
