/* SPDX-License-Identifier: MIT
 *
 * The kernels of the planes engine for GPUs.
 */
#include "gpu/planes_kernels_list.h"

enum { TILE_BLOCKS = 5 /* of a multiprocessor at a time */ };

template <enum planes_kind kind, unsigned log_width>
static __global__ void __launch_bounds__(PLANES_THREADS, TILE_BLOCKS)
    tile_grid(const __grid_constant__ struct planes_tile a)
{
    __shared__ uint32_t shared[PLANES_SHARED];
    struct planes_spot spot = planes_spot(&a, blockIdx.x);
    if (!__syncthreads_or(planes_fill(&a, kind, log_width, spot, threadIdx.x, shared)))
        return;
    planes_turn(&a, log_width, spot, threadIdx.x, shared);
    __syncthreads();
    planes_store(&a, log_width, spot, threadIdx.x, shared);
}

template <enum planes_kind kind>
static void tile_of_kind(const struct planes_tile &a, unsigned n)
{
    typedef void grid(const struct planes_tile);
    static grid *const by_width[] = {tile_grid<kind, 0>, tile_grid<kind, 1>,
                                     tile_grid<kind, 2>, tile_grid<kind, 3>,
                                     tile_grid<kind, 4>, tile_grid<kind, 5>};
    by_width[a.log_width]<<<n, PLANES_THREADS>>>(a);
}

static void tile(const void *args, uint64_t n)
{
    const struct planes_tile &a = *(const struct planes_tile *)args;
    if (n == 0)
        return;
    if (a.kind == PLANES_COPY)
        tile_of_kind<PLANES_COPY>(a, (unsigned)n);
    else if (a.kind == PLANES_MOVES)
        tile_of_kind<PLANES_MOVES>(a, (unsigned)n);
    else
        tile_of_kind<PLANES_PUSH>(a, (unsigned)n);
}

static __global__ void __launch_bounds__(PLANES_THREADS)
    update_grid(const __grid_constant__ struct planes_update a, uint32_t blocks)
{
    uint32_t counts[2] = {0, 0}, strip = blockIdx.x / blocks;
    uint64_t i = blockIdx.x % blocks * (uint64_t)PLANES_THREADS + threadIdx.x;
    __shared__ uint32_t sum[2];
    if (threadIdx.x < 2)
        sum[threadIdx.x] = 0;
    __syncthreads();
    if (i < (uint64_t)(a.none + a.live) << a.log_width)
        planes_update_word(&a, strip, i, counts);
    for (unsigned k = 0; k < 2; k++) {
        uint32_t warp = __reduce_add_sync(0xffffffff, counts[k]);
        if (threadIdx.x % 32 == 0 && warp)
            atomicAdd(&sum[k], warp);
    }
    __syncthreads();
    if (threadIdx.x < 2 && sum[threadIdx.x])
        atomicAdd((unsigned long long *)&a.count[threadIdx.x],
                  (unsigned long long)sum[threadIdx.x]);
}

static void update(const void *args, uint64_t n)
{
    const struct planes_update *a = (const struct planes_update *)args;
    if (n > 0)
        update_grid<<<(unsigned)n, PLANES_THREADS>>>(*a, (uint32_t)planes_blocks(a));
}

extern "C" const struct planes_kernels planes_kernels_cuda = PLANES_KERNELS;
