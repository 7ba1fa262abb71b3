/* SPDX-License-Identifier: MIT
 *
 * Makes the kernels of colours_kernels.h: included once by each compiler.
 */
#ifndef GPU_COLOURS_KERNELS_LIST_H
#define GPU_COLOURS_KERNELS_LIST_H

#include "gpu/colours_kernel.h"
#include "gpu/colours_kernels.h"

KERNEL_SPREAD(link_whole, colours_link_whole, colours_args, KERNEL_THREADS)
KERNEL_SPREAD(link_part, colours_link_part, colours_args, KERNEL_THREADS)
KERNEL(place, colours_place_eight, colours_args)
WARP_KERNEL(begin, colours_begin, colours_args)
KERNEL_SPREAD(choose_part, colours_choose_part, colours_args, KERNEL_THREADS)
KERNEL_SPREAD(choose_whole, colours_choose_whole, colours_args, KERNEL_THREADS)
KERNEL_SPREAD(choose_again, colours_choose_again, colours_args, KERNEL_THREADS)
WARP_KERNEL(decide, colours_decide, colours_args)
WARP_KERNEL(commit, colours_commit, colours_args)

#define COLOURS_KERNELS                                                                  \
    {                                                                                    \
        link_whole, link_part, place, begin, choose_part, choose_whole, choose_again,    \
            gather, decide, commit                                                       \
    }

#endif
