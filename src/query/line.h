/* SPDX-License-Identifier: MIT
 *
 * One optimal line from a position to the end of the game: both sides take the best move,
 * the first in the generator's order among equals. From a won or lost position it is
 * exactly as long as the position's plies. From a drawn one it need not end, so it stops
 * when a position comes back, or after LINE_LIMIT moves.
 */
#ifndef QUERY_LINE_H
#define QUERY_LINE_H

#include "query/probe.h"

enum { LINE_LIMIT = 1000 };

enum line_stop {
    LINE_OVER,    /* the game has ended */
    LINE_REPEATS, /* the last position has been there before: a draw for ever */
    LINE_LONG     /* LINE_LIMIT moves were made */
};

struct line_step {
    char move[GAME_TEXT]; /* empty in step 0 */
    struct position position;
    char text[GAME_TEXT]; /* position in print */
    uint16_t code;        /* of the position, for the side to move in it */
    const char *side;     /* who is to move in it */
};

struct line {
    struct line_step *step; /* step[0] is the start, step[i] follows the i-th move */
    unsigned moves;
    enum line_stop stop;
    unsigned repeats;   /* LINE_REPEATS: the step where the last position was before */
    enum ending ending; /* LINE_OVER: how, for the side to move */
};

enum code line_make(const struct variant *v, struct table *t, const struct position *p,
                    struct line *out, struct error *err);
void line_free(struct line *line);

#endif
