/* SPDX-License-Identifier: MIT
 * The kernels of the sweep as CUDA grids; see sweep_grid.h. */
extern "C" {
#include "gpu/sweep_grid.h"
}
#include "gpu/sweep_kernel.h"

extern "C" {
const struct sweep_grid sweep_cuda = SWEEP_GRID;
}
