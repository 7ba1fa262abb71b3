/* SPDX-License-Identifier: MIT
 * The kernels of the per-position engine for one game, as loops; see retro_grid.h. */
#include "gpu/retro_kernel.h"

#define PASTE(a, b)  a##b
#define PASTE2(a, b) PASTE(a, b)

extern const struct retro_grid PASTE2(retro_host_, FAST_GAME);
const struct retro_grid PASTE2(retro_host_, FAST_GAME) = RETRO_GRID;
