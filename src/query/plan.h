/* SPDX-License-Identifier: MIT
 *
 * Before solving: what each engine would need here, and which one `solve` will take. Those
 * for a GPU are listed where there is one; they are taken when asked for (--backend gpu).
 */
#ifndef QUERY_PLAN_H
#define QUERY_PLAN_H

#include "solve/engine.h"

enum { PLAN_METHODS = 8 };

struct plan_method {
    const struct engine *engine;
    uint64_t memory_bytes, disk_bytes;
    uint64_t device_bytes; /* memory of the device it works on; 0: this machine's */
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
