/* SPDX-License-Identifier: MIT
 *
 * The driver of a solve: steps an engine from ply 0 until nothing more can be decided,
 * saves a checkpoint now and then, takes up an earlier one, and stops when asked. A game
 * in parts is solved one part after the other, each going to a store when it is done.
 */
#ifndef SOLVE_SOLVE_H
#define SOLVE_SOLVE_H

#include "solve/engine.h"

/* Where the parts of a game go when they are solved: the table under construction, or
 * memory. */
struct store {
    void *context;
    unsigned (*parts)(void *context); /* how many are there: parts 0, 1, ... */
    /* The codes of a part, from the engine that has just solved it. */
    enum code (*put)(void *context, unsigned part, const struct engine *engine,
                     const struct solver *solver, struct error *err);
    /* Makes what was put durable; called before a checkpoint inside of a later part is
     * written. */
    enum code (*keep)(void *context, struct error *err);
    struct earlier earlier; /* reading */
};

struct solve_options {
    const struct engine *engine;
    const char *checkpoint;  /* file name; null: none is read or written */
    const char *scratch;     /* a file for engines that need one; null: none */
    double checkpoint_every; /* seconds between checkpoints, at least ten times as long as
                                writing one takes */
    const struct store *store; /* for parts; null: memory */
};

struct solution {
    const struct engine *engine;
    struct solver *solver; /* null: all parts are in the store */
    const struct store *store;
    struct memory_store *memory; /* the store, if none was given */
    unsigned part;               /* the one being solved */
    unsigned plies;              /* steps completed in it */
    bool resumed;                /* parts or a checkpoint were taken up ... */
    unsigned resumed_part;       /* ... with this many parts done */
    unsigned resumed_from;       /* and this many plies of the next */
};

/* Does this engine solve this game part by part? */
bool solve_by_parts(const struct variant *v, const struct engine *engine);

/* On CODE_INTERRUPTED the checkpoint has been written. On success the caller reads the
 * codes with solution_codes and ends with solution_free; the checkpoint file, if any, is
 * left for the caller to remove once the result is safe. */
enum code solve_run(const struct variant *v, struct run *run,
                    const struct solve_options *options, struct solution *out,
                    struct error *err);
/* Writes the checkpoint of a finished solution (for interruptions while storing it). */
enum code solve_save(const struct variant *v, const struct solve_options *options,
                     const struct solution *solution, struct error *err);

/* Codes of slots first .. first+count-1. Safe to call from several threads. */
enum code solution_codes(const struct solution *solution, uint64_t first, uint64_t count,
                         uint16_t *out, struct error *err);
void solution_free(struct solution *solution);

#endif
