/* SPDX-License-Identifier: MIT
 * hissho verify: checks the table; exit status 1 when a value is wrong. */
#include "cli/cli.h"

enum code cli_verify(struct cli *cli, struct error *err)
{
    const struct variant *v = &cli->variant;
    const struct verify_options how = {.quick = cli->options.quick,
                                       .sample = cli->options.sample};
    struct verify_report report = {0};
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
