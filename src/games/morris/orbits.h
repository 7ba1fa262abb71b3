/* SPDX-License-Identifier: MIT
 *
 * Sets of occupied points up to the symmetries of the board. Of every class of sets the
 * least (as a number) stands for it; these are sorted within each number of men, so a
 * class has a number, and a set has its class and an operation that leads to the least.
 *
 * On the small boards this is a table by set; on those of 24 points, where that would be
 * 64 MiB, the least is searched for.
 */
#ifndef GAMES_MORRIS_ORBITS_H
#define GAMES_MORRIS_ORBITS_H

#include "base/error.h"
#include "games/morris/rules.h"

enum { ORBITS_DIRECT = 17 /* boards with at most so many points have the table */ };

struct morris_orbits {
    unsigned ops;
    uint32_t first[MORRIS_POINTS + 2]; /* in least[], by number of men */
    uint32_t *least;
    uint32_t *direct; /* by set: number << 5 | operation; null on large boards */
    uint32_t image[MORRIS_OPS][3][256]; /* of the three bytes of a set */
};

struct morris_class {
    uint32_t number; /* among those with as many men */
    unsigned op;     /* the first that maps the set to the least */
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

FAST uint32_t morris_class_number(const struct morris_orbits *o, uint32_t least)
{
    unsigned men = morris_men_of(least);
    uint32_t low = o->first[men], high = o->first[men + 1];
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (o->least[middle] <= least)
            low = middle;
        else
            high = middle;
    }
    return low - o->first[men];
}

FAST struct morris_class morris_class_search(const struct morris_orbits *o, uint32_t set)
{
    uint32_t least = set;
    unsigned best = 0;
    for (unsigned op = 1; op < o->ops; op++) {
        uint32_t image = morris_orbit_image(o, op, set);
        if (image < least)
            least = image, best = op;
    }
    struct morris_class found = {morris_class_number(o, least), best};
    return found;
}

FAST struct morris_class morris_class_of(const struct morris_orbits *o, uint32_t set)
{
    if (!o->direct)
        return morris_class_search(o, set);
    struct morris_class found = {o->direct[set] >> 5, o->direct[set] & 31};
    return found;
}

#endif
