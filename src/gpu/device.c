/* SPDX-License-Identifier: MIT
 * What all devices share; see device.h. */
#include "gpu/device.h"

#include "base/mem.h"
#include "base/text.h"

#include <string.h>

enum code device_solver(const struct device *d, uint64_t size, void *out_pointer,
                        struct error *err)
{
    char name[64];
    uint64_t all, unused;
    TRY(d->open(name, sizeof name, &all, &unused, err));
    return mem_small(1, size, out_pointer, err);
}

enum code device_take(const struct device *d, uint64_t count, uint64_t size,
                      const char *what, void *out_pointer, struct error *err)
{
    uint64_t bytes, all, unused;
    void *pointer = NULL;
    if (!__builtin_mul_overflow(count, size, &bytes))
        pointer = d->take(bytes);
    if (!pointer) {
        char name[64], need[32], have[32];
        TRY(d->open(name, sizeof name, &all, &unused, err));
        return error_set(err, CODE_RESOURCES,
                         "not enough memory on %s for %s: need %s, have %s", name, what,
                         text_bytes(bytes, need), text_bytes(unused, have));
    }
    memcpy(out_pointer, &pointer, sizeof pointer);
    return CODE_OK;
}
