/* SPDX-License-Identifier: MIT
 *
 * A game's fast face behind function pointers: slow, and only for checking that the fast
 * face says the same as the slow one. The engines compile fast faces in and never call
 * this.
 */
#ifndef GAME_FACE_H
#define GAME_FACE_H

#include "game/game.h"

struct face {
    unsigned moves, unmoves; /* FAST_MOVES, FAST_UNMOVES: room that the lists need */
    enum ending (*ending)(const struct variant *v, uint64_t slot);
    /* Only for positions that go on. */
    unsigned (*successors)(const struct variant *v, uint64_t slot, uint64_t *out);
    unsigned (*predecessors)(const struct variant *v, uint64_t slot, uint64_t *out);
    /* Does it number the variant's positions as the slow face does? Null: always. */
    bool (*suits)(const struct variant *v);
};

#endif
