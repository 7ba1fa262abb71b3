/* SPDX-License-Identifier: MIT
 *
 * The checkpoint file: the codes of all slots in chunks, each with its XXH3 sum, behind a
 * header that names the game and the number of complete plies. Written to a temporary
 * name and renamed, so that a kill at any moment leaves the previous checkpoint intact.
 */
#ifndef SOLVE_CHECKPOINT_H
#define SOLVE_CHECKPOINT_H

#include "solve/engine.h"

enum code checkpoint_save(const char *path, const struct variant *v,
                          const struct engine *engine, const struct solver *solver,
                          unsigned plies, struct error *err);

/* CODE_NO_TABLE when there is none, CODE_DAMAGED when it cannot be trusted. */
enum code checkpoint_load(const char *path, const struct variant *v,
                          const struct engine *engine, struct solver *solver,
                          unsigned *plies, struct error *err);

#endif
