/* SPDX-License-Identifier: MIT
 * A store that keeps all parts in memory, for solves that make no table; see solve.h. */
#ifndef SOLVE_STORE_H
#define SOLVE_STORE_H

#include "solve/solve.h"

struct memory_store;

enum code memory_store_make(const struct variant *v, struct run *run,
                            struct memory_store **out, struct error *err);
const struct store *memory_store(const struct memory_store *m);
void memory_store_free(struct memory_store *m);

#endif
