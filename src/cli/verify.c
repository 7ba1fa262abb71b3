/* SPDX-License-Identifier: MIT
 * hissho verify: checks the table; exit status 1 when a value is wrong. */
#include "base/text.h"
#include "cli/cli.h"
#include "gpu/gpu.h"
#include "query/proofs.h"

static void put_proofs_json(const struct cli *cli, const struct proofs_report *r)
{
    struct json j = json_to(stdout);
    json_open(&j, NULL, '{');
    json_text(&j, "game", cli->variant.name);
    json_number(&j, "checked", r->checked);
    json_number(&j, "errors", r->errors);
    json_number(&j, "wins_proved", r->proved[VALUE_WIN]);
    json_number(&j, "wins_open", r->open[VALUE_WIN]);
    json_number(&j, "losses_proved", r->proved[VALUE_LOSS]);
    json_number(&j, "losses_open", r->open[VALUE_LOSS]);
    json_number(&j, "draws", r->in[VALUE_DRAW]);
    json_number(&j, "nodes", r->nodes);
    json_real(&j, "seconds", r->seconds);
    json_number(&j, "peak_bytes", r->peak_bytes);
    json_close(&j, '}');
}

static void put_proofs_text(const struct cli *cli, const struct proofs_report *r)
{
    static const struct {
        const char *name;
        enum value value;
    } row[] = {{"wins", VALUE_WIN}, {"losses", VALUE_LOSS}, {"draws", VALUE_DRAW}};
    char number[32], proved[32], open[32], time[32];
    printf("%s: %s random positions, by proof search: %s contradict the table\n",
           cli->variant.name, text_number(r->checked, number),
           r->errors ? text_number(r->errors, proved) : "none");
    for (int i = 0; i < 3; i++)
        printf("  %-8s %9s in the table, %9s proved, %5s open\n", row[i].name,
               text_number(r->in[row[i].value], number),
               text_number(r->proved[row[i].value], proved),
               text_number(r->open[row[i].value], open));
    printf("  searched %s positions in %s, %s\n", text_number(r->nodes, number),
           text_duration(r->seconds, time), text_bytes(r->peak_bytes, open));
}

static enum code verify_by_proofs(struct cli *cli, struct error *err)
{
    const struct variant *v = &cli->variant;
    const struct dfpn_options how = {.nodes = cli->options.nodes};
    struct proofs_report report;
    char text[GAME_TEXT];
    TRY(proofs_compare(v, cli->table, &cli->run, &how, cli->options.proofs, &report,
                       err));
    if (cli->options.json)
        put_proofs_json(cli, &report);
    else
        put_proofs_text(cli, &report);
    if (report.errors == 0)
        return CODE_OK;
    v->game->print(v, &report.wrong, text);
    return error_set(err, CODE_NO, "the table of %s is wrong, for example in '%s'",
                     v->name, text);
}

enum code cli_verify(struct cli *cli, struct error *err)
{
    const struct variant *v = &cli->variant;
    struct verify_options how = {.quick = cli->options.quick,
                                 .sample = cli->options.sample};
    struct verify_report report = {0};
    bool gpu;
    if (cli->options.proofs)
        return verify_by_proofs(cli, err);
    TRY(gpu_wanted(cli->options.backend, &gpu, err));
    if (gpu)
        TRY(gpu_choose(v, NULL, &cli->run.memory, &how.again, err));
    enum code code = verify_table(v, cli->table, &cli->run, &how, &report, err);
    progress_end(&cli->run.progress);
    TRY(code);
    if (cli->options.json)
        report_verify_json(stdout, v, &report);
    else
        report_verify_text(stdout, v, &report, how.quick);
    if (report.errors == 0)
        return CODE_OK;
    return error_set(err, CODE_NO,
                     "the table of %s is wrong; solve again: remove %.400s first",
                     v->name, table_info(cli->table)->path);
}
