/* SPDX-License-Identifier: MIT
 *
 * A table against the proof search, which shares nothing with the engines but the rules:
 * random positions of all parts of the game are proved, each by a search of its own, and
 * compared with the table. What is proved must be what the table says; its draws cannot be
 * proved.
 */
#ifndef QUERY_PROOFS_H
#define QUERY_PROOFS_H

#include "query/probe.h"
#include "solve/dfpn.h"

struct proofs_report {
    uint64_t checked;      /* positions */
    uint64_t in[3];        /* of them by value in the table */
    uint64_t proved[3];    /* ... and proved to have it: no draws, for proofs end */
    uint64_t open[3];      /* ... and neither side's win proved within the limit */
    uint64_t errors;       /* proved to have another value */
    struct position wrong; /* the first of them */
    uint64_t nodes;
    double seconds;
    uint64_t peak_bytes;
};

/* options->nodes limits every single search. CODE_OK also when errors were found. */
enum code proofs_compare(const struct variant *v, struct table *t, struct run *run,
                         const struct dfpn_options *options, uint64_t positions,
                         struct proofs_report *report, struct error *err);

#endif
