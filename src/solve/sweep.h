/* SPDX-License-Identifier: MIT
 * The bit-parallel engine for one piece against many (Sixteen Musashi); see sweep.c. */
#ifndef SOLVE_SWEEP_H
#define SOLVE_SWEEP_H

#include "solve/engine.h"

extern const struct engine sweep_engine;

#endif
