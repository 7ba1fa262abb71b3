/* SPDX-License-Identifier: MIT
 *
 * Makes the kernels of planes_kernels.h: included once by each compiler.
 */
#ifndef GPU_PLANES_KERNELS_LIST_H
#define GPU_PLANES_KERNELS_LIST_H

#include "gpu/planes_kernels.h"

KERNEL(add_chunk, planes_add_chunk, planes_scan)
KERNEL(spread_chunk, planes_spread_chunk, planes_scan)
KERNEL(mark_live, planes_mark_live, planes_tables)
KERNEL(mark_column, planes_mark_column, planes_tables)
KERNEL(place_column, planes_place_column, planes_tables)
KERNEL(describe_column, planes_describe_column, planes_tables)
KERNEL(describe_row, planes_describe_row, planes_tables)
KERNEL(describe_threat, planes_describe_threat, planes_tables)
KERNEL(count_list, planes_count_list, planes_tables)
KERNEL(fill_list, planes_fill_list, planes_tables)
KERNEL(begin_word, planes_begin_word, planes_begin)
KERNEL(lose_shared, planes_lose_shared, planes_begin)
KERNEL(code, planes_code, planes_codes)

#define PLANES_KERNELS                                                                   \
    {                                                                                    \
        add_chunk, spread_chunk, mark_live, mark_column, place_column, describe_column,  \
            describe_row, describe_threat, count_list, fill_list, begin_word,            \
            lose_shared, code, tile, update                                              \
    }

#endif
