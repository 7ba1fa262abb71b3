/* SPDX-License-Identifier: MIT
 *
 * Values under the rule that no position may occur twice in a game, for games whose tables
 * know no such rule; who has no ply left loses.
 *
 * A win or loss of the table stands when the position is the first of its game or has
 * just been made by a ply that cannot be undone: the winner comes nearer to the end with
 * each ply, so he never needs a repetition, and the loser has only fewer plies. It stands
 * as well after a game that has seen drawn positions only, none of which occurs in the
 * winner's plan. So a player who leaves the drawn positions loses, nobody does it of his
 * own will, and a drawn position is won by whoever still has a drawn position to go to when
 * the other has none: geography (solve/geography.h) on the drawn positions of one part.
 * Moves to another part cannot be undone, so what they lead to has a value of its own.
 */
#ifndef QUERY_REPETITION_H
#define QUERY_REPETITION_H

#include "query/probe.h"

struct repetition;

struct repetition_counts {
    uint64_t positions; /* whose value the rule decided */
    uint64_t nodes;     /* drawn positions looked at, once for each of these */
    uint64_t searched;  /* moves of the token that had to be tried */
    uint64_t matched;   /* times a matching decided */
    uint64_t core;      /* the largest part that labels left open */
    uint64_t open;      /* positions given up at the limit */
};

/* limit: moves of the token tried for one position; 0: none. CODE_USAGE for games to which
 * the rule cannot be added. */
enum code repetition_open(const struct variant *v, struct table *t, struct run *run,
                          uint64_t limit, struct repetition **out, struct error *err);
void repetition_close(struct repetition *r);

/* The value for the side to move when the game begins in p. VALUE_DRAW: not decided within
 * the limit. *by_rule: the table has a draw. */
enum code repetition_value(struct repetition *r, const struct position *p,
                           enum value *value, bool *by_rule, struct error *err);
const struct repetition_counts *repetition_counts(const struct repetition *r);

#endif
