/* SPDX-License-Identifier: MIT
 *
 * What every fast face shares. A game's fast.h defines
 *
 *   FAST_MOVES              at least the largest number of successors
 *   FAST_UNMOVES            at least the largest number of predecessors
 *   struct fast_tables      what variant->tables points to
 *   struct fast_position    a position unpacked for move generation
 *   fast_at                 the position of a slot
 *   fast_ending             GOES_ON or how the game has ended
 *   fast_successors         slots after each move of a position that goes on
 *   fast_predecessors       all slots with the position's slot among their successors,
 * whether the game went on there or not (the engine knows)
 *
 * A face that does not number every variant as the slow one does defines
 * FAST_SUITS(tables), nonzero where it does; elsewhere it is not used.
 *
 * A slot may be listed more than once. Instead of a slot, fast_successors may give one of
 * the values below, where the rules judge the move itself: the game is over and the side
 * that would move next has won, lost or drawn. A game that does so defines
 * FAST_JUDGES_MOVES(tables), nonzero for the variants concerned.
 *
 * In a game of parts only predecessors of the same part count; others may be left out.
 *
 * Tables without pointers are copied to other devices as they are. If they point into
 * pieces of memory, at most FAST_PIECES, the header defines FAST_ATTACHED and
 *
 *   fast_attached           the i-th piece and its size, 0 past the last
 *   fast_attach             moves the pointers to a copy of it
 */
#ifndef GAME_FAST_H
#define GAME_FAST_H

#include "game/value.h"

enum { FAST_PIECES = 4 };

#define SLOT_WON   UINT64_MAX
#define SLOT_LOST  (UINT64_MAX - 1)
#define SLOT_DRAWN (UINT64_MAX - 2)

#endif
