/* SPDX-License-Identifier: MIT
 *
 * What the files of the colours engine share: one layer of Yonmoque while it is solved.
 *
 * A *whole* is a class of occupied sets with as many cells as there are men on the board,
 * a *part* a class of sets with one cell less. Each whole has, for either side to move, a
 * vector with one bit for every colouring (index_bits.h), in which the bits of the index
 * are the cells of the smallest set of the class, in order.
 *
 * A move takes a man from one cell to another and leaves the rest, the part, where it is.
 * So for a part and each empty cell as the place of the mover there is a vector over the
 * colourings of the part, and
 *   gather   arrivals: the vector of the whole that the part and the arrival cell make,
 *            mover's bit fixed, men turned along the rays; departures: the OR of the
 *            arrivals that can be reached
 *   decide   the departures of all men of a whole, put together, against what is open
 * Turning depends on the part and the arrival cell alone, not on where the man came from;
 * that is why arrivals are made once and used for all departures.
 */
#ifndef SOLVE_COLOURS_STATE_H
#define SOLVE_COLOURS_STATE_H

#include "base/run.h"
#include "solve/colours_sets.h"

/* Which distances placements give to the positions of a whole: a bit for each. */
struct colours_events {
    uint64_t win[2], loss[2];
};

struct colours_layer {
    const struct yon_numbers *n;
    uint8_t hand[2];
    unsigned men, empties; /* empties: cells outside a part */
    unsigned whole_words, part_words;
    uint32_t wholes, parts;
    uint32_t *part_of;  /* whole, man: colours_sets.h */
    uint32_t *whole_of; /* part, empty cell */
    /* By side to move. */
    uint8_t *codes[2]; /* 2^men of each whole; before it is decided, an open position
                             has the code that its placements give it */
    uint64_t *won[2];  /* decided before the current ply */
    uint64_t *lost[2];
    uint64_t *allowed[2]; /* all placements lose by now; null: there are none */
    struct colours_events *events[2]; /* null likewise */
    uint64_t *gathered[2];            /* departures: part, empty cell */
    uint8_t *live[2];                 /* whole has open positions */
    uint8_t *fresh[2];  /* 1 << kind that profits: decided in the last ply */
    uint8_t *news[2];   /* the same for the current ply */
    uint8_t *wanted[2]; /* of the current kind */
    uint8_t *active;    /* part: 1 << side to move whose departures are wanted */
};

struct colours_kernel {
    const char *name;
    /* Departures of parts first .. end-1, as far as they are active. */
    void (*gather)(const struct colours_layer *l, enum colours_kind kind, unsigned plies,
                   uint32_t first, uint32_t end);
    /* Decides wholes first .. end-1 as far as they are wanted: writes codes and news. */
    uint64_t (*decide)(const struct colours_layer *l, enum colours_kind kind,
                       unsigned plies, uint32_t first, uint32_t end);
    /* Takes the news over into won and lost. */
    void (*commit)(const struct colours_layer *l, unsigned plies, uint32_t first,
                   uint32_t end);
};

/* The i-th kernel that this processor can run, fastest first; null past the end. */
const struct colours_kernel *colours_kernel(unsigned i);

/* Bytes that a layer takes while it is solved, and for a moment before that: the codes of
 * the layers that placements lead to. */
uint64_t colours_layer_bytes(const struct yon_numbers *n, const struct yon_layer *layer);

enum code colours_layer_take(struct colours_layer *l, const struct yon_numbers *n,
                             const struct yon_layer *layer, struct run *run,
                             struct error *err);
void colours_layer_give(struct colours_layer *l, struct run *run);

/* Before the first ply. after[side]: codes of the layer that a placement by `side` leads
 * to, with the other side to move; null if the hand is empty. Positions without a ply are
 * lost at once. */
void colours_layer_begin(struct colours_layer *l, const uint8_t *const after[2],
                         int threads);
/* Goes on before ply `plies`, when colours_layer_begin was called and then codes of some
 * positions were written over. */
void colours_layer_restore(struct colours_layer *l, unsigned plies, int threads);
/* Decides the positions of distance `plies`, from 1 on; *found is how many there are. False
 * if the run was stopped: then the ply is not done, and may be done again. */
bool colours_layer_ply(struct colours_layer *l, const struct colours_kernel *kernel,
                       unsigned plies, const struct run *run, uint64_t *found);
/* The last ply at which a placement has a say. */
unsigned colours_layer_last_event(const struct colours_layer *l);

/* Gives positions of wholes first .. end-1 the codes that their placements alone make, and
 * notes the events. */
void colours_place(const struct colours_layer *l, unsigned side, const uint8_t *after,
                   uint32_t first, uint32_t end);

#endif
