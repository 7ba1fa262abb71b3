/* SPDX-License-Identifier: MIT
 * The engine of Yonmoque, bit-parallel over the colours of the men; see colours.c. */
#ifndef SOLVE_COLOURS_H
#define SOLVE_COLOURS_H

#include "solve/engine.h"

extern const struct engine colours_engine;

#endif
