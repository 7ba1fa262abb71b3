/* SPDX-License-Identifier: MIT
 *
 * A game for tests: a directed graph, drawn at random, whose nodes lie in parts. Edges stay
 * in a part or lead to the one before or the one before that; a node without an edge has
 * ended. Edges can also end the game themselves (SLOT_WON, ...).
 */
#ifndef TESTS_GRAPH_FAST_H
#define TESTS_GRAPH_FAST_H

#include "game/fast.h"

enum { FAST_MOVES = 8, FAST_UNMOVES = 4096, GRAPH_PARTS = 6 };

struct fast_tables {
    uint64_t nodes;
    uint64_t first[GRAPH_PARTS + 1];
    uint8_t *ending;
    uint8_t *degree;
    uint64_t (*next)[FAST_MOVES];
    uint32_t
        *before_at; /* predecessors of node n: before[before_at[n] .. before_at[n+1]] */
    uint64_t *before;
    bool judges;
};

struct fast_position {
    uint64_t node;
};

#define FAST_JUDGES_MOVES(tables) ((tables)->judges)

FAST void fast_at(const struct fast_tables *t, uint64_t slot, struct fast_position *p)
{
    (void)t;
    p->node = slot;
}

FAST enum ending fast_ending(const struct fast_tables *t, const struct fast_position *p)
{
    return (enum ending)t->ending[p->node];
}

FAST unsigned fast_successors(const struct fast_tables *t, const struct fast_position *p,
                              uint64_t slot[FAST_MOVES])
{
    for (unsigned i = 0; i < t->degree[p->node]; i++)
        slot[i] = t->next[p->node][i];
    return t->degree[p->node];
}

FAST unsigned fast_predecessors(const struct fast_tables *t,
                                const struct fast_position *p,
                                uint64_t slot[FAST_UNMOVES])
{
    unsigned n = 0;
    for (uint32_t i = t->before_at[p->node]; i < t->before_at[p->node + 1]; i++)
        slot[n++] = t->before[i];
    return n;
}

#endif
