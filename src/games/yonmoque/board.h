/* SPDX-License-Identifier: MIT
 *
 * The boards and readings of Yonmoque by name. A name is made of parts joined by '-', in
 * this order, each optional:
 *   RxC      a board of R rows and C columns, cut from the middle of the full one
 *   N        N pieces for each player
 *   any      after a move every line on the board counts
 *   arrival  only lines through the arrival cell count
 *   bishop   slides cross cells of any colour
 *   five     also a placement that makes five loses
 */
#ifndef GAMES_YONMOQUE_BOARD_H
#define GAMES_YONMOQUE_BOARD_H

#include "base/error.h"
#include "games/yonmoque/rules.h"

enum code yon_board_make(const char *name, struct yon_board *out, struct error *err);
/* The image of a set of cells under symmetry g. */
uint32_t yon_image(const struct yon_board *b, unsigned g, uint32_t set);

#endif
