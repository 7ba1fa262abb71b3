/* SPDX-License-Identifier: MIT
 * The state of the matrix engine, shared by matrix.c (engine), matrix_planes.c (memory and
 * first values), matrix_step.c and matrix_middle.c (steps), matrix_codes.c (plies), matrix_count.c (statistics)
 * and matrix_save.c (checkpoint). */
#ifndef SOLVE_MATRIX_SOLVER_H
#define SOLVE_MATRIX_SOLVER_H

#include "solve/engine.h"
#include "solve/history.h"
#include "solve/matrix_state.h"

enum { MATRIX_PLIES = HISTORY_MOST, MATRIX_SUBSETS = 3 };
enum { MATRIX_QUIET, MATRIX_THREAT, MATRIX_GOAL }; /* subsets of the game */

/* A thread's working space. */
struct matrix_worker {
    uint8_t *tile;            /* lines of a tile, MATRIX_GROUP or five of them */
    struct matrix_columns at; /* columns of a strip */
    /* Those of the strips on the other side, mirrored or not: many tiles share them. */
    struct matrix_columns other[2][MATRIX_GROUP];
    unsigned others[2][MATRIX_GROUP];
    const uint8_t *line[MATRIX_TILE];
    uint16_t list[MATRIX_TILE];
    struct matrix_part part;
    uint8_t *packed[2]; /* records of a unit, of two strips */
    /* The unit whose codes were asked for last. */
    uint64_t unit;
    uint8_t *codes, *open, *record;
    uint64_t record_room;
};

struct matrix_work {
    uint8_t *source, *inside, *to_b, *from_b[2];
    uint8_t *wanted; /* tiles of from_b that the next class will need */
    uint8_t *needed; /* strips of source that will be looked at */
    uint64_t source_bytes, to_b_bytes, from_b_bytes, wanted_bytes;
    uint64_t open_bytes, open_less_bytes, strips; /* of a thread */
};

struct solver {
    const struct variant *v;
    struct run *run;
    const struct matrix_kernel *kernel;
    struct matrix_board board;
    struct matrix_work work;
    struct matrix_worker *worker; /* by thread */
    uint64_t packed_bytes;
    uint64_t outside;                  /* kept free in the budget */
    unsigned plies;                    /* done */
    uint64_t decided[MATRIX_PLIES][2]; /* positions of P: quiet, loud rows */
    uint64_t units;
    bool recording; /* codes will be asked for */
    uint64_t initial_slot;
    uint16_t initial_code; /* the only one that is known without a history */
    struct history history;
    pthread_mutex_t lock;
    enum code fault; /* of the history, in codes() */
    struct error fault_text;
};

/* Bytes that the planes and the working space take. */
uint64_t matrix_plane_bytes(const struct matrix_board *b);
enum code matrix_make_planes(struct solver *s, struct error *err);
void matrix_free_planes(struct solver *s);
/* Black to move without a move; padding. */
enum code matrix_first_values(struct solver *s, struct error *err);
/* Only the masks of the columns, when the planes are read from a checkpoint. */
enum code matrix_first_masks(struct solver *s, struct error *err);
/* After ply 2: the common row of threats that cannot be answered is lost. */
void matrix_lose_rest(struct solver *s);

/* Bytes of `open` and `open_less` of a class. */
uint64_t matrix_open_bytes(const struct matrix_board *b, const struct matrix_class *k);
uint64_t matrix_open_less_bytes(const struct matrix_board *b,
                                const struct matrix_class *k);

/* Ends a unit's record; nothing is kept of one in which nothing is new. */
enum code matrix_keep_record(struct solver *s, unsigned plies, uint64_t unit,
                             struct matrix_record *out, const uint8_t *begin,
                             struct error *err);
/* Places of the bits set among the first n. */
unsigned matrix_list_bits(const uint8_t *bits, unsigned n, uint16_t *list);
/* Fills job's source and inside on an odd number of rows. */
void matrix_transpose_middle(struct solver *s, const struct matrix_job *job);
/* Did the last even (0) or odd (1) ply decide something that this is made from? */
bool matrix_middle_news(const struct solver *s, const struct matrix_class *k,
                        unsigned last);
/* All positions of distance `plies`. */
enum code matrix_step(struct solver *s, unsigned plies, struct error *err);

/* Notes the code of the initial position when it is decided. */
void matrix_watch_initial(struct solver *s, unsigned plies);
void matrix_codes(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out);
enum code matrix_fault(const struct solver *s, struct error *err);
enum code matrix_subsets(const struct solver *s, struct subset_tally *out,
                         struct error *err);

enum code matrix_save(struct solver *s, const char *path, struct error *err);
enum code matrix_resume(struct solver *s, const char *path, const char *scratch,
                        unsigned *plies, struct error *err);

static inline uint64_t matrix_plane(const struct matrix_class *k)
{
    return (uint64_t)k->strips * k->rows * k->width;
}

/* The class with one black piece less or more in A; null if there is none. */
static inline struct matrix_class *matrix_less(struct solver *s,
                                               const struct matrix_class *k)
{
    return k->k % HALF_SIDE ? &s->board.class[k->k - 1] : NULL;
}

static inline struct matrix_class *matrix_more(struct solver *s,
                                               const struct matrix_class *k)
{
    return k->k % HALF_SIDE < s->board.halves->columns ? &s->board.class[k->k + 1] : NULL;
}

static inline struct matrix_class *matrix_partner(struct solver *s,
                                                  const struct matrix_class *k)
{
    return &s->board.class[k->partner];
}

#endif
