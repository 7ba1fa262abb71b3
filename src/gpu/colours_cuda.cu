/* SPDX-License-Identifier: MIT
 *
 * The kernels of the colours engine for GPUs.
 */
#include "gpu/colours_kernels_list.h"

static __device__ void gather_part(const struct colours_args *a, uint64_t part,
                                   struct colours_block *block)
{
    const unsigned warp = threadIdx.x / LANES_WARP;
    for (unsigned i = warp; i < a->empties; i += LANES_WARPS)
        colours_arrive(a, part, i, block, &block->arrival[warp]);
    __syncthreads();
    for (unsigned i = warp; i < 2 * a->empties; i += LANES_WARPS)
        colours_depart(a, part, i % 2, i / 2, block);
    __syncthreads();
}

static __global__ void __launch_bounds__(KERNEL_THREADS)
    gather_grid(const __grid_constant__ struct colours_args a, uint64_t n)
{
    __shared__ struct colours_block block;
    uint64_t first = blockIdx.x * (uint64_t)COLOURS_PARTS;
    uint64_t end = first + COLOURS_PARTS < n ? first + COLOURS_PARTS : n;
    for (uint64_t part = first; part < end; part++)
        if (a.active[part])
            gather_part(&a, part, &block);
}

static void gather(const void *args, uint64_t n)
{
    const struct colours_args *a = (const struct colours_args *)args;
    if (n > 0)
        gather_grid<<<(unsigned)((n + COLOURS_PARTS - 1) / COLOURS_PARTS),
                      KERNEL_THREADS>>>(*a, n);
}

extern "C" const struct colours_kernels colours_kernels_cuda = COLOURS_KERNELS;
