/* SPDX-License-Identifier: MIT
 *
 * Writing a table: codes are put in the order of slots, part by part or all at once; blocks
 * are compressed in parallel and written in order, and the file takes its name only when
 * it is complete and on disk. The bytes depend on the codes alone.
 *
 * With a progress file (progress.h) a table under construction outlives its process: what
 * was put before writer_keep is there when it is opened again, and can be read.
 */
#ifndef TABLE_WRITE_H
#define TABLE_WRITE_H

#include "solve/solve.h"
#include "solve/tally.h"

struct writer;

/* progress: a file name; null: the table is made in one go. */
enum code writer_open(const char *path, const char *progress, const struct variant *v,
                      struct run *run, struct writer **out, struct error *err);
/* How many parts are complete. */
unsigned writer_parts(const struct writer *w);
/* The codes of the next part, or of all parts at once, from an engine. */
enum code writer_put(struct writer *w, unsigned part, const struct engine *engine,
                     const struct solver *solver, struct error *err);
enum code writer_put_all(struct writer *w, const struct engine *engine,
                         const struct solver *solver, struct error *err);
/* Makes all that was put durable. */
enum code writer_keep(struct writer *w, struct error *err);
/* Codes that were put, and the largest of those of a part. */
enum code writer_read(struct writer *w, uint64_t first, uint64_t count, struct codes out,
                      struct error *err);
unsigned writer_largest(const struct writer *w, unsigned part);
/* Statistics of all that was put; by subset if the game has slot_subset, else empty. */
const struct tally *writer_tally(const struct writer *w);
const struct subset_tally *writer_subsets(const struct writer *w);
/* Completes the table; all slots have been put. subsets: those of a game without
 * slot_subset. */
enum code writer_finish(struct writer *w, const struct subset_tally *subsets,
                        struct error *err);
/* What was not kept is lost. Null is ignored. */
void writer_close(struct writer *w);

/* The writer as the store of a solve by parts. */
struct store writer_store(struct writer *w);

/* All of these for a solution that is complete. */
enum code table_write(const char *path, const struct variant *v, struct run *run,
                      const struct solution *solution, const struct subset_tally *subsets,
                      struct tally *tally, struct error *err);

/* Whether this build can write and read tables (zstd and xxhash were there). */
bool table_supported(void);

#endif
