/* SPDX-License-Identifier: MIT
 * hissho line: one optimal line to the end of the game. */
#include "query/line.h"
#include "cli/cli.h"

enum code cli_line(struct cli *cli, struct error *err)
{
    const struct variant *v = &cli->variant;
    struct position p;
    struct line line;
    TRY(cli_position(cli, 1, &p, err));
    TRY(line_make(v, cli->table, &p, &line, err));
    if (cli->options.json)
        report_line_json(stdout, v, &line);
    else
        report_line_text(stdout, v, &line, cli->color);
    line_free(&line);
    return CODE_OK;
}
