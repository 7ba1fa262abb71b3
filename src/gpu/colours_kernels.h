/* SPDX-License-Identifier: MIT
 *
 * The kernels of the colours engine as one list: made of the bodies in colours_kernel.h by
 * nvcc for GPUs (colours_cuda.cu) and by the C compiler (colours_host.c).
 */
#ifndef GPU_COLOURS_KERNELS_H
#define GPU_COLOURS_KERNELS_H

#include "gpu/kernel.h"

struct colours_kernels {
    kernel *link_whole, *link_part;
    kernel *place, *begin;
    kernel *choose_part, *choose_whole, *choose_again;
    kernel *gather, *decide, *commit;
};

#ifdef __cplusplus
extern "C" {
#endif
extern const struct colours_kernels colours_kernels_host;
extern const struct colours_kernels colours_kernels_cuda; /* only in builds with CUDA */
#ifdef __cplusplus
}
#endif

#endif
