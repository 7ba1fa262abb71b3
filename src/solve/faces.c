/* SPDX-License-Identifier: MIT
 * The list of fast faces; the build lists the games that have one in fast_games.def. */
#include "solve/faces.h"

#include <string.h>

#define GAME(folder) extern const struct face face_##folder;
#include "fast_games.def"
#undef GAME

const struct face *face_of(const struct game *game)
{
#define GAME(folder)                                                                     \
    if (strcmp(game->name, #folder) == 0)                                                \
        return &face_##folder;
#include "fast_games.def"
#undef GAME
    return NULL;
}
