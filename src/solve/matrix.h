/* SPDX-License-Identifier: MIT
 * The bit-matrix engine for boards of two halves (NOCCAxNOCCA); see matrix.c. */
#ifndef SOLVE_MATRIX_H
#define SOLVE_MATRIX_H

#include "games/nocca/halves.h"
#include "solve/engine.h"

extern const struct engine matrix_engine;

/* The statistics by subset of the game: from what each ply decided, quiet positions of P and
 * those with one threat in rows of their own, and from numbers of halves; common: those
 * with one threat that have no row of their own, because it cannot be answered. */
void matrix_tally(const struct nocca_halves *h, const uint64_t common[HALF_CLASSES],
                  const uint64_t (*decided)[2], unsigned plies, struct subset_tally *out);

#endif
