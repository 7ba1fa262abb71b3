/* SPDX-License-Identifier: MIT
 * The fast faces of the games, for checking them; see game/face.h. */
#ifndef SOLVE_FACES_H
#define SOLVE_FACES_H

#include "game/face.h"

/* Null for a game that has no fast face. */
const struct face *face_of(const struct game *game);

#endif
