/* SPDX-License-Identifier: MIT
 *
 * hissho games: every game and variant, how many positions, and its state here:
 *   solved      a table is there and its header, index and statistics are sound
 *   unfinished  an interrupted solve left a checkpoint
 *   damaged     there is a file, but it is not a sound table
 */
#include "base/text.h"
#include "cli/cli.h"
#include "games/registry.h"

#include <string.h>

static enum code state_of(const struct cli *cli, const struct variant *v,
                          const char **state, struct error *err)
{
    char path[IO_PATH];
    struct table *t;
    TRY(table_path(cli->data, v, ".hissho", path, err));
    enum code code = table_open(path, v, &t, NULL);
    if (code == CODE_OK) {
        table_close(t);
        *state = "solved";
    } else if (code == CODE_NO_TABLE) {
        TRY(table_path(cli->data, v, ".checkpoint", path, err));
        *state = io_exists(path) ? "unfinished" : "unsolved";
    } else {
        *state = "damaged";
    }
    return CODE_OK;
}

static void put(const struct cli *cli, const struct variant *v, const char *state)
{
    if (cli->options.json) {
        struct json j = json_to(stdout);
        json_open(&j, NULL, '{');
        json_text(&j, "game", v->name);
        json_text(&j, "title", v->game->title);
        json_text(&j, "summary", v->summary);
        json_number(&j, "positions", v->positions);
        json_bool(&j, "solved", strcmp(state, "solved") == 0);
        json_text(&j, "state", state);
        json_close(&j, '}');
        return;
    }
    char positions[32];
    printf("  %-26s %18s  %-10s  %s\n", v->name, text_number(v->positions, positions),
           strcmp(state, "unsolved") == 0 ? "-" : state, v->summary);
}

static enum code list_variant(const struct cli *cli, const char *name, struct error *err)
{
    struct variant v;
    const char *state;
    TRY(registry_open(name, &v, err));
    enum code code = state_of(cli, &v, &state, err);
    if (code == CODE_OK)
        put(cli, &v, state);
    registry_close(&v);
    return code;
}

enum code cli_games(struct cli *cli, struct error *err)
{
    const struct game *game;
    if (!cli->options.json)
        printf("  %-26s %18s  %-10s\n", "game", "positions", "here");
    for (unsigned i = 0; (game = registry_game(i)); i++) {
        if (!cli->options.json)
            printf("%s\n", game->title);
        for (const struct variant_info *info = game->variants; info->name; info++) {
            char name[GAME_NAME];
            snprintf(name, sizeof name, "%s%s%s", game->name, info->name[0] ? ":" : "",
                     info->name);
            TRY(list_variant(cli, name, err));
        }
    }
    return CODE_OK;
}
