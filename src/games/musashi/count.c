/* SPDX-License-Identifier: MIT
 *
 * Numbers of positions, by the lemma that is not Burnside's: orbits = mean number of
 * positions that a symmetry leaves as they are. Those have black on a fixed point and
 * brown on whole cycles of the other points, so their numbers by brown men are the
 * coefficients of the product of (1 + z^length) over the cycles.
 */
#include "games/musashi/count.h"

#include <stdio.h>
#include <string.h>

static void add_fixed(const struct mus_board *b, unsigned k, unsigned black,
                      uint64_t sum[MUS_POINTS])
{
    uint64_t poly[MUS_POINTS] = {1}, seen = (uint64_t)1 << black;
    for (unsigned p = 0; p < b->points; p++) {
        unsigned length = 0;
        for (unsigned q = p; !(seen >> q & 1); q = b->image[k][q], length++)
            seen |= (uint64_t)1 << q;
        for (unsigned n = b->points - 1; length > 0 && n >= length; n--)
            poly[n] += poly[n - length];
    }
    for (unsigned n = 0; n < b->points; n++)
        sum[n] += poly[n];
}

void mus_sizes(const struct mus_board *b, unsigned symmetries, struct mus_sizes *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned k = 0; k < symmetries; k++)
        for (unsigned p = 0; p < b->points; p++)
            if (b->image[k][p] == p)
                add_fixed(b, k, p, out->with);
    for (unsigned n = 0; n < b->points; n++)
        out->with[n] /= symmetries;
}

/* The part of the board that is connected with p when black stands on `black`. */
static uint64_t component(const struct mus_board *b, unsigned black, unsigned p)
{
    uint64_t part = (uint64_t)1 << p, before = 0;
    while (part != before) {
        before = part;
        for (uint64_t from = before; from; from &= from - 1)
            part |= b->near[__builtin_ctzll(from)];
        part &= ~((uint64_t)1 << black);
    }
    return part;
}

static unsigned fixed_by(const struct mus_board *b, unsigned black, uint64_t brown)
{
    unsigned n = 0;
    for (unsigned k = 0; k < b->symmetries; k++)
        n += b->image[k][black] == black && mus_image(b, k, brown) == brown;
    return n;
}

/* Brown is stuck when it fills whole parts of the board without black's point. */
void mus_stuck(const struct mus_board *b, struct mus_sizes *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned black = 0; black < b->points; black++) {
        uint64_t part[MUS_POINTS], seen = (uint64_t)1 << black;
        unsigned parts = 0;
        for (unsigned p = 0; p < b->points; p++)
            if (!(seen >> p & 1))
                seen |= part[parts++] = component(b, black, p);
        for (unsigned some = 0; some < 1u << parts; some++) {
            uint64_t brown = 0;
            for (unsigned k = 0; k < parts; k++)
                brown |= some >> k & 1 ? part[k] : 0;
            out->with[__builtin_popcountll(brown)] += fixed_by(b, black, brown);
        }
    }
    for (unsigned n = 0; n < b->points; n++)
        out->with[n] /= b->symmetries;
}

enum code mus_count_set(const char *name, const struct mus_sizes *sizes, unsigned points,
                        struct count_report *report, struct error *err)
{
    uint64_t sum = 0;
    for (unsigned n = 0; n < points; n++)
        sum += 2 * sizes->with[n];
    TRY(count_add(report, name, NULL, sum, err));
    for (unsigned i = 0; i < 2 * points; i++) {
        char subset[48];
        snprintf(subset, sizeof subset, "brown=%u to_move=%s", i / 2,
                 i % 2 ? "brown" : "black");
        TRY(count_add(report, name, subset, sizes->with[i / 2], err));
    }
    return CODE_OK;
}

enum code mus_count_stuck(const struct mus_sizes *sizes, unsigned points,
                          struct count_report *report, struct error *err)
{
    uint64_t sum = 0;
    for (unsigned n = 0; n < points; n++)
        sum += sizes->with[n];
    TRY(count_add(report, "stuck", NULL, sum, err));
    for (unsigned n = 0; n < points; n++) {
        char subset[48];
        snprintf(subset, sizeof subset, "brown=%u to_move=brown", n);
        if (sizes->with[n])
            TRY(count_add(report, "stuck", subset, sizes->with[n], err));
    }
    return CODE_OK;
}
