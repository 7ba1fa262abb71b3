/* SPDX-License-Identifier: MIT
 *
 * Rank, unrank and iteration by walking a diagram. The walk notices a non-member by
 * counting: every cell that is not in its default state must have been answered yes once.
 */
#include "zdd/zdd.h"

#include "base/mem.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint64_t zdd_rank(const struct zdd *z, const uint8_t *state)
{
    unsigned asked = 0, met = 0;
    for (unsigned c = 0; c < z->cells; c++)
        asked += state[c] + 1u != z->states;
    uint64_t number = 0;
    uint32_t at = z->root;
    while (at >= ZDD_LEAVES) {
        const struct zdd_node *n = &z->node[at];
        if (state[n->cell] == n->state) {
            number += n->skip;
            met++;
            at = n->yes;
        } else {
            at = n->no;
        }
    }
    return at == ZDD_UNIT && met == asked ? number : ZDD_NONE;
}

enum code zdd_number_of(const struct zdd *z, const uint8_t *state, uint64_t *number,
                        struct error *err)
{
    TRY(zdd_numbered(z, err));
    *number = zdd_rank(z, state);
    if (*number == ZDD_NONE)
        return error_set(err, CODE_USAGE, "not a member of the set, so it has no number");
    return CODE_OK;
}

static enum code check(const struct zdd *z, uint64_t number, struct error *err)
{
    TRY(zdd_numbered(z, err));
    if (number >= z->count)
        return error_set(err, CODE_USAGE,
                         "number %" PRIu64 " is out of range; the last one is %" PRIu64,
                         number, z->count - 1);
    return CODE_OK;
}

enum code zdd_unrank(const struct zdd *z, uint64_t number, uint8_t *state,
                     struct error *err)
{
    TRY(check(z, number, err));
    memset(state, (int)z->states - 1, z->cells);
    uint32_t at = z->root;
    while (at >= ZDD_LEAVES) {
        const struct zdd_node *n = &z->node[at];
        if (number >= n->skip) {
            number -= n->skip;
            state[n->cell] = (uint8_t)n->state;
            at = n->yes;
        } else {
            at = n->no;
        }
    }
    assert(at == ZDD_UNIT && number == 0);
    return CODE_OK;
}

uint64_t zdd_rank_bits(const struct zdd *z, uint64_t number)
{
    uint64_t rank = 0;
    uint32_t at = z->root;
    while (at >= ZDD_LEAVES) {
        const struct zdd_node *n = &z->node[at];
        uint64_t bit = (uint64_t)1 << (z->cells - 1 - n->cell);
        if (number & bit) {
            number -= bit;
            rank += n->skip;
            at = n->yes;
        } else {
            at = n->no;
        }
    }
    return at == ZDD_UNIT && number == 0 ? rank : ZDD_NONE;
}

uint64_t zdd_unrank_bits(const struct zdd *z, uint64_t which)
{
    assert(which < z->count);
    uint64_t number = 0;
    uint32_t at = z->root;
    while (at >= ZDD_LEAVES) {
        const struct zdd_node *n = &z->node[at];
        if (which >= n->skip) {
            which -= n->skip;
            number |= (uint64_t)1 << (z->cells - 1 - n->cell);
            at = n->yes;
        } else {
            at = n->no;
        }
    }
    return number;
}

/* Goes down from a node to its member number `number`, noting the no-edges taken. */
static void descend(const struct zdd *z, struct zdd_walk *walk, uint32_t at,
                    uint64_t number)
{
    while (at >= ZDD_LEAVES) {
        const struct zdd_node *n = &z->node[at];
        if (number >= n->skip) {
            number -= n->skip;
            walk->state[n->cell] = (uint8_t)n->state;
            at = n->yes;
        } else {
            walk->turned[walk->depth++] = at;
            at = n->no;
        }
    }
}

enum code zdd_seek(const struct zdd *z, uint64_t from, struct zdd_walk *walk,
                   struct error *err)
{
    *walk = (struct zdd_walk){.number = from};
    TRY(check(z, from, err));
    TRY(mem_small(z->cells, 1, &walk->state, err));
    enum code code = mem_small((size_t)z->cells * (z->states - 1), sizeof *walk->turned,
                               &walk->turned, err);
    if (code != CODE_OK) {
        zdd_walk_free(walk);
        return code;
    }
    memset(walk->state, (int)z->states - 1, z->cells);
    descend(z, walk, z->root, from);
    walk->on = true;
    return CODE_OK;
}

void zdd_advance(const struct zdd *z, struct zdd_walk *walk)
{
    assert(walk->on);
    if (walk->depth == 0) {
        walk->on = false;
        return;
    }
    const struct zdd_node *n = &z->node[walk->turned[--walk->depth]];
    memset(walk->state + n->cell, (int)z->states - 1, z->cells - n->cell);
    walk->state[n->cell] = (uint8_t)n->state;
    descend(z, walk, n->yes, 0);
    walk->number++;
}

void zdd_walk_free(struct zdd_walk *walk)
{
    free(walk->state);
    free(walk->turned);
    *walk = (struct zdd_walk){0};
}
