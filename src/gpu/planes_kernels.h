/* SPDX-License-Identifier: MIT
 *
 * The kernels of the planes engine as one list: made of the bodies in planes_tables.h and
 * planes_sweep.h by nvcc for GPUs (planes_cuda.cu) and by the C compiler (planes_host.c).
 */
#ifndef GPU_PLANES_KERNELS_H
#define GPU_PLANES_KERNELS_H

#include "gpu/planes_sweep.h"

struct planes_kernels {
    kernel *add_chunk, *spread_chunk;
    kernel *mark_live, *mark_column, *place_column;
    kernel *describe_column, *describe_row, *describe_threat;
    kernel *count_list, *fill_list;
    kernel *begin_word, *lose_shared;
    kernel *code;
    kernel *tile;   /* items are tiles */
    kernel *update; /* items are blocks: those of the first strip, of the second ... */
};

/* Blocks of PLANES_THREADS words of a strip. */
FAST uint64_t planes_blocks(const struct planes_update *a)
{
    uint64_t words = (uint64_t)(a->none + a->live) << a->log_width;
    return (words + PLANES_THREADS - 1) / PLANES_THREADS;
}

#ifdef __cplusplus
extern "C" {
#endif
extern const struct planes_kernels planes_kernels_host;
extern const struct planes_kernels planes_kernels_cuda; /* only in builds with CUDA */
#ifdef __cplusplus
}
#endif

#endif
