/* SPDX-License-Identifier: MIT
 *
 * Orbits of positions with one piece against many men, for all engines that count bits in
 * maps of men: the mean, over the symmetries, of the positions that each leaves as they are.
 */
#ifndef SOLVE_SWEEP_ORBITS_H
#define SOLVE_SWEEP_ORBITS_H

#include "games/musashi/board.h"
#include "solve/history.h"
#include "solve/tally.h"

/* Number of orbits that are decided after each step, by brown men. */
struct sweep_orbits {
    uint64_t with[HISTORY_STEPS][MUS_POINTS];
};

/* The positions of a slice that symmetry g, which keeps black's point, leaves as they are:
 * those whose men fill cycles of points. Gives the cycles as sets of index bits, and their
 * lengths; returns how many there are. */
unsigned sweep_cycles(const struct mus_board *b, unsigned slice, unsigned g,
                      uint64_t cycle[MUS_POINTS], unsigned men[MUS_POINTS]);

/* Statistics by men and side: wins in 2n+1 for brown, losses in 2n for black, and what is
 * left is black's. */
void sweep_orbit_subsets(const struct mus_board *b, unsigned steps,
                         const struct sweep_orbits *won, const struct sweep_orbits *lost,
                         struct subset_tally *out);

#endif
