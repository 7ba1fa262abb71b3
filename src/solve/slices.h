/* SPDX-License-Identifier: MIT
 *
 * The local conditions (local.h) of a game of one piece against many men, for whole tables:
 * every value and number of plies is derived again from what is stored for its successors.
 * Nothing is shared with the sweep engine but the board: no bit maps, no steps, no history.
 *
 * A slice is an array with one byte per set of men for one place of black. With w[q] the
 * number of brown's moves to the win, brown to move (255: black wins), the conditions are
 *     lost[p][x] = max over black's exits q of w[q], men taken; 0 if there is none
 *     w[p][x]    = 1 + min over brown's moves of lost[p]; 255 if there is none
 * so one pass of byte minima and maxima over each slice decides, whatever the distances.
 */
#ifndef SOLVE_SLICES_H
#define SOLVE_SLICES_H

#include "games/musashi/board.h"
#include "solve/local.h"
#include "solve/tally.h"

enum {
    SLICE_LOW = 11, /* index bits inside of a block */
    SLICE_BLOCK = 1 << SLICE_LOW,
    SLICE_EXITS = 8,
    SLICE_MOVES = 80,
    SLICE_STAYS = 255, /* in place of a bit: the index stays as it is */
    SLICE_NEVER = 255  /* moves to the win */
};

/* Index bits: `to` must be clear, and `from` moves there. */
struct slice_exit {
    const uint8_t *slice;
    uint8_t from, to;
};

struct slice_job {
    uint8_t *lost;
    bool more; /* lost has the maximum over other exits */
    unsigned exits, moves;
    struct slice_exit exit[SLICE_EXITS];
    uint8_t move[SLICE_MOVES][2]; /* the lower bit first */
};

/* Kernels (per_isa/slices_kernel.c); blocks are numbered in a slice. */
struct slices_kernel {
    const char *name;
    /* What black finds in a slice where both index bits, the lower first, are men that it
     * takes. */
    void (*take_pair)(uint8_t *slice, const uint8_t pair[2], uint64_t first,
                      uint64_t end);
    /* Maxima over black's exits. */
    void (*exits)(const struct slice_job *job, uint64_t first, uint64_t end);
    /* Minima over brown's moves, for one block. */
    void (*moves)(const struct slice_job *job, uint64_t block, uint8_t *out);
};

/* The kernels that this processor can run, best first; null after the last. */
const struct slices_kernel *slices_kernel(unsigned i);

/* The stored codes, by all threads. */
typedef enum code slices_read(void *context, uint64_t first, uint64_t count, uint8_t *out,
                              struct error *err);

struct slices_report {
    uint64_t errors; /* positions whose code is not the derived one */
    uint64_t slot;   /* the first of them */
    uint8_t stored, derived;
    struct tally tally;          /* of the stored codes */
    struct subset_tally subsets; /* of both sides, in orbits; made by the caller */
};

/* Is it a game of this kind, with slices of whole blocks? */
bool slices_suit(const struct variant *v);
/* CODE_RESOURCES: there is no memory for two slices. */
enum code slices_check(const struct variant *v, struct run *run,
                       const struct slices_kernel *kernel, slices_read *read,
                       void *context, struct slices_report *report, struct error *err);

#endif
