/* SPDX-License-Identifier: MIT
 *
 * What statistics of N men's morris are given for. Without men in hand: the numbers of
 * men x-y, x >= y, both ways round, once for the pseudo-reachable positions (counted as
 * published) and once for the others. With men in hand: how many have been placed. One of
 * each class of symmetric positions is counted; where both sides fly the rings may be
 * exchanged as well.
 */
#ifndef GAMES_MORRIS_SUBSETS_H
#define GAMES_MORRIS_SUBSETS_H

#include "games/morris/tables.h"

unsigned morris_subsets(const struct morris_board *b);
void morris_subset_name(const struct morris_board *b, unsigned i, char out[GAME_NAME]);
unsigned morris_subset_of(const struct morris_board *b, const struct morris_position *p);
/* The subset of the reachable positions of a slot's numbers of men (the others have the
 * next one), and how many slots from this one on have the same. */
uint64_t morris_slot_subset(const struct morris_tables *t, uint64_t slot,
                            unsigned *subset);
/* How many slots from this one on are of one class, and whether all count alike. */
uint64_t morris_alike(const struct morris_tables *t, uint64_t slot, bool *same);
/* weight() of a run of slots. */
void morris_weights(const struct morris_tables *t, uint64_t first, uint64_t count,
                    uint16_t *out);
/* 1 for slots that stand for a class of positions, reachable or the others. */
void morris_counts(const struct morris_tables *t, bool reachable, uint64_t first,
                   uint64_t count, uint16_t *out);

#endif
