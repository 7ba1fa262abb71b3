/* SPDX-License-Identifier: MIT
 * The path lengths of a diagram as a figure: how many members need how many nodes. */
#ifndef QUERY_PATHS_H
#define QUERY_PATHS_H

#include "zdd/zdd.h"

struct paths_figure {
    const char *game, *diagram;
    struct zdd_paths paths; /* with the distribution */
};

enum code paths_svg(const struct paths_figure *figure, FILE *out, struct error *err);

#endif
