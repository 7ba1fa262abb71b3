/* SPDX-License-Identifier: MIT
 * Notation and picture of NOCCAxNOCCA; the position struct they are about. */
#ifndef GAMES_NOCCA_TEXT_H
#define GAMES_NOCCA_TEXT_H

#include "game/game.h"
#include "game/notation.h"
#include "games/nocca/rules.h"

/* As it lies on the table: not flipped for white. */
struct nocca_position {
    struct nocca_board board;
    uint8_t white_moves;
};

enum code nocca_parse(const struct nocca_shape *s, const struct cursor *at,
                      struct nocca_position *out, struct error *err);
void nocca_print(const struct nocca_shape *s, const struct nocca_position *p,
                 char out[GAME_TEXT]);
void nocca_draw(const struct nocca_shape *s, const struct nocca_position *p, bool color,
                char out[GAME_PICTURE]);

/* Pieces of a colour, and on top of a stack. */
unsigned nocca_pieces(const struct nocca_shape *s, const struct nocca_board *b,
                      bool white);

#endif
