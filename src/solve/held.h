/* SPDX-License-Identifier: MIT
 *
 * The codes of some parts in memory, each at its own place of an array over all slots: the
 * code of a slot is found by its number whatever else is there. An engine or the verifier
 * holds the part at hand and those it needs.
 */
#ifndef SOLVE_HELD_H
#define SOLVE_HELD_H

#include "base/sparse.h"
#include "game/codes.h"
#include "game/game.h"

struct held {
    const struct variant *v;
    struct run *run;
    struct sparse space;
    struct codes codes; /* by slot; only those of the parts held may be touched */
    unsigned parts, part[GAME_NEEDS + 1];
};

enum code held_make(struct held *h, const struct variant *v, struct run *run,
                    unsigned width, struct error *err);
void held_free(struct held *h); /* drops all */

/* Takes memory for a part, its codes 0; *fresh: it was not there before. Where the codes
 * of the part lie is in *at. */
enum code held_take(struct held *h, unsigned part, bool *fresh, struct codes *at,
                    struct error *err);
/* Drops all parts but these. */
void held_keep(struct held *h, const unsigned *parts, unsigned count);
/* Gives codes two bytes, a piece at a time, so that both forms are never there as a whole;
 * 255 becomes CODES. On failure nothing is held any more. */
enum code held_widen(struct held *h, struct error *err);

#endif
