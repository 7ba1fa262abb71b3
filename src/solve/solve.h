/* SPDX-License-Identifier: MIT
 *
 * The driver: runs an engine's steps until nothing new is decided, saves a checkpoint now
 * and then, goes on from one when it finds it. The checkpoint holds the codes of all
 * slots and the number of complete plies; it does not depend on the engine or the number
 * of threads.
 */
#ifndef SOLVE_SOLVE_H
#define SOLVE_SOLVE_H

#include "solve/engine.h"

struct solve_options {
    const struct engine *engine;
    const char *checkpoint;  /* file name; null: none is read or written */
    const char *scratch;     /* a file for engines that need one; null: none */
    double checkpoint_every; /* seconds between checkpoints, at least ten times as long as
                                writing one takes */
};

struct solution {
    const struct engine *engine;
    struct solver *solver;
    unsigned plies;        /* steps completed */
    bool resumed;          /* a checkpoint was taken up ... */
    unsigned resumed_from; /* ... with this many plies done */
};

/* On CODE_INTERRUPTED the checkpoint has been written. On success the caller reads the
 * codes through solution->engine->codes and ends with solution_free; the checkpoint file,
 * if any, is left for the caller to remove once the result is safe. */
enum code solve_run(const struct variant *v, struct run *run,
                    const struct solve_options *options, struct solution *out,
                    struct error *err);
/* Writes the checkpoint of a finished solution (for interruptions while storing it). */
enum code solve_save(const struct variant *v, const struct solve_options *options,
                     const struct solution *solution, struct error *err);
void solution_free(struct solution *solution);

#endif
