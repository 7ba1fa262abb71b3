/* SPDX-License-Identifier: MIT
 *
 * The histogram of a solved game as a figure for a paper: an SVG with the number of
 * positions by plies on a logarithmic scale, wins and losses side by side, draws in a
 * column of their own. Also the same numbers as CSV.
 */
#ifndef QUERY_PLOT_H
#define QUERY_PLOT_H

#include "query/stats.h"

#include <stdio.h>

void plot_svg(FILE *out, const struct variant *v, const struct stats *stats);
/* Columns value,plies,positions. */
void plot_csv(FILE *out, const struct variant *v, const struct stats *stats);

#endif
