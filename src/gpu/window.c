/* SPDX-License-Identifier: MIT
 * Pieces of the device's memory; see window.h. */
#define _GNU_SOURCE
#include "gpu/window.h"

uint64_t window_slots(uint64_t slots)
{
    return WINDOW_PIECES * (slots < WINDOW_SLOTS ? slots : WINDOW_SLOTS);
}

enum code window_make(struct window *w, const struct device *d, uint64_t size,
                      struct budget *memory, struct error *err)
{
    *w = (struct window){.size = size, .memory = memory, .device = d};
    pthread_mutex_init(&w->fetching, NULL);
    for (unsigned i = 0; i < WINDOW_PIECES; i++)
        pthread_rwlock_init(&w->piece[i].lock, NULL);
    window_drop(w);
    TRY(mem_take(memory, size, WINDOW_PIECES, "codes from the device", &w->bytes, err));
    d->pin(w->bytes, size * WINDOW_PIECES);
    return CODE_OK;
}

void window_free(struct window *w)
{
    if (!w->size)
        return;
    pthread_mutex_destroy(&w->fetching);
    for (unsigned i = 0; i < WINDOW_PIECES; i++)
        pthread_rwlock_destroy(&w->piece[i].lock);
    if (w->bytes)
        w->device->unpin(w->bytes);
    mem_give(w->memory, w->bytes, w->size, WINDOW_PIECES);
    *w = (struct window){0};
}

void window_drop(struct window *w)
{
    for (unsigned i = 0; i < WINDOW_PIECES; i++)
        w->piece[i].number = UINT64_MAX;
}

const unsigned char *window_hold(struct window *w, uint64_t number, window_fetch *fetch,
                                 void *context)
{
    struct window_piece *piece = &w->piece[number % WINDOW_PIECES];
    unsigned char *bytes = w->bytes + number % WINDOW_PIECES * w->size;
    for (;;) {
        pthread_rwlock_rdlock(&piece->lock);
        if (piece->number == number)
            return bytes;
        pthread_rwlock_unlock(&piece->lock);
        pthread_rwlock_wrlock(&piece->lock);
        if (piece->number != number) {
            pthread_mutex_lock(&w->fetching);
            fetch(context, number, bytes);
            pthread_mutex_unlock(&w->fetching);
            piece->number = number;
        }
        pthread_rwlock_unlock(&piece->lock);
    }
}

void window_release(struct window *w, uint64_t number)
{
    pthread_rwlock_unlock(&w->piece[number % WINDOW_PIECES].lock);
}

void window_codes(struct window *w, uint64_t first, uint64_t count, window_fetch *fetch,
                  void *context, uint16_t *out)
{
    while (count > 0) {
        uint64_t number = first / w->size, at = first % w->size, n = w->size - at;
        const unsigned char *codes = window_hold(w, number, fetch, context);
        if (n > count)
            n = count;
        for (uint64_t i = 0; i < n; i++)
            out[i] = codes[at + i];
        window_release(w, number);
        first += n;
        out += n;
        count -= n;
    }
}
