/* SPDX-License-Identifier: MIT
 *
 * N men's morris: moves and endings. Men in hand are placed first; then men slide along
 * lines; in the games with flying a side of three men may go anywhere. Completing a line
 * of three takes an opposing man, outside mills if there is one.
 */
#ifndef GAMES_MORRIS_RULES_H
#define GAMES_MORRIS_RULES_H

#include "game/game.h"
#include "games/morris/board.h"

struct morris_position {
    uint32_t men[2]; /* of white and black, as sets of points */
    uint8_t hand[2];
    uint8_t side; /* 0: white is to move */
};

/* A move: from (or MORRIS_NOWHERE when placing), to, and whom it takes (or nobody). */
enum { MORRIS_NOWHERE = 31 };
static inline struct move morris_move(unsigned from, unsigned to, unsigned taken)
{
    return (struct move){from << 10 | to << 5 | taken};
}

/* GOES_ON, or how the game has ended for the side to move. */
enum ending morris_ending(const struct morris_board *b, const struct morris_position *p);
unsigned morris_moves(const struct morris_board *b, const struct morris_position *p,
                      struct move out[GAME_MOVES]);
void morris_play(const struct morris_board *b, struct morris_position *p, struct move m);

#endif
