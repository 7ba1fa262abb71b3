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
    RETRO_RANGES = 65 /* a part and those that it needs */
};

/* The counters of a->count. */
enum {
    RETRO_DECIDED, /* in this ply */
    RETRO_WITHIN   /* open positions with successors in the part, or that may have some */
};

/* Codes of slots first .. end-1 on the device. */
struct retro_range {
    uint64_t first, end;
    uint16_t *code; /* of `first` */
};

/* All pointers are the device's. */
struct retro_args {
    uint64_t *count;
    const void *tables;
    uint32_t *candidate; /* one bit per slot of the part */
    uint32_t *list;      /* slots to work on, less `from` */
    uint32_t *listed;
    uint64_t from; /* slot of item 0; a multiple of 32 slots behind the part's first */
    uint32_t plies;
    uint32_t ranges;
    struct retro_range range[RETRO_RANGES]; /* the part's comes first */
};

struct retro_grid {
    size_t tables_bytes;
    /* Memory that the tables point into, piece by piece (0 bytes past the last), and moving
     * the pointers to a copy. */
    const void *(*attached)(const void *tables, unsigned i, uint64_t *bytes);
    void (*attach)(void *tables, unsigned i, const void *memory);
    kernel *prepare, *find_decided, *expand;
    kernel *find_candidates; /* items are words of 32 slots */
    kernel *test, *count, *close;
};

#endif
