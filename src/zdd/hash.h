/* SPDX-License-Identifier: MIT
 *
 * An open-addressing table of 32-bit numbers whose keys live elsewhere: the owner
 * compares, the table only says where to look. Kept at most half full, so that probes
 * stay short.
 *
 *     for (at = hash_first(h, key); h->slot[at] != HASH_FREE; at = hash_next(h, at))
 *         if (the thing numbered h->slot[at] is the wanted one) ...
 */
#ifndef ZDD_HASH_H
#define ZDD_HASH_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define HASH_FREE UINT32_MAX

struct hash {
    uint32_t *slot;
    unsigned bits;
};

static inline uint64_t hash_mix(uint64_t key)
{
    key = (key ^ key >> 32) * 0x9E3779B97F4A7C15u;
    key = (key ^ key >> 29) * 0xBF58476D1CE4E5B9u;
    return key ^ key >> 32;
}

static inline uint64_t hash_first(const struct hash *h, uint64_t key)
{
    return key >> (64 - h->bits);
}

static inline uint64_t hash_next(const struct hash *h, uint64_t at)
{
    return (at + 1) & (((uint64_t)1 << h->bits) - 1);
}

static inline bool hash_crowded(const struct hash *h, uint64_t held)
{
    return held > (uint64_t)1 << (h->bits - 1);
}

static inline void hash_insert(struct hash *h, uint64_t key, uint32_t number)
{
    uint64_t at = hash_first(h, key);
    while (h->slot[at] != HASH_FREE)
        at = hash_next(h, at);
    h->slot[at] = number;
}

static inline enum code hash_make(struct hash *h, unsigned bits, struct error *err)
{
    struct budget all = budget_make(UINT64_MAX); /* the owner keeps its own account */
    h->bits = bits;
    TRY(mem_take(&all, (uint64_t)1 << bits, sizeof *h->slot, "a hash table", &h->slot,
                 err));
    memset(h->slot, 0xff, sizeof *h->slot << bits);
    return CODE_OK;
}

static inline void hash_free(struct hash *h)
{
    uint64_t slots = (uint64_t)1 << h->bits;
    struct budget all = {.limit = UINT64_MAX, .used = slots * sizeof *h->slot};
    mem_give(&all, h->slot, slots, sizeof *h->slot);
    h->slot = NULL;
}

/* An empty table of twice the size; the owner inserts everything again. */
static inline enum code hash_grow(struct hash *h, struct error *err)
{
    hash_free(h);
    return hash_make(h, h->bits + 1, err);
}

#endif
