/* SPDX-License-Identifier: MIT
 *
 * Making a diagram node by node from the leaves up, with equal nodes found through a hash
 * table. For the constructions inside this folder; what they give away is a struct zdd.
 */
#ifndef ZDD_MAKE_H
#define ZDD_MAKE_H

#include "zdd/hash.h"
#include "zdd/zdd.h"

struct zdd_maker {
    struct zdd z;
    uint64_t limit;     /* bytes nodes and hash table may take together */
    struct hash unique; /* slot is null when equal nodes are not to be shared */
};

enum code zdd_maker_start(struct zdd_maker *m, unsigned cells, unsigned states,
                          bool share, uint64_t limit, struct error *err);
/* Memory for so many nodes, under the limit. */
enum code zdd_maker_reserve(struct zdd_maker *m, uint64_t room, struct error *err);
/* The node with these parts, an old one if there is one like it. Zero suppression is done
 * here: with an empty yes-edge the answer is `no`. */
enum code zdd_make(struct zdd_maker *m, unsigned cell, unsigned state, uint32_t no,
                   uint32_t yes, uint32_t *node, struct error *err);
/* The same for many at once, out[i] from no[i] and yes[i]: in a large diagram each
 * look-up misses all caches, and these wait together. out may be no or yes. */
enum { ZDD_MANY = 32 };
enum code zdd_make_many(struct zdd_maker *m, unsigned cell, unsigned state, unsigned n,
                        const uint32_t *no, const uint32_t *yes, uint32_t *out,
                        struct error *err);
/* Counts, and hands the diagram over; the maker is empty afterwards. */
enum code zdd_maker_finish(struct zdd_maker *m, uint32_t root, struct zdd *out,
                           struct error *err);
/* Sets count and every skip; ZDD_NONE and 0 when 64 bits do not suffice. */
enum code zdd_number(struct zdd *z, struct error *err);
void zdd_maker_free(struct zdd_maker *m);
/* Fills the hash table again from the nodes, with room for more. */
enum code zdd_maker_rehash(struct zdd_maker *m, uint64_t more, struct error *err);

#endif
