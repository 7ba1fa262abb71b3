/* SPDX-License-Identifier: MIT
 *
 * The position sets of NOCCAxNOCCA as declared problems (zdd/problem.h). Cells are taken
 * row by row from black's far row, which makes the numbers those of the authors' public
 * database.
 */
#ifndef GAMES_NOCCA_SETS_H
#define GAMES_NOCCA_SETS_H

#include "base/error.h"
#include "game/count.h"
#include "zdd/problem.h"

/* all: C pieces of each colour. P: at least one of each is visible, too. */
enum nocca_set { NOCCA_ALL, NOCCA_P };

struct nocca_problem {
    struct zdd_counters counters;
    struct zdd_problem problem; /* points into this struct: do not copy */
    unsigned columns;
};

void nocca_declare(struct nocca_problem *p, unsigned rows, unsigned columns,
                   enum nocca_set set);

/* Appends every count of `hissho count`: all boards, P by stack profile, mirror classes.
 * CODE_RESOURCES when a count exceeds 64 bits. */
enum code nocca_count(unsigned rows, unsigned columns, struct count_report *report,
                      struct error *err);

#endif
