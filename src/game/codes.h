/* SPDX-License-Identifier: MIT
 *
 * Large arrays of codes, indexed by slot: one byte each where all of them are below 256,
 * two otherwise. Loops that are worth it are compiled for both widths, by calling an
 * inline function with a constant width.
 */
#ifndef GAME_CODES_H
#define GAME_CODES_H

#include "game/value.h"

#include <string.h>

struct codes {
    void *at;
    unsigned width; /* bytes per code, 1 or 2 */
};

static inline uint16_t codes_get(struct codes codes, uint64_t slot)
{
    return codes.width == 1 ? ((const uint8_t *)codes.at)[slot]
                            : ((const uint16_t *)codes.at)[slot];
}

static inline void codes_put(struct codes codes, uint64_t slot, uint16_t code)
{
    if (codes.width == 1)
        ((uint8_t *)codes.at)[slot] = (uint8_t)code;
    else
        ((uint16_t *)codes.at)[slot] = code;
}

/* Where the code of a slot lies. */
static inline void *codes_at(struct codes codes, uint64_t slot)
{
    return (char *)codes.at + slot * codes.width;
}

/* The largest of some codes. */
static inline unsigned codes_largest(const uint16_t *codes, uint64_t count)
{
    uint16_t largest = 0;
    for (uint64_t i = 0; i < count; i++)
        largest = codes[i] > largest ? codes[i] : largest;
    return largest;
}

static inline void codes_narrow(const uint16_t *codes, uint64_t count, uint8_t *out)
{
    for (uint64_t i = 0; i < count; i++)
        out[i] = (uint8_t)codes[i];
}

static inline void codes_widen(const uint8_t *codes, uint64_t count, uint16_t *out)
{
    for (uint64_t i = 0; i < count; i++)
        out[i] = codes[i];
}

#endif
