/* SPDX-License-Identifier: MIT
 *
 * The checkpoint file: the codes of the part that is being solved in chunks, each with its
 * XXH3 sum, behind a header that names the game, the part and the number of complete
 * plies. Written to a temporary name and renamed, so that a kill at any moment leaves the
 * previous checkpoint intact.
 */
#ifndef SOLVE_CHECKPOINT_H
#define SOLVE_CHECKPOINT_H

#include "solve/engine.h"

/* How far a solve has come: within a part (slots first .. first+count-1), `plies` plies. */
struct checkpoint {
    unsigned part, plies;
    uint64_t first, count;
};

enum code checkpoint_save(const char *path, const struct variant *v,
                          const struct engine *engine, const struct solver *solver,
                          const struct checkpoint *at, struct error *err);

/* The place a checkpoint is at. CODE_NO_TABLE when there is none, CODE_DAMAGED when it
 * cannot be trusted. */
enum code checkpoint_look(const char *path, const struct variant *v,
                          struct checkpoint *at, struct error *err);
/* Gives its codes to the solver. */
enum code checkpoint_load(const char *path, const struct variant *v,
                          const struct engine *engine, struct solver *solver,
                          struct checkpoint *at, struct error *err);

#endif
