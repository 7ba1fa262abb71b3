/* SPDX-License-Identifier: MIT
 * Lists of rows of cells, for halves.c. */
#ifndef GAMES_NOCCA_HALF_ROWS_H
#define GAMES_NOCCA_HALF_ROWS_H

#include "games/nocca/halves.h"

enum half_rows { HALF_ANY, HALF_QUIET, HALF_LOUD };

/* 6 * white + black pieces; HALF_CLASSES if there are too many. */
unsigned half_class_of(uint32_t cells, unsigned columns);
unsigned half_white_tops(uint32_t cells, unsigned columns);
/* All rows of the kind, sorted into buckets; place[cells] tells where. */
enum code half_list_make(struct half_list *list, enum half_rows which, unsigned columns,
                         uint32_t *place, struct error *err);
void half_list_free(struct half_list *list);

#endif
