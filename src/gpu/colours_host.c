/* SPDX-License-Identifier: MIT
 *
 * The kernels of the colours engine as loops, for tests where there is no GPU. What the
 * warps of a block do between two barriers is one loop over their work.
 */
#include "gpu/colours_kernels_list.h"

static void gather_part(const struct colours_args *a, uint64_t part)
{
    struct colours_block block;
    for (unsigned i = 0; i < a->empties; i++)
        colours_arrive(a, part, i, &block, &block.arrival[0]);
    for (unsigned i = 0; i < 2 * a->empties; i++)
        colours_depart(a, part, i % 2, i / 2, &block);
}

static void gather(const void *args, uint64_t n)
{
    const struct colours_args *a = args;
#pragma omp parallel for schedule(dynamic, 1)
    for (uint64_t part = 0; part < n; part++)
        if (a->active[part])
            gather_part(a, part);
}

const struct colours_kernels colours_kernels_host = COLOURS_KERNELS;
