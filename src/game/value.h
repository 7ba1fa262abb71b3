/* SPDX-License-Identifier: MIT
 *
 * Values. A position is won, lost or drawn for the side to move; a decided one has a
 * distance in plies (single moves) to the end of the game, the winner hurrying and the
 * loser delaying.
 *
 * Everywhere a value is its code, a number of 16 bits:
 *     0           draw (or, during a solve, not yet decided)
 *     1 + 2d      win in d plies
 *     2 + 2d      loss in d plies
 *     2045, 2046  win, loss without a number of plies; shown, never stored (game_shown)
 *     2047        no value: what no engine may give and no table may hold
 * so codes grow with the distance. Solves stop at 1020 plies, so that also a move into
 * the farthest position has a code (code_before). Win or loss is never read off the parity
 * of d: games exist in which a move can hand the victory to the opponent.
 *
 * Most games are decided in less than 124 plies; where codes lie in large arrays, in
 * memory or on disk, those below 256 take one byte.
 */
#ifndef GAME_VALUE_H
#define GAME_VALUE_H

#include "base/portable.h"

#include <stdbool.h>
#include <stdint.h>

enum value { VALUE_DRAW, VALUE_WIN, VALUE_LOSS };

enum {
    CODE_DRAWN = 0,
    CODE_WON = 2045,
    CODE_LOST = 2046,
    CODES = 2047,
    MAX_PLIES = 1020,
    BYTE_PLIES = 124 /* a code of at most so many plies fits into a byte, with room */
};

/* Has the game ended, and how, seen by the side whose turn it would be? */
enum ending { GOES_ON, ENDS_WIN, ENDS_LOSS, ENDS_DRAW };

FAST uint16_t code_win(unsigned plies)
{
    return (uint16_t)(1 + 2 * plies);
}

FAST uint16_t code_loss(unsigned plies)
{
    return (uint16_t)(2 + 2 * plies);
}

FAST unsigned code_plies(uint16_t code)
{
    return ((unsigned)code - 1) / 2;
}

/* Is it a win or loss in a known number of plies? */
FAST bool code_has_plies(uint16_t code)
{
    return code != CODE_DRAWN && code < CODE_WON;
}

FAST bool code_is_win(uint16_t code)
{
    return (code & 1) != 0;
}

FAST bool code_is_loss(uint16_t code)
{
    return code != 0 && (code & 1) == 0;
}

FAST enum value code_value(uint16_t code)
{
    return code == 0 ? VALUE_DRAW : (code & 1) ? VALUE_WIN : VALUE_LOSS;
}

FAST uint16_t code_of_ending(enum ending ending)
{
    return ending == ENDS_WIN    ? code_win(0)
           : ending == ENDS_LOSS ? code_loss(0)
                                 : CODE_DRAWN;
}

/* The code of a position as the player sees it who moves into it: one ply more, win and
 * loss exchanged. A draw stays a draw. */
FAST uint16_t code_before(uint16_t code)
{
    return code == 0           ? CODE_DRAWN
           : code == CODE_WON  ? CODE_LOST
           : code == CODE_LOST ? CODE_WON
           : code_is_win(code) ? code_loss(code_plies(code) + 1)
                               : code_win(code_plies(code) + 1);
}

/* Orders codes for the side that chooses: quick wins first, then slow wins, draws, slow
 * losses, quick losses. Larger is better. */
FAST int code_merit(uint16_t code)
{
    return code == 0           ? 0
           : code_is_win(code) ? 2000 - (int)code_plies(code)
                               : (int)code_plies(code) - 2000;
}

#endif
