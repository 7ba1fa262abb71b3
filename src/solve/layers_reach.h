/* SPDX-License-Identifier: MIT
 * Reachable positions of Gobblet; see layers_reach.c. */
#ifndef SOLVE_LAYERS_REACH_H
#define SOLVE_LAYERS_REACH_H

#include "solve/layers_state.h"

enum code layers_reach(const struct variant *v, struct run *run, uint64_t *positions,
                       uint64_t *unique, struct error *err);

#endif
