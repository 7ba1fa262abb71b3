/* SPDX-License-Identifier: MIT
 *
 * The kernels of the per-position engine for one game and one kind of device. They are made
 * per game (per_game/retro_host.c, per_game/retro_cuda.cu) from retro_kernel.h and called by
 * retro.c.
 */
#ifndef GPU_RETRO_GRID_H
#define GPU_RETRO_GRID_H

#include "gpu/kernel.h"

#include <stddef.h>

enum {
    RETRO_OPEN = 0,
    RETRO_RULE_DRAW = 255 /* ended as a draw; stored as CODE_DRAWN */
};

/* All pointers are the device's. */
struct retro_args {
    uint64_t *count;
    const void *tables;
    uint8_t *code;
    uint32_t *candidate; /* one bit per slot */
    uint32_t *list;      /* slots to work on, less `first` */
    uint32_t *listed;
    uint64_t first; /* slot of item 0; a multiple of 32 */
    uint32_t plies;
};

struct retro_grid {
    size_t tables_bytes;
    int (*judges_moves)(const void *tables);
    /* Memory that the tables point into, if any, and moving the pointers to a copy of it. */
    const void *(*attached)(const void *tables, uint64_t *bytes);
    void (*attach)(void *tables, const void *memory);
    kernel *judge, *restore, *judge_moves, *find_decided, *expand;
    kernel *find_candidates; /* items are words of 32 slots */
    kernel *test, *count;
};

#endif
