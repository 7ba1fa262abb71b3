/* SPDX-License-Identifier: MIT
 *
 * Asking a table: the code of a position, and an answer with every legal move, best
 * first.
 *
 * A position in which the game is over is judged by the rules, never looked up; neither
 * is one that a move leads to when play() says that the move itself ended the game. So a
 * stored value is used exactly where the solver had to compute one.
 */
#ifndef QUERY_PROBE_H
#define QUERY_PROBE_H

#include "table/table.h"

struct answer_move {
    struct move move;
    unsigned number; /* place in the generator's order, from 0 */
    struct position next;
    enum ending ending; /* of next, as play() judged the move */
    uint16_t code;      /* for the player who makes the move, the move counted */
    char name[GAME_TEXT];
    char text[GAME_TEXT]; /* next in print */
};

/* About 300 KB: keep it on the heap. */
struct answer {
    struct position position;
    char text[GAME_TEXT];
    enum ending ending;
    uint16_t code;
    unsigned moves;
    struct answer_move move[GAME_MOVES]; /* best first, equals in the generator's order */
};

/* Code of a position whose ending is known (as ending() or play() gave it), as it is
 * shown: see game_shown. */
enum code probe_code(const struct variant *v, struct table *t, const struct position *p,
                     enum ending ending, uint16_t *code, struct error *err);

/* The position with all its moves. A position that is over has none. */
enum code probe_answer(const struct variant *v, struct table *t, const struct position *p,
                       struct answer *out, struct error *err);

#endif
