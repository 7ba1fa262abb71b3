/* SPDX-License-Identifier: MIT
 * What is told of a solution besides its table. */
#ifndef TABLE_SUMMARY_H
#define TABLE_SUMMARY_H

#include "solve/solve.h"
#include "solve/tally.h"

/* The code of the initial position, as it is shown. */
enum code summary_initial(const struct variant *v, const struct solution *solution,
                          uint16_t *code, struct error *err);
/* Statistics by subset, position by position: for small games. */
enum code summary_positions(const struct variant *v, struct run *run,
                            const struct solution *solution, struct subset_tally *out,
                            struct error *err);
/* Statistics of all slots, by subset if the game has slot_subset: for solves that store no
 * table, which would count them. */
enum code summary_slots(const struct variant *v, struct run *run,
                        const struct solution *solution, struct tally *tally,
                        struct subset_tally *subsets, struct error *err);
/* A sum over all codes that depends on their order, not on who computed them: pieces of a
 * fixed size are summed up in parallel, each with its number mixed in. */
enum code summary_sum(const struct variant *v, const struct run *run,
                      const struct solution *solution, uint64_t *sum, struct error *err);

#endif
