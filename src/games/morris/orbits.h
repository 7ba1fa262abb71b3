/* SPDX-License-Identifier: MIT
 *
 * Sets of occupied points up to the symmetries of the board. Of every class of sets the
 * least (as a number) stands for it; these are sorted within each number of men, so a
 * class has a number, and a set has its class and an operation that leads to the least.
 *
 * Both stand in a table by set, 64 MiB for 24 points, which is filled from the least sets.
 */
#ifndef GAMES_MORRIS_ORBITS_H
#define GAMES_MORRIS_ORBITS_H

#include "base/error.h"
#include "games/morris/rules.h"

struct morris_orbits {
    unsigned ops;
    uint32_t first[MORRIS_POINTS + 2]; /* in least[], by number of men */
    uint32_t *least;
    uint32_t
        *of; /* by set: number << 6 | some operation keeps the set << 5 | operation */
    uint32_t image[MORRIS_OPS][3][256]; /* of the three bytes of a set */
};

struct morris_class {
    uint32_t number; /* among those with as many men */
    unsigned op;     /* the first that maps the set to the least */
    bool symmetric;  /* some operation keeps the set */
};

enum code morris_orbits_make(struct morris_orbits *o, const struct morris_board *b,
                             struct error *err);
void morris_orbits_free(struct morris_orbits *o);

FAST uint32_t morris_orbit_image(const struct morris_orbits *o, unsigned op, uint32_t set)
{
    return o->image[op][0][set & 255] | o->image[op][1][set >> 8 & 255] |
           o->image[op][2][set >> 16];
}

FAST uint32_t morris_classes(const struct morris_orbits *o, unsigned men)
{
    return o->first[men + 1] - o->first[men];
}

FAST uint32_t morris_least(const struct morris_orbits *o, unsigned men, uint32_t number)
{
    return o->least[o->first[men] + number];
}

FAST struct morris_class morris_class_of(const struct morris_orbits *o, uint32_t set)
{
    const uint32_t of = o->of[set];
    struct morris_class found = {of >> 6, of & 31, (of >> 5 & 1) != 0};
    return found;
}

#endif
