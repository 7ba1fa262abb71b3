/* SPDX-License-Identifier: MIT
 *
 * A device: a memory of its own and kernels that work in it (kernel.h). Engines are written
 * against these calls alone. There are two kinds, a GPU (device_cuda.cu) and, for tests,
 * this processor doing as if (device_host.c).
 *
 * Calls on a device do not fail one by one: after the first failure the rest do nothing
 * useful, and fault() tells. Kernels run in the order in which they were called; get()
 * waits for them.
 */
#ifndef GPU_DEVICE_H
#define GPU_DEVICE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct device {
    uint64_t chunk;  /* positions that engines list at a time; a multiple of 64 */
    uint64_t window; /* positions whose codes they bring here at a time; likewise */
    /* Finds the device; its name and the bytes it has, all and free. CODE_RESOURCES when
     * there is none. */
    enum code (*open)(char *name, size_t size, uint64_t *all, uint64_t *free_bytes,
                      struct error *err);
    void *(*take)(uint64_t bytes); /* zeroed; null: there is no more */
    void (*give)(void *memory);    /* null is ignored */
    void (*put)(void *to, const void *from, uint64_t bytes); /* to the device */
    void (*get)(void *to, const void *from, uint64_t bytes); /* from the device */
    void (*clear)(void *memory, uint64_t bytes);
    /* Memory here that is copied to or from often: copies become faster. */
    void (*pin)(void *memory, uint64_t bytes);
    void (*unpin)(void *memory);
    /* CODE_IO and what went wrong since the start, if anything did; waits for kernels. */
    enum code (*fault)(struct error *err);
};

extern const struct device device_host;
extern const struct device device_cuda; /* only in builds with CUDA */

/* Room here, zeroed, for a solver of so many bytes that works on the device, which must be
 * there. */
enum code device_solver(const struct device *d, uint64_t size, void *out_pointer,
                        struct error *err);

/* take(), with a message that says what for. */
enum code device_take(const struct device *d, uint64_t count, uint64_t size,
                      const char *what, void *out_pointer, struct error *err);

#endif
