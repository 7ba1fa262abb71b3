/* SPDX-License-Identifier: MIT
 *
 * A game whose positions all occur in another one, with the same values, need not be solved
 * where the table of that one is at hand (`larger` in game.h): its entries are copied. As an
 * engine that has solved everything already it fills a table like any other, so the bytes
 * are those that solving gives.
 */
#ifndef TABLE_LARGER_H
#define TABLE_LARGER_H

#include "solve/engine.h"

extern const struct engine larger_engine;

/* Opens the larger table. CODE_NO_TABLE: there is none in the folder, or no larger game. */
enum code larger_open(const struct variant *v, const char *directory, struct solver **out,
                      struct error *err);
void larger_close(struct solver *s);

#endif
