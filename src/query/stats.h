/* SPDX-License-Identifier: MIT
 *
 * What is known about a solved game as a whole: how many positions have each value, and
 * the value of the initial one. The numbers are those stored in the table; the positions
 * of the longest wins are found by reading all of it.
 */
#ifndef QUERY_STATS_H
#define QUERY_STATS_H

#include "query/probe.h"

struct stats {
    const struct tally *tally;
    const struct subset_tally *subsets; /* null or empty: none */
    uint16_t initial_code;
    char initial[GAME_TEXT];
    const struct position *longest; /* some positions with the longest win */
    unsigned longest_count;
};

/* The tallies stay the caller's; subsets may be null. */
void stats_of(const struct variant *v, const struct tally *tally,
              const struct subset_tally *subsets, uint16_t initial_code,
              struct stats *out);
/* The tally stays the table's. */
enum code stats_read(const struct variant *v, struct table *t, struct stats *out,
                     struct error *err);

/* Largest distance among positions of that value; 0 if there are none. */
unsigned stats_longest(const struct tally *tally, enum value value);

/* The first positions in slot order (at most max) that have the code. Reads the whole
 * table unless max are found earlier. */
enum code stats_find(const struct variant *v, struct table *t, struct run *run,
                     uint16_t code, unsigned max, struct position *out, unsigned *count,
                     struct error *err);

#endif
