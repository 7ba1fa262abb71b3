/* SPDX-License-Identifier: MIT
 *
 * Writing a table: blocks are compressed in parallel, written in order, and the file
 * takes its name only when it is complete and on disk. The bytes depend on the codes
 * alone. tally receives the statistics of the codes stored; those by subset come from
 * the caller (none for games without).
 */
#ifndef TABLE_WRITE_H
#define TABLE_WRITE_H

#include "solve/solve.h"
#include "solve/tally.h"

enum code table_write(const char *path, const struct variant *v, struct run *run,
                      const struct solution *solution, const struct subset_tally *subsets,
                      struct tally *tally, struct error *err);

/* Whether this build can write and read tables (zstd and xxhash were there). */
bool table_supported(void);

#endif
