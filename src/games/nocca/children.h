/* SPDX-License-Identifier: MIT
 *
 * What can follow a position of the table, as far as its value needs it, position by
 * position: for checking tables. Shares the rules and the numbering with the engines, not
 * their matrices.
 */
#ifndef GAMES_NOCCA_CHILDREN_H
#define GAMES_NOCCA_CHILDREN_H

#include "game/value.h"
#include "games/nocca/halves.h"

enum { NOCCA_CHILDREN = 8 * NOCCA_COLUMNS, NOCCA_ENTRIES = 9 * NOCCA_CHILDREN };

/* An entry is a slot, or a code: NOCCA_CODE + code. A child that is stored or told by the
 * position itself is one entry. One under threat has several, those after the moves that
 * matter for it, and its value follows from theirs. */
#define NOCCA_CODE ((uint64_t)1 << 62)

struct nocca_children {
    enum ending ending;
    unsigned children;
    unsigned first[NOCCA_CHILDREN + 1];
    bool deeper[NOCCA_CHILDREN]; /* entries are its successors */
    uint64_t entry[NOCCA_ENTRIES];
};

void nocca_children(const struct nocca_shape *s, const struct nocca_halves *h,
                    uint64_t slot, struct nocca_children *out);

#endif
