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

/* Cycles inside of blocks come first; returns how many they are. */
static unsigned inner_first(unsigned cycles, uint64_t *cycle, unsigned *men)
{
    unsigned inner = 0;
    for (unsigned k = 0; k < cycles; k++)
        if (cycle[k] >> LOW_BITS == 0) {
            uint64_t set = cycle[k];
            unsigned n = men[k];
            cycle[k] = cycle[inner];
            men[k] = men[inner];
            cycle[inner] = set;
            men[inner++] = n;
        }
    return inner;
}

static unsigned cycles_of(const struct solver *s, unsigned slice, unsigned g)
{
    uint64_t cycle[MUS_POINTS];
    unsigned men[MUS_POINTS];
    return s->board->image[g][s->board->black[slice]] == s->board->black[slice]
               ? sweep_cycles(s->board, slice, g, cycle, men)
               : 0;
}

/* Place of the bits of a slice and symmetry in `fixed`, in words; one past the last is
 * where all end. */
static uint64_t fixed_at(const struct solver *s, unsigned slice, unsigned g)
{
    uint64_t words = 0;
    for (unsigned k = 0; k <= slice; k++)
        for (unsigned h = 1; h < (k < slice ? s->board->symmetries : g); h++)
            words += ((uint64_t)1 << cycles_of(s, k, h)) / 64 + 1;
    return words;
}

enum code sweep_make_fixed(struct solver *s, struct error *err)
{
    return mem_small(fixed_at(s, s->board->slices - 1, s->board->symmetries),
                     sizeof *s->fixed, &s->fixed, err);
}

/* Positions of the slice that symmetry g leaves as they are. What is lost is compared with
 * what was. */
static void add_fixed(struct solver *s, unsigned slice, unsigned g,
                      const struct sweep_map *map, bool lost, uint64_t sum[MUS_POINTS])
{
    uint64_t cycle[MUS_POINTS], *before = s->fixed + fixed_at(s, slice, g);
    unsigned men[MUS_POINTS], cycles = sweep_cycles(s->board, slice, g, cycle, men);
    const unsigned inner = inner_first(cycles, cycle, men);
    uint64_t index = 0, n = 0;
    for (uint64_t i = 0;;) { /* Gray code: one cycle changes at a time */
        if (!map->changed[index >> LOW_BITS]) {
            i |= ((uint64_t)1 << inner) - 1; /* the rest of the block */
            /* The Gray code of 2^inner - 1 has the last inner cycle only. */
            if (inner) {
                index ^= cycle[inner - 1];
                n = index & cycle[inner - 1] ? n + men[inner - 1] : n - men[inner - 1];
            }
        } else if (bit_at(map->bits, index) && !(lost && before[i / 64] >> i % 64 & 1)) {
            sum[n]++;
            if (lost)
                before[i / 64] |= (uint64_t)1 << i % 64;
        }
        if (++i >> cycles)
            break;
        unsigned k = (unsigned)__builtin_ctzll(i);
        n = index & cycle[k] ? n - men[k] : n + men[k];
        index ^= cycle[k];
    }
}

void sweep_add_orbits(struct solver *s, unsigned slice, const struct sweep_map *map,
                      bool lost, uint64_t sum[MUS_POINTS])
{
    const struct mus_board *b = s->board;
    const unsigned p = b->black[slice];
    uint64_t part[MUS_POINTS] = {0};
    for (int k = 0; k < s->run->threads; k++)
        for (unsigned i = 0; i < 8 * b->points; i++) {
            const uint64_t bits = s->count[k].lane[i / 8][i % 8];
            if (bits)
                part[i / 8 + (unsigned)__builtin_popcount(i % 8)] += bits;
            if (!lost)
                s->won_positions[s->steps] += bits * (b->on_axis[p] ? 1 : 2);
        }
    for (unsigned g = 1; g < b->symmetries; g++)
        if (b->image[g][p] == p)
            add_fixed(s, slice, g, map, lost, part);
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

/* Positions with brown to move: those that tables hold. */
void sweep_tally(const struct solver *s, struct tally *out)
{
    memset(out, 0, sizeof *out);
    out->positions[CODE_DRAWN] = s->v->positions / 2;
    for (unsigned n = 0; n < s->steps; n++) {
        out->positions[code_win(2 * n + 1)] = s->won_positions[n];
        out->positions[CODE_DRAWN] -= s->won_positions[n];
    }
}
