/* SPDX-License-Identifier: MIT
 *
 * Pieces of the device's memory, brought here for readers. Codes are read in order and by
 * several threads; the window holds the piece that they are at and the one that the first
 * of them have come to. (With one piece alone, it would be brought anew whenever a thread
 * on this side of a border follows one on the other.)
 */
#ifndef GPU_WINDOW_H
#define GPU_WINDOW_H

#include "base/mem.h"
#include "gpu/device.h"

#include <pthread.h>
#include <stdint.h>

enum {
    WINDOW_PIECES = 2,
    WINDOW_SLOTS = 1 << 24 /* of a piece, on every device at most; see device.h */
};

struct window_piece {
    pthread_rwlock_t lock;
    uint64_t number; /* UINT64_MAX: none */
};

struct window {
    struct window_piece piece[WINDOW_PIECES]; /* by number modulo WINDOW_PIECES */
    pthread_mutex_t fetching;                 /* one at a time */
    unsigned char *bytes;                     /* of the pieces, one after the other */
    uint64_t size;                            /* of a piece */
    struct budget *memory;
    const struct device *device;
};

/* Slots that are here at a time, at most, of so many. */
uint64_t window_slots(uint64_t slots);

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
void window_release(struct window *w, uint64_t number);

/* Where a piece is codes of a byte each, in order: those from `first` on. */
void window_codes(struct window *w, uint64_t first, uint64_t count, window_fetch *fetch,
                  void *context, uint16_t *out);

#endif
