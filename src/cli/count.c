/* SPDX-License-Identifier: MIT
 *
 * hissho count: sizes of the position sets. The game knows its own; an engine that can
 * explore adds the positions reachable from the initial one.
 */
#include "cli/cli.h"

static enum code add_reachable(struct cli *cli, struct count_report *report,
                               struct error *err)
{
    const struct variant *v = &cli->variant;
    const struct engine *engine;
    unsigned i = 0;
    while ((engine = engine_for(v, i)) && !engine->reach)
        i++;
    if (!engine)
        return CODE_OK;
    if (v->slots > engine->reach_slots && !cli->options.reachable) {
        cli_note(cli,
                 "--reachable counts the reachable positions as well; it takes long");
        return CODE_OK;
    }
    uint64_t positions, unique;
    struct error why;
    enum code code = engine->reach(v, &cli->run, &positions, &unique, &why);
    if (code == CODE_RESOURCES) {
        cli_note(cli, "reachable positions are not counted: %s", why.text);
        return CODE_OK;
    }
    if (code != CODE_OK)
        return error_set(err, code, "%s", why.text);
    TRY(count_add(report, "reachable", NULL, positions, err));
    return count_add(report, "reachable unique", NULL, unique, err);
}

enum code cli_count(struct cli *cli, struct error *err)
{
    const struct variant *v = &cli->variant;
    struct count_report report = {0};
    enum code code = game_count(v, &cli->run, &report, err);
    if (code == CODE_OK)
        code = add_reachable(cli, &report, err);
    progress_end(&cli->run.progress);
    if (code == CODE_OK && cli->options.json)
        report_count_json(stdout, v, &report);
    else if (code == CODE_OK)
        report_count_text(stdout, v, &report);
    count_free(&report);
    return code;
}
