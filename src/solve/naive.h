/* SPDX-License-Identifier: MIT
 * The naive engine, the oracle of all others; see naive.c. */
#ifndef SOLVE_NAIVE_H
#define SOLVE_NAIVE_H

#include "solve/engine.h"

extern const struct engine naive_engine;

#endif
