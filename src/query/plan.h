/* SPDX-License-Identifier: MIT
 *
 * Before solving: what each engine would need here, and which one `solve` will take.
 */
#ifndef QUERY_PLAN_H
#define QUERY_PLAN_H

#include "solve/engine.h"

enum { PLAN_METHODS = 8 };

struct plan_method {
    const struct engine *engine;
    uint64_t memory_bytes, disk_bytes;
    double seconds;
    bool fits; /* in the memory allowed and the disk that is free */
};

struct plan {
    struct plan_method method[PLAN_METHODS];
    unsigned methods;
    const struct engine *chosen; /* null: none fits */
    uint64_t memory_limit, disk_free;
    int threads;
};

/* directory is where the table would be stored; it need not exist yet. */
enum code plan_make(const struct variant *v, const struct run *run, const char *directory,
                    struct plan *out, struct error *err);

#endif
