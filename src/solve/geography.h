/* SPDX-License-Identifier: MIT
 *
 * Draws under a rule that forbids repetition. Where no position may occur twice, a game
 * among positions that nobody can win without the rule is played to the end on a graph: a
 * token moves along the edges, visits no node twice, and who cannot move loses. (To leave
 * the drawn positions is to lose too: the other side then has a win that needs no
 * repetition.) This is the game of geography, for which no fast method is known in general;
 * graphs of drawn positions are thin, and yield to
 *
 *   labels     a node with an exit that wins is won, one with only won successors is lost,
 *              whatever was visited before: the winner comes nearer to the exit and meets
 *              only labelled nodes, none of which has been visited;
 *   matchings  if every node of one side that can come up has a successor of its own, that
 *              side always has an answer that was not visited before, and wins;
 *   parts      a strongly connected part that has been left is not entered again, so where
 *              it is entered nothing of it has been visited;
 *   search     otherwise the token moves on, its node is gone, and the rest is smaller.
 *
 * Nodes belong to two sides that move in turn: every edge leads to the other side.
 */
#ifndef SOLVE_GEOGRAPHY_H
#define SOLVE_GEOGRAPHY_H

#include "base/run.h"

#include <stdbool.h>

enum geography_value { GEOGRAPHY_UNKNOWN, GEOGRAPHY_WON, GEOGRAPHY_LOST };

/* Edges of node i: to[first[i]] .. to[first[i + 1] - 1]. */
struct geography {
    uint32_t nodes;
    const uint32_t *first, *to;
    const uint8_t *side; /* 0 or 1, who moves */
    const uint8_t *won;  /* the side to move can leave the graph and win */
};

struct geography_report {
    enum geography_value value; /* for the side that moves in `start` */
    uint64_t searched;          /* nodes from which the token was moved on */
    uint64_t matched;           /* decided by a matching */
    uint32_t core;              /* nodes around the start that labels leave open */
    uint8_t *label;             /* enum geography_value by node; UNKNOWN: open */
};

/* limit: nodes searched, after which the value is unknown; 0: none. report->label has room
 * for all nodes, or is null. */
enum code geography_solve(const struct geography *g, uint32_t start, uint64_t limit,
                          struct run *run, struct geography_report *report,
                          struct error *err);

#endif
