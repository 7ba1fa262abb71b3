/* SPDX-License-Identifier: MIT
 *
 * Numbers for all positions of a game, men in hand included. A stage is a pair of hands;
 * its placements are a declared problem, and the stages follow each other, the one
 * without men in hand first. So a position of the moving phase with white to move has the
 * number of the first diagram, and one with black to move the number it has with the
 * colours exchanged.
 */
#ifndef GAMES_MORRIS_STAGES_H
#define GAMES_MORRIS_STAGES_H

#include "games/morris/rules.h"
#include "index/compile.h"

enum { MORRIS_STAGES = 2 * MORRIS_MEN + 1 };

struct morris_stages {
    unsigned stages;
    uint64_t base[MORRIS_STAGES + 1]; /* the last one is the number of all positions */
    struct cell_index index[MORRIS_STAGES];
};

enum code morris_stages_make(struct morris_stages *s, const struct morris_board *b,
                             struct error *err);
void morris_stages_free(struct morris_stages *s);

/* GAME_UNRANKED when a side has lost its men. */
uint64_t morris_rank(const struct morris_stages *s, const struct morris_board *b,
                     const struct morris_position *p);
void morris_unrank(const struct morris_stages *s, const struct morris_board *b,
                   uint64_t rank, struct morris_position *p);

#endif
