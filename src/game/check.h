/* SPDX-License-Identifier: MIT
 *
 * The properties that every game must have, checked on all positions of a small variant and
 * on samples of a large one:
 *   numbering  rank(unrank(n)) = n; slots in range, at_slot(slot(p)) in the same slot; every
 *              slot stands for weight(slot) positions and the weights add up to all
 *              (that are stored; the successors of the others are)
 *   notation   parse(print(p)) = p; altered texts are refused with CODE_USAGE or read as a
 *              position that again prints and parses as itself
 *   moves      none exactly when the game has ended; names are distinct and read back; the
 *              other side is to move afterwards, in a position that is numbered
 *   symmetry   images end alike, have as many moves, and share the slot or the value
 *   faces      the fast face has the same endings and successors as the slow one, and its
 *              predecessors are the inverse of its successors
 * Positions are taken from the numbering and from random games, because the numbering may
 * give every position with the same side to move.
 */
#ifndef GAME_CHECK_H
#define GAME_CHECK_H

#include "game/face.h"

struct check {
    const struct variant *variant;
    const struct face *face; /* null: the game has no fast face */
    const uint16_t *codes;   /* the solved value of every slot; null: not known */
    uint64_t samples; /* variants with at most so many positions are checked in full */
    uint64_t seed;    /* of the sampling */
};

struct check_report {
    bool full;             /* every position was checked */
    bool weights_added;    /* the sum of the weights was taken */
    uint64_t positions;    /* positions looked at */
    uint64_t moves;        /* moves made */
    uint64_t texts;        /* altered texts read ... */
    uint64_t texts_taken;  /* ... of which were positions */
    uint64_t successors;   /* slots compared between the faces */
    uint64_t predecessors; /* slots compared with the successors */
};

/* CODE_NO and the first counterexample when a property fails. */
enum code game_check(const struct check *check, struct check_report *report,
                     struct error *err);

#endif
