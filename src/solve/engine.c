/* SPDX-License-Identifier: MIT
 * The list of engines and the choice among them; see engine.h. Engines that are compiled
 * per game exist for the games with a fast face; the build lists those in fast_games.def.
 */
#include "solve/engine.h"

#include "base/text.h"
#include "solve/colours.h"
#include "solve/layers.h"
#include "solve/matrix.h"
#include "solve/men.h"
#include "solve/naive.h"
#include "solve/sweep.h"

#include <string.h>

#define GAME(folder) extern const struct engine retro_##folder;
#include "fast_games.def"
#undef GAME

static const struct engine *retro_of(const struct game *game)
{
#define GAME(folder)                                                                     \
    if (strcmp(game->name, #folder) == 0)                                                \
        return &retro_##folder;
#include "fast_games.def"
#undef GAME
    return NULL;
}

const struct engine *engine_for(const struct variant *v, unsigned i)
{
    const struct engine *const list[] = {
        &layers_engine,  &sweep_engine,     &matrix_engine, &men_engine,
        &colours_engine, retro_of(v->game), &naive_engine};
    for (unsigned k = 0; k < sizeof list / sizeof *list; k++)
        if (list[k] && list[k]->memory(v) > 0 && i-- == 0)
            return list[k];
    return NULL;
}

enum code engine_named(const struct variant *v, const char *name,
                       const struct engine **out, struct error *err)
{
    char list[128] = "";
    for (unsigned i = 0; (*out = engine_for(v, i)); i++) {
        if (strcmp((*out)->name, name) == 0)
            return CODE_OK;
        text_append(list, sizeof list, "%s%s", i ? ", " : "", (*out)->name);
    }
    return error_set(err, CODE_USAGE, "there is no engine '%.40s' for %s; there are: %s",
                     name, v->name, *list ? list : "none");
}

enum code engine_choose(const struct variant *v, const struct budget *memory,
                        const struct engine **out, struct error *err)
{
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; (*out = engine_for(v, i)); i++) {
        uint64_t need = (*out)->memory(v);
        if (need <= memory->limit)
            return CODE_OK;
        if (need < least)
            least = need;
    }
    if (least == UINT64_MAX)
        return error_set(err, CODE_RESOURCES, "no engine can solve %s yet", v->name);
    char need[32], have[32];
    return error_set(
        err, CODE_RESOURCES,
        "not enough memory to solve %s: need %s, have %s; raise --memory or use a "
        "larger machine",
        v->name, text_bytes(least, need), text_bytes(memory->limit, have));
}

const char *engine_backend(const struct engine *engine)
{
    return engine->backend ? engine->backend : "cpu";
}
