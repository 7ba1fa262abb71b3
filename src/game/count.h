/* SPDX-License-Identifier: MIT
 *
 * Sizes of a game's position sets, for `hissho count`: named sets ("all", "unique",
 * "reachable", ...), each with optional subsets.
 */
#ifndef GAME_COUNT_H
#define GAME_COUNT_H

#include "base/error.h"

#include <stdint.h>

struct count_entry {
    char set[48];
    char subset[48]; /* empty: the set itself */
    uint64_t positions;
};

struct count_report {
    struct count_entry *entry;
    unsigned entries;
};

/* Appends the size of a set (subset null) or of one of its subsets, which follow it. */
enum code count_add(struct count_report *report, const char *set, const char *subset,
                    uint64_t positions, struct error *err);
void count_free(struct count_report *report);

#endif
