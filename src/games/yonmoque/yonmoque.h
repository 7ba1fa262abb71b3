/* SPDX-License-Identifier: MIT
 * What an engine made for Yonmoque sees of a variant. */
#ifndef GAMES_YONMOQUE_YONMOQUE_H
#define GAMES_YONMOQUE_YONMOQUE_H

#include "game/game.h"
#include "games/yonmoque/numbers.h"

/* Null for variants of other games. */
const struct yon_numbers *yon_numbers_of(const struct variant *v);

#endif
