/* SPDX-License-Identifier: MIT
 * The list of games; see registry.h and games.def. */
#include "games/registry.h"

#include "base/text.h"

#include <string.h>

#define GAME(name) extern const struct game name##_game;
#include "games/games.def"
#undef GAME

static const struct game *const games[] = {
#define GAME(name) &name##_game,
#include "games/games.def"
#undef GAME
    NULL,
};

const struct game *registry_game(unsigned i)
{
    return i < sizeof games / sizeof *games ? games[i] : NULL;
}

enum code registry_open(const char *name, struct variant *out, struct error *err)
{
    const char *colon = strchr(name, ':');
    size_t length = colon ? (size_t)(colon - name) : strlen(name);
    char list[256] = "";
    for (unsigned i = 0; games[i]; i++) {
        text_append(list, sizeof list, "%s%s", i ? ", " : "", games[i]->name);
        if (strlen(games[i]->name) != length ||
            strncmp(name, games[i]->name, length) != 0)
            continue;
        memset(out, 0, sizeof *out);
        out->game = games[i];
        return games[i]->open(out, colon ? colon + 1 : "", err);
    }
    return error_set(err, CODE_USAGE, "there is no game '%.40s'; there are: %s", name,
                     list);
}

void registry_close(struct variant *v)
{
    if (v->game)
        v->game->close(v);
    memset(v, 0, sizeof *v);
}
