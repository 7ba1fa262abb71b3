/* SPDX-License-Identifier: MIT
 *
 * For every set of men of one colour, the least number of turns that must have completed
 * a mill: a minimum hitting set of the mills inside the set. Each mill was completed by
 * the man that arrived in it last, and those men hit all mills; conversely the men
 * outside a minimum hitting set can come first.
 */
#ifndef GAMES_MORRIS_HITTING_H
#define GAMES_MORRIS_HITTING_H

#include "base/error.h"
#include "games/morris/board.h"

/* One byte per set, 1 << points of them; the caller frees it. */
enum code morris_hitting(const struct morris_board *b, uint8_t **out, struct error *err);

/* Can so many points hit all of these mills? */
bool morris_can_hit(const uint32_t *mill, unsigned mills, unsigned points);

#endif
