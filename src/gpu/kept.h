/* SPDX-License-Identifier: MIT
 *
 * Codes of parts on a device, two bytes each (as solve/held.h here). A part stays until none
 * needs it any more, or until there is no room for something else.
 */
#ifndef GPU_KEPT_H
#define GPU_KEPT_H

#include "game/game.h"
#include "gpu/device.h"

struct kept_part {
    uint16_t *code; /* null: not there */
    unsigned last;  /* the last part that needs it; itself if none does */
};

struct kept {
    const struct variant *v;
    const struct device *device;
    struct kept_part *part; /* by number */
    /* Not given up: the part that is solved, and those that it needs. */
    unsigned at;
    unsigned needs[GAME_NEEDS];
    unsigned needed;
};

enum code kept_make(struct kept *k, const struct variant *v, const struct device *d,
                    struct error *err);
void kept_free(struct kept *k);

/* From now on this part is solved; what neither it nor a later one needs goes. */
void kept_begin(struct kept *k, unsigned part);

/* device_take(); if need be, parts that are not needed now make room. */
enum code kept_room(struct kept *k, uint64_t count, uint64_t size, const char *what,
                    void *out_pointer, struct error *err);

/* Room for the codes of a part; *fresh: they were not there, and are zero. */
enum code kept_take(struct kept *k, unsigned part, bool *fresh, struct error *err);

#endif
