/* SPDX-License-Identifier: MIT
 * Builds the numbering tables of layers.h. */
#ifndef GAMES_GOBBLET_TABLES_H
#define GAMES_GOBBLET_TABLES_H

#include "games/gobblet/layers.h"

void gob_tables_fill(struct fast_tables *t, enum gob_rule rule, unsigned pieces);

/* Image of a set of cells under a symmetry of the square. */
uint16_t gob_cells_image(const struct fast_tables *t, unsigned symmetry, uint16_t cells);

/* Number of layers that a symmetry leaves unchanged. */
unsigned gob_layers_fixed(const struct fast_tables *t, unsigned symmetry);

#endif
