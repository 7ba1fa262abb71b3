/* SPDX-License-Identifier: MIT
 * hissho solve: solves the game and stores its table. */
#include "base/text.h"
#include "cli/cli.h"

/* The command that the user gave, as far as it matters for going on. */
static void same_command(const struct cli *cli, char *out, size_t size)
{
    snprintf(out, size, "hissho solve %s", cli->variant.name);
    if (cli->options.data)
        text_append(out, size, " --data %.400s", cli->options.data);
    if (cli->options.backend)
        text_append(out, size, " --backend %.8s", cli->options.backend);
}

static enum code interrupted(const struct cli *cli, struct error *err)
{
    char command[512];
    same_command(cli, command, sizeof command);
    if (cli->options.no_table)
        return error_set(err, CODE_INTERRUPTED,
                         "interrupted; with --no-table no checkpoint is kept");
    return error_set(err, CODE_INTERRUPTED,
                     "interrupted; the work done is kept, the same command goes on: %s",
                     command);
}

static void suggest(const struct cli *cli)
{
    static const char *const next[] = {"query", "play", "verify", "stats", NULL};
    for (int i = 0; next[i]; i++)
        printf("%shissho %s %s%s%s\n", i == 0 ? "\nNow try:  " : "          ", next[i],
               cli->variant.name, cli->options.data ? " --data " : "",
               cli->options.data ? cli->options.data : "");
}

static void put_text(const struct cli *cli, const struct stats *stats,
                     const struct build_report *build)
{
    report_solve_text(stdout, &cli->variant, stats, build, cli->run.threads, cli->color);
    if (!cli->table)
        return;
    char size[32];
    const struct table_info *info = table_info(cli->table);
    printf("  table      %s, %s\n", info->path, text_bytes(info->file_bytes, size));
    if (!cli->options.quiet)
        suggest(cli);
}

enum code cli_solve(struct cli *cli, struct error *err)
{
    const struct variant *v = &cli->variant;
    struct build_options options = {
        .directory = cli->data,
        .engine = cli->options.engine,
        .backend = cli->options.backend,
        .checkpoint_every = cli->options.checkpoint_every,
        .no_table = cli->options.no_table,
        .sum = cli->options.sum,
    };
    struct build_report build = {0};
    enum code code = build_table(v, &cli->run, &options, &build, err);
    progress_end(&cli->run.progress);
    if (code == CODE_INTERRUPTED)
        return interrupted(cli, err);
    TRY(code);
    struct stats stats;
    if (options.no_table) {
        stats_of(v, &build.tally, &build.subsets, build.initial, &stats);
    } else {
        TRY(cli_open_table(cli, err));
        TRY(stats_read(v, cli->table, &stats, err));
    }
    if (cli->options.json)
        report_stats_json(stdout, v, &stats, &build, cli->run.threads);
    else
        put_text(cli, &stats, &build);
    subset_tally_free(&build.subsets);
    return CODE_OK;
}
