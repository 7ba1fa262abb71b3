/* SPDX-License-Identifier: MIT
 *
 * `hissho stats yonmoque --paper`: what the paper on Yonmoque tabulates, from the table,
 * cell by cell beside what is printed there.
 *
 * The paper forbids repetition and has no draws. A win or loss of the table holds there as
 * well for positions that a placement has made; a draw is decided there by repetition,
 * either way. So a printed cell agrees, or hangs on positions that are draws without the
 * rule, or contradicts.
 */
#ifndef QUERY_PAPER_H
#define QUERY_PAPER_H

#include "base/json.h"
#include "games/yonmoque/rules.h"
#include "query/probe.h"

enum paper_verdict { PAPER_AGREES, PAPER_HANGS, PAPER_CONTRADICTS, PAPER_VERDICTS };

/* A cell that is not simply right. */
struct paper_cell {
    const char *table; /* "3", "A.1" or "A.2" */
    uint8_t cell[4];   /* the placements; three in the first two tables */
    unsigned placements;
    bool listed; /* in print: a win of the player who made the last placement */
    enum paper_verdict verdict;
    unsigned draws; /* positions of four placements below it that are draws */
};

struct paper_opening {
    unsigned cell;
    enum value restricted[2]; /* first four plies placements: draws for second, first */
    uint16_t code;            /* moves allowed, for the first player */
    bool published;           /* wins for the first player */
};

struct paper {
    const struct variant *v;
    struct table *t;
    /* For the first player: 'W', 'L' or 'D' of {first, third}, {second, fourth}. */
    char (*value)[YON_CELLS][YON_CELLS][YON_CELLS];
    uint64_t classes[3]; /* by enum value, for the first player */
    uint64_t positions[3];
    unsigned entries[PAPER_VERDICTS]; /* printed cells */
    unsigned cells[PAPER_VERDICTS];   /* all cells, printed or not */
    unsigned openings;
    struct paper_opening opening[YON_CELLS];
    struct paper_cell *odd; /* cells that hang or contradict */
    unsigned odds;
    /* Draws that the printed cells decide, by who wins them in print: classes. */
    uint64_t settled[2];
};

/* CODE_USAGE for games that have no paper. */
enum code paper_make(const struct variant *v, struct table *t, struct paper **out,
                     struct error *err);
void paper_free(struct paper *p);

void paper_json(FILE *out, const struct paper *p);
void paper_text(FILE *out, const struct paper *p);

#endif
