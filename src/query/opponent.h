/* SPDX-License-Identifier: MIT
 *
 * The perfect opponent. It always makes a best move (best value, then quickest win or
 * slowest loss). Among equally good moves it takes the one after which the human has the
 * fewest good replies, so that even a drawn or lost game has to be held with care:
 *
 *   the human can win or draw    a good reply keeps that value
 *   the human is lost            a good reply holds out as long as possible
 *
 * Equal again: the first in the generator's order, so that the choice is reproducible.
 */
#ifndef QUERY_OPPONENT_H
#define QUERY_OPPONENT_H

#include "query/probe.h"

/* Index into answer->move, which must not be empty. */
enum code opponent_choose(const struct variant *v, struct table *t,
                          const struct answer *answer, unsigned *choice,
                          struct error *err);

#endif
