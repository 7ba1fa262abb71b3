/* SPDX-License-Identifier: MIT
 * The list of games, and opening one by the name users write. */
#ifndef GAMES_REGISTRY_H
#define GAMES_REGISTRY_H

#include "game/game.h"

/* The i-th game, null past the end. */
const struct game *registry_game(unsigned i);

/* Opens "gobblet" or "gobblet:lift-loses". CODE_USAGE names what is there instead. */
enum code registry_open(const char *name, struct variant *out, struct error *err);
void registry_close(struct variant *v);

#endif
