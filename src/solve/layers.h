/* SPDX-License-Identifier: MIT
 * The bit-parallel engine for games of three stacked layers (Gobblet); see layers.c. */
#ifndef SOLVE_LAYERS_H
#define SOLVE_LAYERS_H

#include "solve/engine.h"

extern const struct engine layers_engine;

#endif
