/* SPDX-License-Identifier: MIT
 *
 * The table of a proof search: for a position and the role of its side to move, the proof
 * and disproof number reached so far, or the result. 32 bytes per entry, four entries per
 * bucket; a full bucket loses the entry with the least work below it.
 *
 * Keys are exact (no two positions share one), so an entry is never taken for another.
 * Threads share a table without locks: the key is stored combined with the contents, and
 * an entry that two threads wrote at once fails the comparison and is not found.
 */
#ifndef SOLVE_DFPN_TABLE_H
#define SOLVE_DFPN_TABLE_H

#include "base/run.h"

#include <stdbool.h>
#include <string.h>

#define DFPN_INFINITE 1000000000u
#define DFPN_FREE     UINT16_MAX /* low: depends on nothing */

/* What is known of a position. phi: work that is left to show that the side to move gets
 * what it wants (the attacker a win, the defender none for the attacker); delta: that it
 * does not. 0 and DFPN_INFINITE are results. */
struct dfpn_numbers {
    uint32_t phi, delta;
    uint32_t size;  /* work done below it, saturating */
    uint32_t scope; /* a refutation that holds only while this visit lasts; 0: always */
    uint16_t low;   /* ... and rests on a repetition of this depth of the path */
    uint16_t high;  /* the depth of the visit `scope` */
    uint16_t distance; /* a proof: within so many plies */
    uint16_t unused;
};

struct dfpn_slot {
    uint64_t word[4]; /* key ^ the other three; numbers */
};

enum { DFPN_BUCKET = 4 };

struct dfpn_table {
    struct dfpn_slot *slot;
    uint64_t buckets;
    uint64_t used; /* entries, about */
};

/* A small one: clearing gigabytes would take longer than most searches. */
enum code dfpn_table_make(struct dfpn_table *t, struct budget *budget, struct error *err);
/* All that the budget has left, 8 GiB at most. */
enum code dfpn_table_make_full(struct dfpn_table *t, struct budget *budget,
                               struct error *err);
/* Takes more memory when half full, as long as the budget has some, 8 GiB at most. */
enum code dfpn_table_grow(struct dfpn_table *t, struct budget *budget, struct error *err);
void dfpn_table_free(struct dfpn_table *t, struct budget *budget);
/* Forgets everything but what is proved. */
void dfpn_table_keep_proofs(struct dfpn_table *t);
void dfpn_table_put(struct dfpn_table *t, uint64_t key, const struct dfpn_numbers *n);

/* The file: header, then chunks of entries, each with its sum. Entries bound to a visit
 * are left out. */
enum code dfpn_table_save(const struct dfpn_table *t, const char *path, const char *game,
                          struct error *err);
/* CODE_NO_TABLE: there is none. CODE_DAMAGED: not to be trusted. */
enum code dfpn_table_load(struct dfpn_table *t, struct budget *budget, const char *path,
                          const char *game, struct error *err);

static inline struct dfpn_slot *dfpn_bucket(const struct dfpn_table *t, uint64_t key)
{
    key >>= 1; /* both roles of a position in one bucket */
    uint64_t hash = (key ^ key >> 29) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    return &t->slot[(uint64_t)((unsigned __int128)hash * t->buckets >> 64) * DFPN_BUCKET];
}

static inline void dfpn_prefetch(const struct dfpn_table *t, uint64_t key)
{
    const struct dfpn_slot *b = dfpn_bucket(t, key);
    __builtin_prefetch(b);
    __builtin_prefetch(b + 2);
}

static inline bool dfpn_read(const struct dfpn_slot *slot, uint64_t key,
                             struct dfpn_numbers *out)
{
    uint64_t word[4];
    for (int i = 0; i < 4; i++)
        word[i] = __atomic_load_n(&slot->word[i], __ATOMIC_RELAXED);
    if ((word[0] ^ word[1] ^ word[2] ^ word[3]) != key)
        return false;
    memcpy(out, &word[1], sizeof *out);
    return true;
}

static inline bool dfpn_get(const struct dfpn_table *t, uint64_t key,
                            struct dfpn_numbers *out)
{
    const struct dfpn_slot *b = dfpn_bucket(t, key);
    for (int i = 0; i < DFPN_BUCKET; i++)
        if (dfpn_read(&b[i], key, out))
            return true;
    return false;
}

#endif
