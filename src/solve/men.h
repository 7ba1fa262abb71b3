/* SPDX-License-Identifier: MIT
 * The men engine; see men.c. */
#ifndef SOLVE_MEN_H
#define SOLVE_MEN_H

#include "solve/engine.h"

extern const struct engine men_engine;

#endif
