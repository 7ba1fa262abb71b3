/* SPDX-License-Identifier: MIT
 *
 * A piece of the device's memory, brought here for readers. Codes are read in order and by
 * several threads; the window holds the piece that they are at, and moves when somebody
 * wants another one.
 */
#ifndef GPU_WINDOW_H
#define GPU_WINDOW_H

#include "base/mem.h"
#include "gpu/device.h"

#include <pthread.h>
#include <stdint.h>

struct window {
    pthread_rwlock_t lock;
    uint64_t number; /* of the piece that is here; UINT64_MAX: none */
    unsigned char *bytes;
    uint64_t size;
    struct budget *memory;
    const struct device *device;
};

enum code window_make(struct window *w, const struct device *d, uint64_t size,
                      struct budget *memory, struct error *err);
void window_free(struct window *w);
/* What is here is no longer what is there. */
void window_drop(struct window *w);

/* Fills bytes with the piece of that number. */
typedef void window_fetch(void *context, uint64_t number, unsigned char *bytes);

/* Returns with the piece there, which stays until window_release. */
const unsigned char *window_hold(struct window *w, uint64_t number, window_fetch *fetch,
                                 void *context);
void window_release(struct window *w);

/* Where a piece is codes of a byte each, in order: those from `first` on. */
void window_codes(struct window *w, uint64_t first, uint64_t count, window_fetch *fetch,
                  void *context, uint16_t *out);

#endif
