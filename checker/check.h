/* SPDX-License-Identifier: MIT
 *
 * The independent check of a table file: everything about the file (file.h), and every
 * position re-derived from its successors. Nothing is shared with the solver, the table
 * writer or the verifier; only the rules are, through the slow face of the game.
 *
 * Why that proves the table: by induction on the stored distance every stored win or loss
 * is one, in that many plies; and where a draw is stored, the side to move can keep to
 * draws.
 */
#ifndef CHECKER_CHECK_H
#define CHECKER_CHECK_H

#include "game/game.h"

struct checker_report {
    char game[GAME_NAME];
    uint64_t slots, positions; /* checked */
    uint64_t wrong;            /* slots whose stored value is not the derived one */
    uint64_t slot;             /* the first of them, */
    char position[GAME_TEXT];  /* its position, */
    unsigned stored, derived;  /* and codes (game/value.h); CODES or more are no value */
};

/* CODE_OK: the table is right. CODE_NO: it is well-formed, and report->wrong slots are
 * not what they should be. CODE_DAMAGED: the file fails a check of its own. */
enum code checker_check(const char *path, struct run *run, struct checker_report *report,
                        struct error *err);

#endif
