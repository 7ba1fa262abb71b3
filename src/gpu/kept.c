/* SPDX-License-Identifier: MIT
 * Codes of parts on a device; see kept.h. */
#include "gpu/kept.h"

#include "base/mem.h"

#include <stdlib.h>

enum code kept_make(struct kept *k, const struct variant *v, const struct device *d,
                    struct error *err)
{
    const unsigned parts = game_parts(v);
    *k = (struct kept){.v = v, .device = d};
    TRY(mem_small(parts, sizeof *k->part, &k->part, err));
    for (unsigned i = 0; i < parts; i++) {
        unsigned needs[GAME_NEEDS], n = game_part_needs(v, i, needs);
        k->part[i].last = i;
        for (unsigned j = 0; j < n; j++)
            k->part[needs[j]].last = i;
    }
    return CODE_OK;
}

static void give(struct kept *k, unsigned part)
{
    k->device->give(k->part[part].code);
    k->part[part].code = NULL;
}

void kept_free(struct kept *k)
{
    for (unsigned i = 0; k->part && i < game_parts(k->v); i++)
        give(k, i);
    free(k->part);
    *k = (struct kept){0};
}

void kept_begin(struct kept *k, unsigned part)
{
    k->at = part;
    k->needed = game_part_needs(k->v, part, k->needs);
    for (unsigned i = 0; i < part; i++)
        if (k->part[i].last < part)
            give(k, i);
}

static bool needed(const struct kept *k, unsigned part)
{
    for (unsigned i = 0; i < k->needed; i++)
        if (k->needs[i] == part)
            return true;
    return part == k->at;
}

/* Gives a part up; false if all that are there are needed. */
static bool give_up_one(struct kept *k)
{
    for (unsigned i = 0; i < game_parts(k->v); i++)
        if (k->part[i].code && !needed(k, i)) {
            give(k, i);
            return true;
        }
    return false;
}

enum code kept_room(struct kept *k, uint64_t count, uint64_t size, const char *what,
                    void *out_pointer, struct error *err)
{
    enum code code;
    do
        code = device_take(k->device, count, size, what, out_pointer, err);
    while (code == CODE_RESOURCES && give_up_one(k));
    return code;
}

enum code kept_take(struct kept *k, unsigned part, bool *fresh, struct error *err)
{
    struct part range;
    *fresh = !k->part[part].code;
    if (!*fresh)
        return CODE_OK;
    game_part(k->v, part, &range);
    return kept_room(k, range.count, sizeof *k->part[part].code, "the codes",
                     &k->part[part].code, err);
}
