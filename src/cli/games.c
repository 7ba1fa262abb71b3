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

#include <stdlib.h>
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

/* A variant that is to be listed. */
struct entry {
    char name[GAME_NAME];
    struct variant v;
    const char *state;
    enum code code;
    struct error why;
};

static void look_at(const struct cli *cli, struct entry *e)
{
    e->code = registry_open(e->name, &e->v, &e->why);
    if (e->code == CODE_OK)
        e->code = state_of(cli, &e->v, &e->state, &e->why);
    else
        e->v.game = NULL; /* nothing to close */
}

/* Opening a variant may take a tenth of a second, so several are opened at a time. */
static enum code list_game(const struct cli *cli, const struct game *game,
                           struct error *err)
{
    struct entry *entry;
    int n = 0;
    while (game->variants[n].name)
        n++;
    TRY(mem_small((size_t)n, sizeof *entry, &entry, err));
    for (int i = 0; i < n; i++)
        snprintf(entry[i].name, GAME_NAME, "%s%s%s", game->name,
                 game->variants[i].name[0] ? ":" : "", game->variants[i].name);
#pragma omp parallel for schedule(dynamic, 1) num_threads(cli->run.threads)
    for (int i = 0; i < n; i++)
        look_at(cli, &entry[i]);
    enum code code = CODE_OK;
    for (int i = 0; i < n; i++) {
        if (code == CODE_OK && entry[i].code == CODE_OK)
            put(cli, &entry[i].v, entry[i].state);
        else if (code == CODE_OK)
            code = error_set(err, entry[i].code, "%s", entry[i].why.text);
        registry_close(&entry[i].v);
    }
    free(entry);
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
        TRY(list_game(cli, game, err));
    }
    return CODE_OK;
}
