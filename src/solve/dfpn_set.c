/* SPDX-License-Identifier: MIT
 * A growing set of keys: open addressing, at most half full; see dfpn_set.h. */
#include "solve/dfpn_set.h"

#include "base/mem.h"

#include <stdlib.h>

static uint64_t place(const struct dfpn_set *set, uint64_t key)
{
    uint64_t at = (key ^ key >> 32) * 0x9e3779b97f4a7c15u >> 20 & (set->size - 1);
    while (set->key[at] && set->key[at] != key)
        at = (at + 1) & (set->size - 1);
    return at;
}

bool dfpn_set_has(const struct dfpn_set *set, uint64_t key)
{
    return set->size && set->key[place(set, key)] == key;
}

static enum code grow(struct dfpn_set *set, struct error *err)
{
    struct dfpn_set larger = {.size = set->size ? 2 * set->size : 1024};
    TRY(mem_small(larger.size, sizeof *larger.key, &larger.key, err));
    for (uint64_t i = 0; i < set->size; i++)
        if (set->key[i])
            larger.key[place(&larger, set->key[i])] = set->key[i];
    larger.count = set->count;
    free(set->key);
    *set = larger;
    return CODE_OK;
}

enum code dfpn_set_add(struct dfpn_set *set, uint64_t key, struct error *err)
{
    if (2 * set->count >= set->size)
        TRY(grow(set, err));
    uint64_t at = place(set, key);
    set->count += set->key[at] == 0;
    set->key[at] = key;
    return CODE_OK;
}

void dfpn_set_free(struct dfpn_set *set)
{
    free(set->key);
    *set = (struct dfpn_set){0};
}
