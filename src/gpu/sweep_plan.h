/* SPDX-License-Identifier: MIT
 * The moves of one slice, as the kernels of the sweep are given them. */
#ifndef GPU_SWEEP_PLAN_H
#define GPU_SWEEP_PLAN_H

#include "games/musashi/board.h"
#include "gpu/sweep_grid.h"

/* Fills in all but the pointers; slice_of[k] is the slice that exit k leads to. */
void sweep_black_plan(const struct mus_board *b, unsigned slice,
                      struct sweep_black_args *out, uint8_t slice_of[SWEEP_EXITS]);
void sweep_brown_plan(const struct mus_board *b, unsigned slice,
                      struct sweep_brown_args *out);

#endif
