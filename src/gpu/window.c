/* SPDX-License-Identifier: MIT
 * A piece of the device's memory; see window.h. */
#define _GNU_SOURCE
#include "gpu/window.h"

enum code window_make(struct window *w, const struct device *d, uint64_t size,
                      struct budget *memory, struct error *err)
{
    *w = (struct window){
        .number = UINT64_MAX, .size = size, .memory = memory, .device = d};
    pthread_rwlock_init(&w->lock, NULL);
    TRY(mem_take(memory, size, 1, "codes from the device", &w->bytes, err));
    d->pin(w->bytes, size);
    return CODE_OK;
}

void window_free(struct window *w)
{
    if (!w->size)
        return;
    pthread_rwlock_destroy(&w->lock);
    if (w->bytes)
        w->device->unpin(w->bytes);
    mem_give(w->memory, w->bytes, w->size, 1);
    *w = (struct window){0};
}

void window_drop(struct window *w)
{
    w->number = UINT64_MAX;
}

const unsigned char *window_hold(struct window *w, uint64_t number, window_fetch *fetch,
                                 void *context)
{
    for (;;) {
        pthread_rwlock_rdlock(&w->lock);
        if (w->number == number)
            return w->bytes;
        pthread_rwlock_unlock(&w->lock);
        pthread_rwlock_wrlock(&w->lock);
        if (w->number != number) {
            fetch(context, number, w->bytes);
            w->number = number;
        }
        pthread_rwlock_unlock(&w->lock);
    }
}

void window_release(struct window *w)
{
    pthread_rwlock_unlock(&w->lock);
}

void window_codes(struct window *w, uint64_t first, uint64_t count, window_fetch *fetch,
                  void *context, uint16_t *out)
{
    while (count > 0) {
        uint64_t at = first % w->size, n = w->size - at;
        const unsigned char *codes = window_hold(w, first / w->size, fetch, context);
        if (n > count)
            n = count;
        for (uint64_t i = 0; i < n; i++)
            out[i] = codes[at + i];
        window_release(w);
        first += n;
        out += n;
        count -= n;
    }
}
