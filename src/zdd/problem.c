/* SPDX-License-Identifier: MIT
 * Problems declared by counters, one byte of the carried word each; see problem.h. */
#include "zdd/problem.h"

#include <assert.h>
#include <stddef.h>

static unsigned value(uint64_t carried, unsigned counter)
{
    return carried >> 8 * counter & 255;
}

static uint64_t take(const void *context, unsigned cell, unsigned state, uint64_t carried)
{
    (void)cell;
    const struct zdd_counters *c = context;
    uint64_t next = 0;
    for (unsigned i = 0; i < c->counters; i++) {
        unsigned sum = value(carried, i) + c->counter[i].add[state];
        if (c->counter[i].most == ZDD_ANY)
            sum = sum > c->counter[i].least ? c->counter[i].least : sum;
        else if (sum > c->counter[i].most)
            return ZDD_DEAD;
        next |= (uint64_t)sum << 8 * i;
    }
    return next;
}

static bool accept(const void *context, uint64_t carried)
{
    const struct zdd_counters *c = context;
    for (unsigned i = 0; i < c->counters; i++)
        if (value(carried, i) < c->counter[i].least)
            return false;
    return true;
}

struct zdd_problem zdd_count_problem(unsigned cells, unsigned states,
                                     const struct zdd_counters *c)
{
    /* All eight bytes at 255 would read as ZDD_DEAD. */
    assert(c->counters < ZDD_COUNTERS || c->counter[ZDD_COUNTERS - 1].most < ZDD_ANY ||
           c->counter[ZDD_COUNTERS - 1].least < ZDD_ANY);
    return (struct zdd_problem){
        .cells = cells, .states = states, .context = c, .take = take, .accept = accept};
}
