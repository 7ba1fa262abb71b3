/* SPDX-License-Identifier: MIT
 * The state of the sweep engine, shared by sweep.c (steps), sweep_codes.c (plies),
 * sweep_count.c (statistics) and sweep_save.c (checkpoint). */
#ifndef SOLVE_SWEEP_SOLVER_H
#define SOLVE_SWEEP_SOLVER_H

#include "solve/engine.h"
#include "solve/sweep_orbits.h"
#include "solve/sweep_state.h"

enum { SWEEP_MAPS = MUS_POINTS + 8 };

/* The packed history of one group of pieces, all steps. */
struct sweep_group {
    pthread_rwlock_t lock;
    uint64_t number; /* UINT64_MAX: none */
    unsigned char *bytes;
    uint64_t room;
    uint64_t start[HISTORY_STEPS];
};

struct solver {
    const struct variant *v;
    const struct mus_board *board;
    struct run *run;
    const struct sweep_kernel *kernel;
    struct sweep_plan plans[MUS_POINTS];
    uint8_t order[MUS_POINTS];

    uint32_t blocks; /* of a slice */
    uint32_t piece_blocks, group_blocks;
    uint64_t map_bytes;
    unsigned maps;
    unsigned char *map[SWEEP_MAPS]; /* all there are */
    unsigned char *won[MUS_POINTS]; /* by slice; the others are free */
    unsigned char *lost;
    uint8_t *lost_full[MUS_POINTS], *won_full[MUS_POINTS];
    uint32_t *mirror;
    uint64_t reserved;         /* of the budget, for what is not taken from it */
    struct sweep_count *count; /* by thread */
    unsigned char **packed;    /* by thread */

    unsigned steps; /* done; step n wins in 2n+1 plies */
    struct sweep_orbits lost_orbits, won_orbits;
    struct history history;
    struct sweep_group group;
    enum code fault; /* of the history, in codes() */
    struct error fault_text;
};

/* Orbits with the bits set in a map of a slice, times the number of symmetries: adds to
 * sum the bits counted and those of positions that a symmetry leaves as they are. */
void sweep_add_orbits(const struct solver *s, unsigned slice, unsigned char *map,
                      uint64_t sum[MUS_POINTS]);
enum code sweep_subsets(const struct solver *s, struct subset_tally *out,
                        struct error *err);

void sweep_codes(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out);
enum code sweep_fault(const struct solver *s, struct error *err);

enum code sweep_save(struct solver *s, const char *path, struct error *err);
enum code sweep_resume(struct solver *s, const char *path, const char *scratch,
                       unsigned *plies, struct error *err);

#endif
