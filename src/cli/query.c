/* SPDX-License-Identifier: MIT
 * hissho query: value of a position and of all its moves. */
#include "cli/cli.h"

#include <stdlib.h>

enum code cli_query(struct cli *cli, struct error *err)
{
    const struct variant *v = &cli->variant;
    struct position p;
    struct answer *answer;
    TRY(cli_position(cli, 1, &p, err));
    TRY(mem_small(1, sizeof *answer, &answer, err));
    enum code code = probe_answer(v, cli->table, &p, answer, err);
    if (code == CODE_OK && cli->options.json)
        report_query_json(stdout, v, answer);
    else if (code == CODE_OK)
        report_query_text(stdout, v, answer, cli->color);
    free(answer);
    return code;
}
