/* SPDX-License-Identifier: MIT
 * hissho prove: the value of one position by proof search, without a table. */
#include "base/text.h"
#include "cli/cli.h"
#include "solve/dfpn_classes.h"
#include "table/write.h"

static void put_json(const struct cli *cli, const char *position,
                     const struct dfpn_report *r)
{
    struct json j = json_to(stdout);
    json_open(&j, NULL, '{');
    json_text(&j, "game", cli->variant.name);
    json_text(&j, "position", position);
    json_text(&j, "value", dfpn_value_name(r->value));
    if (r->within)
        json_number(&j, "within", r->within);
    json_number(&j, "nodes", r->nodes);
    json_number(&j, "expanded", r->visited);
    json_real(&j, "seconds", r->seconds);
    json_number(&j, "peak_bytes", r->peak_bytes);
    json_bool(&j, "resumed", r->resumed);
    if (cli->options.certificate && r->certificate_lines)
        json_number(&j, "certificate_lines", r->certificate_lines);
    json_close(&j, '}');
}

static void put_text(const struct cli *cli, const struct position *p,
                     const char *position, const struct dfpn_report *r)
{
    char nodes[32], expanded[32], rate[32], bytes[32], time[32];
    const char *side = cli->variant.game->side(&cli->variant, p);
    printf("%s  %s\n", cli->variant.name, position);
    if (r->value == DFPN_UNKNOWN)
        printf("  value      unknown: a limit was reached\n");
    else if (r->within)
        printf("  value      %s for %s, to move: proved within %u plies\n",
               dfpn_value_name(r->value), side, r->within);
    else
        printf("  value      %s for %s, to move\n", dfpn_value_name(r->value), side);
    double seconds = r->seconds > 1e-9 ? r->seconds : 1e-9;
    printf("  searched   %s positions (%s expanded) in %s, %s/s\n",
           text_number(r->nodes, nodes), text_number(r->visited, expanded),
           text_duration(r->seconds, time),
           text_number((uint64_t)((double)r->nodes / seconds), rate));
    printf("  memory     %s\n", text_bytes(r->peak_bytes, bytes));
    if (cli->options.certificate && r->certificate_lines)
        printf("  proof      %s, %s lines\n", cli->options.certificate,
               text_number(r->certificate_lines, nodes));
}

static void put_classes(const struct cli *cli, const struct dfpn_classes *c)
{
    char text[GAME_TEXT], number[32], rate[32], time[32], bytes[32];
    struct json j = json_to(stdout);
    for (uint64_t i = 0; i < c->count; i++) {
        const struct dfpn_class *one = &c->list[i];
        cli->variant.game->print(&cli->variant, &one->p, text);
        if (cli->options.json) {
            json_open(&j, NULL, '{');
            json_text(&j, "position", text);
            json_text(&j, "value", dfpn_value_name(one->value));
            json_number(&j, "nodes", one->nodes);
            json_close(&j, '}');
        } else if (one->value == DFPN_UNKNOWN)
            printf("unknown    %s\n", text);
    }
    if (cli->options.json)
        return;
    printf("%s classes of positions after %u placements:", text_number(c->count, number),
           (unsigned)cli->options.placements);
    printf(" %s wins,", text_number(c->decided[DFPN_WIN], number));
    printf(" %s losses,", text_number(c->decided[DFPN_LOSS], number));
    printf(" %s unknown\n", text_number(c->decided[DFPN_UNKNOWN], number));
    printf("  searched   %s positions", text_number(c->nodes, number));
    if (c->resumed) /* some of them by earlier runs */
        printf("; %s of this run", text_duration(c->seconds, time));
    else
        printf(" in %s, %s/s", text_duration(c->seconds, time),
               text_number((uint64_t)((double)c->nodes / (c->seconds + 1e-9)), rate));
    printf("\n  memory     %s\n", text_bytes(c->peak_bytes, bytes));
}

static enum code interrupted(const char *checkpoint, struct error *err)
{
    return error_set(err, CODE_INTERRUPTED, "%s",
                     checkpoint ? "interrupted; the work done is kept, the same command "
                                  "goes on"
                                : "interrupted; without a checkpoint nothing is kept");
}

/* Where the work done is kept, if it is. */
static enum code find_checkpoint(struct cli *cli, const char *suffix, char path[IO_PATH],
                                 struct dfpn_options *options, struct error *err)
{
    if (cli->options.no_table || !table_supported())
        return CODE_OK;
    TRY(io_make_directory(cli->data, err));
    TRY(table_path(cli->data, &cli->variant, suffix, path, err));
    options->checkpoint = path;
    return CODE_OK;
}

static enum code prove_classes(struct cli *cli, const struct position *p,
                               struct dfpn_options *options, struct error *err)
{
    struct dfpn_classes classes;
    char path[IO_PATH], suffix[32];
    snprintf(suffix, sizeof suffix, ".prove-%u", (unsigned)cli->options.placements);
    TRY(find_checkpoint(cli, suffix, path, options, err));
    enum code code = dfpn_classes_list(&cli->variant, p,
                                       (unsigned)cli->options.placements, &classes, err);
    if (cli->options.sample)
        dfpn_classes_sample(&classes, cli->options.sample);
    if (code == CODE_OK)
        code = dfpn_classes_prove(&cli->variant, &cli->run, options, &classes, err);
    bool open = classes.decided[DFPN_UNKNOWN] > 0;
    if (code == CODE_OK)
        put_classes(cli, &classes);
    dfpn_classes_free(&classes);
    if (code == CODE_INTERRUPTED)
        return interrupted(options->checkpoint, err);
    return code == CODE_OK && open ? CODE_NO : code;
}

enum code cli_prove(struct cli *cli, struct error *err)
{
    const struct variant *v = &cli->variant;
    struct position p;
    char path[IO_PATH], text[GAME_TEXT];
    TRY(cli_position(cli, 1, &p, err));
    if (cli->options.repetition)
        return cli_prove_rule(cli, &p, err);
    v->game->print(v, &p, text);
    struct dfpn_options options = {
        .nodes = cli->options.nodes,
        .seconds = cli->options.seconds,
        .checkpoint_every = cli->options.checkpoint_every,
        .certificate = cli->options.certificate,
    };
    if (cli->options.placements)
        return prove_classes(cli, &p, &options, err);
    TRY(find_checkpoint(cli, ".prove", path, &options, err));
    struct dfpn_report report;
    enum code code = dfpn_prove(v, &cli->run, &p, &options, &report, err);
    if (code == CODE_INTERRUPTED)
        return interrupted(options.checkpoint, err);
    TRY(code);
    if (cli->options.json)
        put_json(cli, text, &report);
    else
        put_text(cli, &p, text, &report);
    return report.value == DFPN_UNKNOWN ? CODE_NO : CODE_OK;
}
