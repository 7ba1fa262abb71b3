/* SPDX-License-Identifier: MIT
 * hissho plan: memory, disk and time of each method, and the one solve will take. */
#include "query/plan.h"
#include "cli/cli.h"

enum code cli_plan(struct cli *cli, struct error *err)
{
    struct plan plan;
    TRY(plan_make(&cli->variant, &cli->run, cli->data, &plan, err));
    if (cli->options.json)
        report_plan_json(stdout, &cli->variant, &plan);
    else
        report_plan_text(stdout, &cli->variant, &plan);
    return CODE_OK;
}
