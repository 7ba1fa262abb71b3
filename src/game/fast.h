/* SPDX-License-Identifier: MIT
 *
 * What every fast face shares. A game's fast.h defines
 *
 *   FAST_MOVES              at least the largest number of successors or predecessors
 *   struct fast_tables      what variant->tables points to
 *   struct fast_position    a position unpacked for move generation
 *   fast_at                 the position of a slot
 *   fast_ending             GOES_ON or how the game has ended
 *   fast_successors         slots after each move of a position that goes on
 *   fast_predecessors       slots before each move into the position (whether the game went on
 *                           there or not; the engine knows)
 *
 * A slot may be listed more than once. Instead of a slot, fast_successors may give one of the
 * values below, where the rules judge the move itself: the game is over and the side that
 * would move next has won, lost or drawn.
 */
#ifndef GAME_FAST_H
#define GAME_FAST_H

#include "game/value.h"

#define SLOT_WON   UINT64_MAX
#define SLOT_LOST  (UINT64_MAX - 1)
#define SLOT_DRAWN (UINT64_MAX - 2)

#endif
