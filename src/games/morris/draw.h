/* SPDX-License-Identifier: MIT
 * The board of N men's morris as people see it. */
#ifndef GAMES_MORRIS_DRAW_H
#define GAMES_MORRIS_DRAW_H

#include "games/morris/rules.h"

void morris_draw(const struct morris_board *b, const struct morris_position *p,
                 bool color, char out[GAME_PICTURE]);

#endif
