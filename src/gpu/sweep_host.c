/* SPDX-License-Identifier: MIT
 * The kernels of the sweep as loops; see sweep_grid.h. */
#include "gpu/sweep_kernel.h"

const struct sweep_grid sweep_host = SWEEP_GRID;
