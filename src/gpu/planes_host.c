/* SPDX-License-Identifier: MIT
 *
 * The kernels of the planes engine as loops, for tests where there is no GPU. What the
 * threads of a block do between two barriers is one loop over them.
 */
#include "gpu/planes_kernels_list.h"

static void tile_block(const struct planes_tile *a, uint64_t tile)
{
    uint32_t shared[PLANES_SHARED];
    struct planes_spot spot = planes_spot(a, tile);
    int any = 0;
    for (uint32_t t = 0; t < PLANES_THREADS; t++)
        any |= planes_fill(a, a->kind, a->log_width, spot, t, shared);
    if (!any)
        return;
    for (uint32_t t = 0; t < PLANES_THREADS; t++)
        planes_turn(a, a->log_width, spot, t, shared);
    for (uint32_t t = 0; t < PLANES_THREADS; t++)
        planes_store(a, a->log_width, spot, t, shared);
}

static void tile(const void *args, uint64_t n)
{
#pragma omp parallel for schedule(dynamic, 1)
    for (uint64_t i = 0; i < n; i++)
        tile_block(args, i);
}

static void update_block(const struct planes_update *a, uint64_t block)
{
    uint64_t blocks = planes_blocks(a), words = (uint64_t)(a->none + a->live)
                                                << a->log_width;
    uint32_t counts[2] = {0, 0};
    for (uint64_t i = block % blocks * PLANES_THREADS, t = 0; t < PLANES_THREADS;
         t++, i++)
        if (i < words)
            planes_update_word(a, (uint32_t)(block / blocks), i, counts);
    for (unsigned k = 0; k < 2; k++)
        __atomic_fetch_add(&a->count[k], counts[k], __ATOMIC_RELAXED);
}

static void update(const void *args, uint64_t n)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (uint64_t i = 0; i < n; i++)
        update_block(args, i);
}

const struct planes_kernels planes_kernels_host = PLANES_KERNELS;
