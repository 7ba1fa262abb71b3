/* SPDX-License-Identifier: MIT
 *
 * One slot of a fast face against the slow one. Lists of slots are compared as sets, for
 * a fast face may name a slot more than once, and with ended positions reduced to how
 * they ended, for it may judge a move or the position after it.
 */
#ifndef GAME_CHECK_FACE_H
#define GAME_CHECK_FACE_H

#include "game/face.h"

struct face_check {
    const struct variant *v;
    const struct face *face;
    uint64_t *near, *far; /* lists of slots */
    uint64_t successors_seen, predecessors_seen;
};

enum code face_check_start(struct face_check *c, const struct variant *v,
                           const struct face *face, struct error *err);
/* False and what is wrong. */
bool face_check_slot(struct face_check *c, uint64_t slot, const char **what);
void face_check_end(struct face_check *c);

#endif
