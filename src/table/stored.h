/* SPDX-License-Identifier: MIT
 *
 * A table as an engine that has solved everything already, so that what is done with a
 * solution can be done with it: checksums of the game's own table; and the table of a game
 * whose positions all occur in a larger one, with the same values (`larger` in game.h), which
 * need not be solved where the table of that one is at hand: its entries are copied, and the
 * bytes are those that solving gives.
 */
#ifndef TABLE_STORED_H
#define TABLE_STORED_H

#include "solve/engine.h"

extern const struct engine stored_engine;

/* Opens the game's table in the folder. */
enum code stored_open(const struct variant *v, const char *directory, struct solver **out,
                      struct error *err);
/* Opens the larger game's. CODE_NO_TABLE: there is none in the folder, or no larger game. */
enum code stored_open_larger(const struct variant *v, const char *directory,
                             struct solver **out, struct error *err);
void stored_close(struct solver *s);

#endif
