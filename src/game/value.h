/* SPDX-License-Identifier: MIT
 *
 * Values. A position is won, lost or drawn for the side to move; a decided one has a
 * distance in plies (single moves) to the end of the game, the winner hurrying and the
 * loser delaying.
 *
 * In memory and in tables a value is one byte, its code:
 *     0        draw (or, during a solve, not yet decided)
 *     1 + 2d   win in d plies
 *     2 + 2d   loss in d plies
 *     253, 254 win, loss without a number of plies; shown, never stored (game_shown)
 * so codes grow with the distance. Solves stop at 124 plies, so that also a move into the
 * farthest position has a code (code_before). Win or loss is never read off the parity of
 * d: games exist in which a move can hand the victory to the opponent.
 */
#ifndef GAME_VALUE_H
#define GAME_VALUE_H

#include "base/portable.h"

#include <stdbool.h>
#include <stdint.h>

enum value { VALUE_DRAW, VALUE_WIN, VALUE_LOSS };

enum { CODE_DRAWN = 0, CODE_WON = 253, CODE_LOST = 254, CODES = 255, MAX_PLIES = 124 };

/* Has the game ended, and how, seen by the side whose turn it would be? */
enum ending { GOES_ON, ENDS_WIN, ENDS_LOSS, ENDS_DRAW };

FAST uint8_t code_win(unsigned plies)
{
    return (uint8_t)(1 + 2 * plies);
}

FAST uint8_t code_loss(unsigned plies)
{
    return (uint8_t)(2 + 2 * plies);
}

FAST unsigned code_plies(uint8_t code)
{
    return ((unsigned)code - 1) / 2;
}

/* Is it a win or loss in a known number of plies? */
FAST bool code_has_plies(uint8_t code)
{
    return code != CODE_DRAWN && code < CODE_WON;
}

FAST bool code_is_win(uint8_t code)
{
    return (code & 1) != 0;
}

FAST bool code_is_loss(uint8_t code)
{
    return code != 0 && (code & 1) == 0;
}

FAST enum value code_value(uint8_t code)
{
    return code == 0 ? VALUE_DRAW : (code & 1) ? VALUE_WIN : VALUE_LOSS;
}

FAST uint8_t code_of_ending(enum ending ending)
{
    return ending == ENDS_WIN    ? code_win(0)
           : ending == ENDS_LOSS ? code_loss(0)
                                 : CODE_DRAWN;
}

/* The code of a position as the player sees it who moves into it: one ply more, win and
 * loss exchanged. A draw stays a draw. */
FAST uint8_t code_before(uint8_t code)
{
    return code == 0           ? CODE_DRAWN
           : code == CODE_WON  ? CODE_LOST
           : code == CODE_LOST ? CODE_WON
           : code_is_win(code) ? code_loss(code_plies(code) + 1)
                               : code_win(code_plies(code) + 1);
}

/* Orders codes for the side that chooses: quick wins first, then slow wins, draws, slow
 * losses, quick losses. Larger is better. */
FAST int code_merit(uint8_t code)
{
    return code == 0           ? 0
           : code_is_win(code) ? 1000 - (int)code_plies(code)
                               : (int)code_plies(code) - 1000;
}

#endif
