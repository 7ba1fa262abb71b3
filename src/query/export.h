/* SPDX-License-Identifier: MIT
 *
 * A table for other programs: one row per position in the order of ranks, as CSV
 * (rank,position,value,plies) or as a NumPy array of codes (uint8, one per rank: 0 draw,
 * 1+2d win in d plies, 2+2d loss in d plies). A part is given by its ranks.
 */
#ifndef QUERY_EXPORT_H
#define QUERY_EXPORT_H

#include "query/probe.h"

enum export_format { EXPORT_CSV, EXPORT_NPY };

struct export_request {
    enum export_format format;
    uint64_t from, to; /* ranks from .. to-1; to is at most v->positions */
    /* Takes the bytes in order. */
    enum code (*put)(void *context, const void *data, size_t size, struct error *err);
    void *context;
};

enum code export_ranks(const struct variant *v, struct table *t, struct run *run,
                       const struct export_request *request, struct error *err);

#endif
