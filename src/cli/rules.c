/* SPDX-License-Identifier: MIT
 * hissho rules: the rules in a page of text. */
#include "cli/cli.h"

enum code cli_rules(struct cli *cli, struct error *err)
{
    (void)err;
    const struct variant *v = &cli->variant;
    if (cli->options.json) {
        struct json j = json_to(stdout);
        json_open(&j, NULL, '{');
        json_text(&j, "game", v->name);
        json_text(&j, "title", v->game->title);
        json_text(&j, "summary", v->summary);
        json_text(&j, "rules", v->game->rules);
        json_close(&j, '}');
        return CODE_OK;
    }
    printf("%s\n%s: %s\n\n%s", v->game->title, v->name, v->summary, v->game->rules);
    return CODE_OK;
}
