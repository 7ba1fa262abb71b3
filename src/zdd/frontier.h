/* SPDX-License-Identifier: MIT
 *
 * The frontier of a problem as a multi-valued diagram: one node per cell and carried
 * state from which the end can be reached, one child per state of the cell. Every path
 * from the root to DONE has exactly one node per cell, and is one member of the set.
 *
 * Nodes are numbered from the last cell up, so that children come before their parents:
 * 0 is DEAD, 1 is DONE, the root is last.
 */
#ifndef ZDD_FRONTIER_H
#define ZDD_FRONTIER_H

#include "base/error.h"
#include "zdd/problem.h"

enum { FRONTIER_DEAD = 0, FRONTIER_DONE = 1, FRONTIER_FIRST = 2 };

struct frontier {
    unsigned cells, states;
    uint32_t nodes;  /* DEAD and DONE included; the root is nodes - 1 */
    uint32_t *child; /* of node n in state s: child[n * states + s] */
    uint16_t *cell;  /* of node n */
    uint64_t *count; /* members below node n; null when one exceeds 64 bits */
};

/* merge: nodes of one cell with the same children become one (the canonical diagram);
 * otherwise nodes are shared only when they carry the same, as the papers do. CODE_USAGE
 * when the set is empty. */
enum code frontier_build(const struct zdd_problem *problem, bool merge,
                         struct frontier *out, struct error *err);
void frontier_free(struct frontier *f);

#endif
