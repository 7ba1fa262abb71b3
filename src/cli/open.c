/* SPDX-License-Identifier: MIT
 * What commands open: data directory, game, table, position, output files. */
#define _GNU_SOURCE
#include "base/io.h"
#include "base/text.h"
#include "cli/cli.h"
#include "games/registry.h"
#include "table/write.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum code cli_find_data(struct cli *cli, struct error *err)
{
    const char *given = cli->options.data ? cli->options.data : getenv("HISSHO_DATA");
    const char *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n;
    if (given && *given)
        n = snprintf(cli->data, IO_PATH, "%s", given);
    else if (xdg && *xdg)
        n = snprintf(cli->data, IO_PATH, "%s/hissho", xdg);
    else if (home && *home)
        n = snprintf(cli->data, IO_PATH, "%s/.local/share/hissho", home);
    else
        return error_set(
            err, CODE_USAGE,
            "no place for tables: give --data DIR or set HISSHO_DATA or HOME");
    if (n < 0 || n >= IO_PATH)
        return error_set(err, CODE_USAGE,
                         "option --data: the directory name is too long");
    return CODE_OK;
}

enum code cli_open_game(struct cli *cli, const char *name, struct error *err)
{
    return registry_open(name, &cli->variant, err);
}

enum code cli_open_table(struct cli *cli, struct error *err)
{
    const struct variant *v = &cli->variant;
    char path[IO_PATH];
    TRY(table_path(cli->data, v, ".hissho", path, err));
    enum code code = table_open(path, v, &cli->table, err);
    if (code != CODE_NO_TABLE || !table_supported())
        return code;
    return error_set(err, CODE_NO_TABLE,
                     "%s is not solved in %.400s yet; to do it: hissho solve %s%s%.400s",
                     v->name, cli->data, v->name, cli->options.data ? " --data " : "",
                     cli->options.data ? cli->options.data : "");
}

enum code cli_position(const struct cli *cli, int first, struct position *out,
                       struct error *err)
{
    const struct variant *v = &cli->variant;
    char text[2 * GAME_TEXT] = "";
    if (first >= cli->arguments) {
        v->game->initial(v, out);
        return CODE_OK;
    }
    /* A shell splits an unquoted position at its spaces. */
    for (int i = first; i < cli->arguments; i++)
        text_append(text, sizeof text, "%s%s", i > first ? " " : "", cli->argument[i]);
    if (strlen(text) + 1 == sizeof text)
        return error_set(err, CODE_USAGE,
                         "the position is too long: '%.40s...'; a correct example: '%s'",
                         text, game_example(v));
    return v->game->parse(v, text, out, err);
}

/* A rename over /dev/stdout or a pipe would remove it. */
enum code cli_create(struct out_file *file, const char *path, struct error *err)
{
    struct stat info;
    file->fd = -1;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return error_set(err, CODE_USAGE, "cannot write %.400s: it is not a regular file",
                         path);
    return io_create(file, path, err);
}

enum code cli_write_file(const char *path, const char *text, size_t size,
                         struct error *err)
{
    struct out_file file;
    TRY(cli_create(&file, path, err));
    enum code code = io_append(&file, text, size, err);
    if (code == CODE_OK)
        code = io_commit(&file, err);
    io_abandon(&file);
    return code;
}
