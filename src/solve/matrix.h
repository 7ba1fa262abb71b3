/* SPDX-License-Identifier: MIT
 * The bit-matrix engine for boards of two halves (NOCCAxNOCCA); see matrix.c. */
#ifndef SOLVE_MATRIX_H
#define SOLVE_MATRIX_H

#include "solve/engine.h"

extern const struct engine matrix_engine;

#endif
