/* SPDX-License-Identifier: MIT
 * Notation and picture of Yonmoque, and the page of rules. */
#ifndef GAMES_YONMOQUE_TEXT_H
#define GAMES_YONMOQUE_TEXT_H

#include "game/game.h"
#include "game/notation.h"
#include "games/yonmoque/rules.h"

extern const char yon_rules_page[];

enum code yon_parse(const struct yon_board *b, const struct cursor *at,
                    struct yon_state *out, struct error *err);
void yon_print(const struct yon_board *b, const struct yon_state *s, char out[GAME_TEXT]);
void yon_draw(const struct yon_board *b, const struct yon_state *s, bool color,
              char out[GAME_PICTURE]);

#endif
