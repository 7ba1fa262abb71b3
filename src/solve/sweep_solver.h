/* SPDX-License-Identifier: MIT
 * The state of the sweep engine, shared by sweep.c (steps), sweep_codes.c (plies),
 * sweep_count.c (statistics) and sweep_save.c (checkpoint). */
#ifndef SOLVE_SWEEP_SOLVER_H
#define SOLVE_SWEEP_SOLVER_H

#include "solve/engine.h"
#include "solve/sweep_orbits.h"
#include "solve/sweep_state.h"

enum { SWEEP_MAPS = MUS_POINTS + 8, NO_SLICE = MUS_POINTS };

struct sweep_map {
    unsigned char *bits;
    uint8_t *changed; /* flags of blocks */
    unsigned slice;   /* whose fresh positions wait in it */
};

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
    struct sweep_map map[SWEEP_MAPS];
    unsigned char *won[MUS_POINTS]; /* by slice */
    uint8_t *changed[MUS_POINTS];   /* blocks of it, in the last step */
    uint8_t *won_full[MUS_POINTS];  /* blocks of it */
    struct sweep_men *lost_men[MUS_POINTS];
    uint32_t *mirror;
    uint64_t
        *fixed; /* lost positions that symmetries leave as they are, see sweep_count.c */
    uint64_t reserved;         /* of the budget, for what is not taken from it */
    struct sweep_count *count; /* by thread */
    unsigned char **packed;    /* by thread */

    bool changes_known; /* a step was done since start or checkpoint */
    unsigned steps;     /* done; step n wins in 2n+1 plies */
    uint64_t lost_sum[MUS_POINTS], won_sum[MUS_POINTS]; /* orbits times symmetries */
    struct sweep_orbits lost_orbits, won_orbits;
    uint64_t won_positions[HISTORY_STEPS]; /* in that step */
    struct history history;
    struct sweep_group group;
    enum code fault; /* of the history, in codes() */
    struct error fault_text;
};

enum code sweep_make_fixed(struct solver *s, struct error *err);
/* Adds what the threads have counted in blocks of a slice that changed, and those of these
 * positions that symmetries leave as they are: orbits times symmetries. */
void sweep_add_orbits(struct solver *s, unsigned slice, const struct sweep_map *map,
                      bool lost, uint64_t sum[MUS_POINTS]);
enum code sweep_subsets(const struct solver *s, struct subset_tally *out,
                        struct error *err);

void sweep_tally(const struct solver *s, struct tally *out);

void sweep_bytes(const struct solver *s, uint64_t first, uint64_t count, uint8_t *out);
void sweep_codes(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out);
/* The maps, from the history. */
enum code sweep_remake(struct solver *s, struct error *err);
enum code sweep_fault(const struct solver *s, struct error *err);

uint64_t sweep_save_bytes(const struct solver *s);
enum code sweep_save(struct solver *s, const char *path, struct error *err);
enum code sweep_resume(struct solver *s, const char *path, const char *scratch,
                       unsigned *plies, struct error *err);

#endif
