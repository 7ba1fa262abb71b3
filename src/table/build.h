/* SPDX-License-Identifier: MIT
 *
 * From a game to its table: choose an engine, solve with checkpoint and resume, store,
 * remove the checkpoint. A finished table is not made again.
 *
 * The table's bytes depend on the game alone; what depends on the run (machine, date,
 * seconds, memory, threads, engine) is kept beside it in NAME.run.json.
 */
#ifndef TABLE_BUILD_H
#define TABLE_BUILD_H

#include "solve/engine.h"
#include "solve/tally.h"

struct build_options {
    const char *directory;
    const char *engine;      /* null: the fastest that fits */
    const char *backend;     /* "cpu" or "gpu"; null: cpu */
    double checkpoint_every; /* seconds */
    bool no_table;           /* solve and report only */
    bool sum;                /* report codes_sum */
};

struct build_report {
    const char *engine;
    const char *backend;
    bool summed; /* codes_sum was asked for, and the codes were there */
    uint64_t codes_sum;
    struct tally tally;
    struct subset_tally subsets; /* to be freed, unless was_there */
    uint16_t initial;            /* code of the initial position, unless was_there */
    bool was_there;              /* the table existed and was left alone */
    bool resumed;
    unsigned resumed_part; /* parts that were done */
    unsigned resumed_from; /* plies of the next that were done */
    double seconds;        /* wall clock, of this process */
    double solve_seconds, write_seconds;
    uint64_t peak_bytes;
    uint64_t file_bytes;
};

enum code build_table(const struct variant *v, struct run *run,
                      const struct build_options *options, struct build_report *report,
                      struct error *err);

#endif
