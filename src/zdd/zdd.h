/* SPDX-License-Identifier: MIT
 *
 * Zero-suppressed decision diagrams (Minato 1993) of sets of assignments. The binary
 * items are "cell c is in state s" for every state but the last, asked cell by cell in
 * order of the states; a cell for which every answer is no is in the last state. A node
 * whose yes-edge would lead to the empty leaf is left out.
 *
 * The members are numbered 0 .. count-1 in the order in which "no" comes before "yes":
 * the number is the sum, over the yes-edges of a member's path, of the members below the
 * no-edge left behind. Each node keeps that sum's term (`skip`), so a walk reads one node
 * per step.
 *
 * Node 0 is the empty leaf, node 1 the unit leaf; children come before their parents. A
 * node takes 24 bytes.
 */
#ifndef ZDD_ZDD_H
#define ZDD_ZDD_H

#include "base/error.h"
#include "base/run.h"
#include "zdd/frontier.h"
#include "zdd/problem.h"

#include <stdio.h>

enum { ZDD_EMPTY = 0, ZDD_UNIT = 1, ZDD_LEAVES = 2 };

#define ZDD_NONE UINT64_MAX /* the number of what is not a member */

typedef unsigned __int128 zdd_wide; /* a count that may need more than 64 bits */

struct zdd_node {
    uint64_t skip; /* members below the no-edge; 0 when counts exceed 64 bits */
    uint32_t no, yes;
    uint16_t cell, state;
};

struct zdd {
    unsigned cells, states;
    uint32_t root;
    uint64_t nodes; /* leaves included */
    uint64_t count; /* members, or ZDD_NONE when they are more than 64 bits can tell */
    struct zdd_node *node;
    uint64_t room; /* nodes there is memory for */
};

/* ZDD_SHARE_CARRIED: nodes are shared when they carry the same, as in the papers.
 * ZDD_REDUCED: equal nodes are shared, the canonical diagram. */
enum zdd_sharing { ZDD_SHARE_CARRIED, ZDD_REDUCED };

/* CODE_USAGE when the set is empty, CODE_RESOURCES when memory or 32-bit node numbers do
 * not suffice. A count above 64 bits is no error here: see zdd_count. */
enum code zdd_build(const struct zdd_problem *problem, enum zdd_sharing sharing,
                    struct zdd *out, struct error *err);
void zdd_free(struct zdd *z);

/* Members, exactly. CODE_RESOURCES when they exceed 128 bits. */
enum code zdd_count(const struct zdd *z, zdd_wide *count, struct error *err);
/* CODE_RESOURCES, with the exact count where it can be told, unless members are numbered
 * by 64 bits. */
enum code zdd_numbered(const struct zdd *z, struct error *err);
char *zdd_wide_text(zdd_wide number, char out[64]); /* with thousands separators */

/* Number of the member with these states, ZDD_NONE when it is none. */
uint64_t zdd_rank(const struct zdd *z, const uint8_t *state);
/* The same with the answers in words: CODE_USAGE for a non-member. */
enum code zdd_number_of(const struct zdd *z, const uint8_t *state, uint64_t *number,
                        struct error *err);
/* CODE_USAGE when there is no such number. */
enum code zdd_unrank(const struct zdd *z, uint64_t number, uint8_t *state,
                     struct error *err);

/* Diagrams of sets of numbers (see stream.h): cells are bits, the highest first, and
 * state 0 is a set bit. ZDD_NONE when the number is no member; which must be below count.
 */
uint64_t zdd_rank_bits(const struct zdd *z, uint64_t number);
uint64_t zdd_unrank_bits(const struct zdd *z, uint64_t which);

/* In order from any number:
 *     for (code = zdd_seek(z, from, &walk, err); walk.on; zdd_advance(z, &walk))
 *         ... walk.state, walk.number ...
 *     zdd_walk_free(&walk); */
struct zdd_walk {
    uint8_t *state;
    uint64_t number;
    bool on;          /* false: past the last member */
    unsigned depth;   /* of the stack below */
    uint32_t *turned; /* nodes left by their no-edge, innermost last */
};
enum code zdd_seek(const struct zdd *z, uint64_t from, struct zdd_walk *walk,
                   struct error *err);
void zdd_advance(const struct zdd *z, struct zdd_walk *walk);
void zdd_walk_free(struct zdd_walk *walk);

/* Nodes (leaves not counted) on the paths of all members. */
struct zdd_paths {
    double mean;
    unsigned shortest, longest;
    uint64_t *members; /* by length, longest + 1 of them; null if not asked for */
};
/* The distribution takes nodes * (longest + 1) * 8 bytes while it is made. */
enum code zdd_paths(const struct zdd *z, bool distribution, struct zdd_paths *out,
                    struct error *err);
void zdd_paths_free(struct zdd_paths *paths);

uint64_t zdd_bytes(const struct zdd *z);

/* A file that is checked as a whole (XXH3) and in its structure when it is read. */
enum code zdd_save(const struct zdd *z, const char *path, struct error *err);
enum code zdd_load(struct zdd *z, const char *path, struct error *err);

/* For Graphviz. CODE_USAGE above ZDD_DOT_NODES nodes: nobody can look at such a picture.
 */
enum { ZDD_DOT_NODES = 5000 };
enum code zdd_dot(const struct zdd *z, FILE *out, struct error *err);

#endif
