/* SPDX-License-Identifier: MIT
 *
 * State of the layers engine and what its kernels work on; the idea is told in layers.c.
 *
 * A row holds one bit for every small layer, for one (class of large layer, medium
 * layer). The 16 symmetries (8 of the square, each with or without exchange of colours)
 * act on the small layers; bit o of lane e stands for symmetry e applied to the o-th
 * orbit representative. So a symmetry g permutes whole lanes: lane e of the turned row is
 * lane g*e of the row. A layer that some symmetries keep has several places, which always
 * hold the same bit. Bits without a layer are 0 in all planes.
 */
#ifndef SOLVE_LAYERS_STATE_H
#define SOLVE_LAYERS_STATE_H

#include "games/gobblet/layers.h"
#include "solve/engine.h"

enum {
    GROUP = 16,
    LANE_BITS = 128,
    ROW_BITS = GROUP * LANE_BITS,
    ROW_WORDS = ROW_BITS / 64,
    MASKS = GOB_ALL + 1,
    NO_LIFT = 0xffff
};

typedef uint64_t lane __attribute__((vector_size(16), may_alias));

struct row {
    lane lane[GROUP];
};

/* One step inside a layer: where it leads, and the layer while the piece is in the air
 * (NO_LIFT when it came from the hand or the lift does not matter). */
struct layer_step {
    uint16_t to, lifted;
};

/* All steps of all layers under all masks of blocked cells. */
struct step_table {
    uint32_t *start; /* MASKS * layers + 1 */
    struct layer_step *step;
};

/* Symmetry of the square and exchange of colours that bring the position after a step
 * into the frame of its slot. */
struct frame {
    uint32_t class_base; /* first row of the class */
    uint32_t symmetry;   /* of the group of 16 */
};

struct layers {
    const struct fast_tables *t;
    uint32_t layers, rows; /* rows = classes * layers */
    uint16_t act[GROUP][GOB_MAX_LAYERS];
    uint8_t product[GROUP][GROUP];
    uint16_t
        place[GOB_MAX_LAYERS];   /* the first place of a small layer, a bit of the row */
    uint16_t layer_at[ROW_BITS]; /* the layer of a place; layers: none */
    struct frame frame[GOB_MAX_LAYERS]; /* of a large layer with colours exchanged */
    struct row small_own[GOB_CELLS];    /* small layers with an own piece on the cell */
    struct row small_other[GOB_CELLS];
    struct row all;  /* places that have a layer */
    uint32_t *order; /* rows by mask of blocked cells for small pieces */
    uint32_t order_start[MASKS + 1];
};

/* A gathering pass: for every wanted row, ORs the source rows that its steps lead to. One
 * or two sources are gathered at once. */
struct gather {
    const struct layers *l;
    const struct step_table *steps;
    unsigned planes;
    const struct row *source[2];
    struct row *sum[2];
    const uint8_t *wanted; /* by row */
    bool judge_lifts;      /* leave out steps whose lift shows a line of ... */
    bool of_own; /* ... the side to move (un-moves), or else of the other side */
};

struct layers_kernel {
    const char *name;
    /* Steps of large and medium pieces, rows first .. end-1; overwrites sum. */
    void (*gather_upper)(const struct gather *g, uint32_t first, uint32_t end);
    /* Steps of small pieces, for entries first .. end-1 of l->order, which share the
     * mask; adds to sum. */
    void (*gather_small)(const struct gather *g, unsigned mask, uint32_t first,
                         uint32_t end);
};

/* The i-th kernel that this processor can run, fastest first; null past the end. */
const struct layers_kernel *layers_kernel(unsigned i);

/* Rows as words, for the parts that do not mind lanes. */
static inline uint64_t *row_words(struct row *row)
{
    return (uint64_t *)(void *)row;
}

static inline bool row_any(const struct row *row)
{
    lane any = row->lane[0];
    for (int e = 1; e < GROUP; e++)
        any |= row->lane[e];
    return (any[0] | any[1]) != 0;
}

/* Bits of the small layers with which a side shows a line, over the given upper layers.
 */
void layers_lines(const struct layers *l, uint32_t large, uint32_t medium, bool of_own,
                  struct row *out);

/* Splits the small layers of a row by how the game has ended: ended[enum ending]. */
void layers_judge(const struct layers *l, uint32_t row, struct row ended[4]);

/* Wants the live rows that have a fresh row (one that changed) among their sources. */
void layers_select(const struct layers *l, const struct step_table *steps,
                   const uint8_t *live, const uint8_t *fresh, uint8_t *wanted,
                   int threads);

/* The whole gathering pass, all rows. */
void layers_gather(const struct gather *g, const struct layers_kernel *kernel,
                   int threads);

enum code layers_make(const struct fast_tables *t, struct layers **out,
                      struct error *err);
void layers_free(struct layers *l);
/* Steps of the own side, or un-steps of the other side. */
enum code layers_steps(const struct layers *l, bool backwards, struct step_table *out,
                       struct error *err);
void layers_steps_free(struct step_table *steps);

#endif
