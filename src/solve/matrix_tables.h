/* SPDX-License-Identifier: MIT
 * The tables of the matrix engine: moves in fronts and tails, classes and their columns. */
#ifndef SOLVE_MATRIX_TABLES_H
#define SOLVE_MATRIX_TABLES_H

#include "base/run.h"
#include "solve/matrix_state.h"

/* Bytes that matrix_tables will take, about. */
uint64_t matrix_tables_bytes(const struct nocca_halves *h);
enum code matrix_tables(struct matrix_board *b, const struct nocca_halves *h,
                        struct run *run, struct error *err);
void matrix_tables_free(struct matrix_board *b, struct run *run);

/* Sizes and columns of all classes; fills everything but planes and masks. */
void matrix_classes(struct matrix_board *b);
/* Lists of the columns of classes with not too many. */
enum code matrix_keep_columns(struct matrix_board *b, struct run *run, struct error *err);
void matrix_drop_columns(struct matrix_board *b, struct run *run);

/* Can the colour move inside this half (bit 15); its columns on top of the row next to the
 * other half (bits 0-4); columns of that row with room (5-9). Without the front, the row is
 * that before it. */
unsigned matrix_mobility(const struct nocca_halves *h, const struct half *x, int colour,
                         bool without_front);

#endif
