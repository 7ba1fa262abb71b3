/* SPDX-License-Identifier: MIT
 *
 * `hissho stats yonmoque --paper`: what the paper on Yonmoque tabulates, from the table,
 * cell by cell beside what is printed there.
 *
 * The paper forbids repetition and has no draws. A win or loss of the table holds there as
 * well for positions that a placement has made; the draws are decided under that rule
 * (query/repetition.h). So a printed cell agrees, or agrees by the rule, or contradicts.
 */
#ifndef QUERY_PAPER_H
#define QUERY_PAPER_H

#include "base/json.h"
#include "games/yonmoque/rules.h"
#include "query/repetition.h"

/* PAPER_BY_RULE: where draws have to be decided first; PAPER_OPEN: not all of them are. */
enum paper_verdict {
    PAPER_AGREES,
    PAPER_BY_RULE,
    PAPER_OPEN,
    PAPER_CONTRADICTS,
    PAPER_VERDICTS
};

/* A cell that is not simply right. */
struct paper_cell {
    const char *table; /* "3", "A.1" or "A.2" */
    uint8_t cell[4];   /* the placements; three in the first two tables */
    unsigned placements;
    bool listed; /* in print: a win of the player who made the last placement */
    enum paper_verdict verdict;
    unsigned draws; /* positions of four placements below it that are draws */
    bool sure;      /* decided without the rule */
};

/* A class of four placements that is a draw without the rule. */
struct paper_draw {
    uint8_t cell[4];  /* in the order of the placements */
    enum value rule;  /* for the first player; VALUE_DRAW: not decided */
    unsigned printed; /* who wins it in print: 1 or 2; 0: no cell tells */
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
    /* After four placements, for the first player: 'W' or 'L' in the table, 'w' or 'l' by
     * the rule, 'D' not decided. */
    char (*value)[YON_CELLS][YON_CELLS][YON_CELLS];
    uint64_t classes[3]; /* by enum value, for the first player */
    uint64_t positions[3];
    unsigned entries[PAPER_VERDICTS]; /* printed cells */
    unsigned cells[PAPER_VERDICTS];   /* all cells, printed or not */
    unsigned openings;
    struct paper_opening opening[YON_CELLS];
    struct paper_cell *odd; /* cells that do not simply agree */
    unsigned odds;
    struct paper_draw *draw;
    unsigned draws;
    uint64_t ruled[3]; /* draws by what the rule makes of them */
    /* Classes of four placements that contradicting cells show: won by the second player
     * here and by the first in print; the other way round, at least. */
    unsigned shown[2];
    struct repetition_counts counts;
};

/* CODE_USAGE for games that have no paper. */
enum code paper_make(const struct variant *v, struct table *t, struct run *run,
                     struct paper **out, struct error *err);
void paper_free(struct paper *p);

void paper_json(FILE *out, const struct paper *p);
void paper_text(FILE *out, const struct paper *p);

#endif
