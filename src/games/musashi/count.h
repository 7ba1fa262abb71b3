/* SPDX-License-Identifier: MIT
 * Numbers of positions of Sixteen Musashi by brown men; see count.c. */
#ifndef GAMES_MUSASHI_COUNT_H
#define GAMES_MUSASHI_COUNT_H

#include "game/count.h"
#include "games/musashi/board.h"

struct mus_sizes {
    uint64_t with[MUS_POINTS]; /* by brown men, for one side to move */
};

/* Positions up to the first `symmetries` symmetries (1: all positions). */
void mus_sizes(const struct mus_board *b, unsigned symmetries, struct mus_sizes *out);

/* Orbits in which it is brown's turn and brown cannot move. */
void mus_stuck(const struct mus_board *b, struct mus_sizes *out);

/* The set with both sides to move, and its subsets. */
enum code mus_count_set(const char *name, const struct mus_sizes *sizes, unsigned points,
                        struct count_report *report, struct error *err);
/* The set "stuck", whose subsets are those that are not empty. */
enum code mus_count_stuck(const struct mus_sizes *sizes, unsigned points,
                          struct count_report *report, struct error *err);

#endif
