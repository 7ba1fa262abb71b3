/* SPDX-License-Identifier: MIT
 *
 * Local conditions over the fast face, compiled once per game; see solve/local.h.
 * Successors of a few positions ahead are prefetched.
 */
#include "solve/local.h"

#include FAST_FACE

#define PASTE(a, b)  a##b
#define PASTE2(a, b) PASTE(a, b)
#define NAME(prefix) PASTE2(prefix, FAST_GAME)

enum { AHEAD = 4 };

struct item {
    enum ending ending;
    unsigned n;
    uint64_t next[FAST_MOVES];
};

static void prepare(const struct fast_tables *t, struct codes codes, uint64_t slot,
                    struct item *item)
{
    struct fast_position p;
    fast_at(t, slot, &p);
    item->ending = fast_ending(t, &p);
    item->n = item->ending == GOES_ON ? fast_successors(t, &p, item->next) : 0;
    for (unsigned i = 0; i < item->n; i++)
        if (item->next[i] < SLOT_DRAWN)
            __builtin_prefetch(codes_at(codes, item->next[i]));
}

static uint16_t derive(struct codes codes, const struct item *item)
{
    if (item->ending != GOES_ON)
        return code_of_ending(item->ending);
    struct local_fold fold = LOCAL_FOLD_EMPTY;
    for (unsigned i = 0; i < item->n; i++) {
        uint64_t next = item->next[i];
        local_feed(&fold, next == SLOT_WON     ? code_win(0)
                          : next == SLOT_LOST  ? code_loss(0)
                          : next == SLOT_DRAWN ? CODE_DRAWN
                                               : codes_get(codes, next));
    }
    return local_result(&fold);
}

#ifndef FAST_SUITS
#define FAST_SUITS(tables) ((void)(tables), 1)
#endif

static inline void check(const struct variant *v, struct codes codes, uint64_t first,
                         uint64_t end, struct local_report *report)
{
    struct item item[AHEAD];
    for (uint64_t slot = first; slot < end + AHEAD; slot++) {
        if (slot >= first + AHEAD) {
            uint64_t ready = slot - AHEAD;
            uint16_t derived = derive(codes, &item[ready % AHEAD]);
            if (!local_right(codes_get(codes, ready), derived))
                local_note(report, ready, derived);
        }
        if (slot < end)
            prepare(v->tables, codes, slot, &item[slot % AHEAD]);
    }
}

bool NAME(local_)(const struct variant *v, struct codes codes, uint64_t first,
                  uint64_t end, struct local_report *report);

bool NAME(local_)(const struct variant *v, struct codes codes, uint64_t first,
                  uint64_t end, struct local_report *report)
{
    if (!FAST_SUITS((const struct fast_tables *)v->tables))
        return false;
    if (codes.width == 1)
        check(v, (struct codes){codes.at, 1}, first, end, report);
    else
        check(v, (struct codes){codes.at, 2}, first, end, report);
    return true;
}
