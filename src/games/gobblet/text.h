/* SPDX-License-Identifier: MIT
 * Gobblet Gobblers in print: positions, moves, the board picture, the page of rules. */
#ifndef GAMES_GOBBLET_TEXT_H
#define GAMES_GOBBLET_TEXT_H

#include "game/game.h"
#include "games/gobblet/rules.h"

/* A position with colours kept apart: piece[0] are the first player's cells by size. */
struct gob_position {
    uint16_t piece[2][GOB_SIZES];
    uint8_t side; /* 0: the first player is to move */
};

enum code gob_parse(const struct variant *v, const char *text, unsigned pieces,
                    struct gob_position *out, struct error *err);
void gob_print(const struct gob_position *p, char out[GAME_TEXT]);
void gob_draw(const struct gob_position *p, unsigned pieces, bool color,
              char out[GAME_PICTURE]);
/* "S@b2" or "a1-c3". */
void gob_print_move(unsigned size, struct gob_step step, char out[GAME_TEXT]);

extern const char gob_rules_text[];

#endif
