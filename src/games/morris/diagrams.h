/* SPDX-License-Identifier: MIT
 *
 * The diagrams of N men's morris as `hissho index` shows them: all placements (the first
 * diagram, as the papers share nodes and reduced) and the unique ones (the second). A
 * position is looked up by its men alone, white's as white, whoever is to move.
 */
#ifndef GAMES_MORRIS_DIAGRAMS_H
#define GAMES_MORRIS_DIAGRAMS_H

#include "games/morris/rules.h"
#include "zdd/zdd.h"

const struct diagram *morris_diagram(const struct morris_board *b, unsigned i);
enum code morris_build_diagram(const struct morris_board *b, unsigned i, struct run *run,
                               const char *checkpoint, struct zdd *out,
                               struct error *err);
enum code morris_diagram_rank(const struct morris_board *b, unsigned i,
                              const struct zdd *z, const struct morris_position *p,
                              uint64_t *number, struct error *err);
enum code morris_diagram_unrank(const struct morris_board *b, unsigned i,
                                const struct zdd *z, uint64_t number,
                                struct morris_position *p, struct error *err);

#endif
