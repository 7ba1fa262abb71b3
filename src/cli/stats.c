/* SPDX-License-Identifier: MIT
 * hissho stats: the statistics of a table, as text, JSON, figure and CSV. */
#define _GNU_SOURCE
#include "base/text.h"
#include "cli/cli.h"
#include "query/paper.h"
#include "query/plot.h"

#include <stdlib.h>

/* Draws in memory, then writes a whole file or none. */
static enum code write_drawing(const struct cli *cli, const char *path,
                               void (*draw)(FILE *, const struct variant *,
                                            const struct stats *),
                               const struct stats *stats, struct error *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return error_set(err, CODE_RESOURCES, "not enough memory for %s", path);
    draw(out, &cli->variant, stats);
    enum code code = CODE_OK;
    if (fclose(out) != 0)
        code = error_set(err, CODE_RESOURCES, "not enough memory for %s", path);
    if (code == CODE_OK)
        code = cli_write_file(path, text, size, err);
    free(text);
    return code;
}

static enum code put(struct cli *cli, const struct stats *stats, struct error *err)
{
    const struct options *o = &cli->options;
    if (o->plot)
        TRY(write_drawing(cli, o->plot, plot_svg, stats, err));
    if (o->csv)
        TRY(write_drawing(cli, o->csv, plot_csv, stats, err));
    if (o->json)
        report_stats_json(stdout, &cli->variant, stats, NULL, 0);
    else
        report_stats_text(stdout, &cli->variant, stats, cli->color);
    if (o->plot)
        cli_note(cli, "the histogram is in %s", o->plot);
    if (o->csv)
        cli_note(cli, "the numbers are in %s", o->csv);
    return CODE_OK;
}

static enum code put_paper(struct cli *cli, struct error *err)
{
    struct paper *paper;
    TRY(paper_make(&cli->variant, cli->table, &cli->run, &paper, err));
    if (cli->options.json)
        paper_json(stdout, paper);
    else
        paper_text(stdout, paper);
    paper_free(paper);
    return CODE_OK;
}

enum code cli_stats(struct cli *cli, struct error *err)
{
    if (cli->options.paper)
        return put_paper(cli, err);
    unsigned max = (unsigned)cli->options.longest;
    struct position *found;
    struct stats stats;
    TRY(stats_read(&cli->variant, cli->table, &stats, err));
    TRY(mem_small(max, sizeof *found, &found, err));
    unsigned plies = stats_longest(stats.tally, VALUE_WIN);
    enum code code = CODE_OK;
    if (max > 0 && plies > 0)
        code = stats_find(&cli->variant, cli->table, &cli->run, code_win(plies), max,
                          found, &stats.longest_count, err);
    stats.longest = found;
    if (code == CODE_OK)
        code = put(cli, &stats, err);
    free(found);
    return code;
}
