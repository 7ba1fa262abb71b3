/* SPDX-License-Identifier: MIT
 *
 * A declared problem: cells are given states one after the other, something small is
 * carried along, and a test at the end says which assignments belong to the set.
 * Declaring that much is enough to count the set, number it without gaps and walk it in
 * order.
 *
 * What is carried must tell everything that later cells and the end test need to know;
 * two beginnings that carry the same are continued in the same ways. That is the frontier
 * method.
 *
 * Most sets are described by counters alone: see struct zdd_counters. docs/zdd.md has an
 * example of either kind.
 */
#ifndef ZDD_PROBLEM_H
#define ZDD_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

enum { ZDD_CELLS = 1024, ZDD_STATES = 256, ZDD_COUNTERS = 8 };

#define ZDD_DEAD UINT64_MAX /* carried: no assignment can come of this */

struct zdd_problem {
    unsigned cells;
    unsigned states;     /* of each cell; the last one is the default, never asked for */
    uint64_t start;      /* carried before the first cell */
    const void *context; /* handed to both calls */
    /* What is carried once `cell` has taken `state`, or ZDD_DEAD. Saying dead early saves
     * work; what cannot be finished is found out anyway. */
    uint64_t (*take)(const void *context, unsigned cell, unsigned state,
                     uint64_t carried);
    bool (*accept)(const void *context, uint64_t carried);
};

/* A counter starts at 0, grows by add[state] with every cell, and must end in
 * least..most. With most = ZDD_ANY it is not counted further than `least`. */
enum { ZDD_ANY = 255 };
struct zdd_counter {
    const uint8_t *add;
    uint8_t least, most;
};

struct zdd_counters {
    unsigned counters;
    struct zdd_counter counter[ZDD_COUNTERS];
};

/* The problem of all assignments whose counters end well; c must outlive it. */
struct zdd_problem zdd_count_problem(unsigned cells, unsigned states,
                                     const struct zdd_counters *c);

#endif
