/* SPDX-License-Identifier: MIT
 *
 * The statistics of a solution: how many positions (not slots) have each code. From it
 * follow the counts of wins, losses and draws, the histogram by plies and the longest
 * win.
 */
#ifndef SOLVE_TALLY_H
#define SOLVE_TALLY_H

#include "game/game.h"

enum { TALLY_CODES = CODES + 1 };

struct tally {
    uint64_t positions[TALLY_CODES]; /* by code */
};

/* The same by subset of the game, in its unit (positions or orbits), by the code that is
 * shown (game_shown): a game that has subsets counts all its positions here, stored or
 * derived. */
struct subset_tally {
    unsigned subsets;
    uint64_t (*count)[TALLY_CODES];
};

enum code subset_tally_make(const struct variant *v, struct subset_tally *out,
                            struct error *err);
void subset_tally_free(struct subset_tally *t);
/* Adds the codes of slots first .. first+count-1; only for games that have slot_subset. */
void subset_tally_add(struct subset_tally *t, const struct variant *v, uint64_t first,
                      uint64_t count, const uint16_t *codes);
void subset_tally_merge(struct subset_tally *into, const struct subset_tally *from);
/* All subsets together. */
void subset_tally_total(const struct subset_tally *t, struct tally *out);

/* Adds the codes of slots first .. first+count-1, each with its weight. */
void tally_add(struct tally *tally, const struct variant *v, uint64_t first,
               uint64_t count, const uint16_t *codes);
void tally_merge(struct tally *into, const struct tally *from);

uint64_t tally_total(const struct tally *tally, enum value value);
uint64_t tally_all(const struct tally *tally);
/* Largest distance that occurs; 0 if nothing is decided. */
unsigned tally_max_plies(const struct tally *tally);

#endif
