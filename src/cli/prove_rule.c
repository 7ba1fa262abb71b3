/* SPDX-License-Identifier: MIT
 * hissho prove --repetition: values where no position may occur twice, from the table and
 * from what query/repetition.h finds about its draws. */
#include "base/text.h"
#include "cli/cli.h"
#include "query/repetition.h"
#include "solve/dfpn_classes.h"

struct outcome {
    enum value value;
    bool by_rule;
};

static const char *name_of(const struct outcome *o)
{
    return o->by_rule && o->value == VALUE_DRAW ? "unknown" : report_value_name(o->value);
}

static void put_json(const struct cli *cli, const struct position *p,
                     const struct outcome *o)
{
    char text[GAME_TEXT];
    struct json j = json_to(stdout);
    cli->variant.game->print(&cli->variant, p, text);
    json_open(&j, NULL, '{');
    json_text(&j, "game", cli->variant.name);
    json_text(&j, "position", text);
    json_text(&j, "value", name_of(o));
    json_text(&j, "decided_by", o->by_rule ? "repetition" : "table");
    json_close(&j, '}');
}

static void put_text(const struct cli *cli, const struct position *p,
                     const struct outcome *o)
{
    char text[GAME_TEXT];
    const struct variant *v = &cli->variant;
    v->game->print(v, p, text);
    printf("%-8s %s%s\n", name_of(o), text,
           o->by_rule ? "  a draw without the rule" : "");
}

static void put_counts(const struct repetition_counts *c)
{
    char positions[32], nodes[32], core[32], searched[32], matched[32];
    printf("  by the rule: %s positions, with %s drawn ones around them;\n",
           text_number(c->positions, positions), text_number(c->nodes, nodes));
    printf("  largest circle of undecided ones %s, %s by matching, %s moves tried\n",
           text_number(c->core, core), text_number(c->matched, matched),
           text_number(c->searched, searched));
}

/* One after the other; in text only those that are draws without the rule. */
static enum code decide_all(struct cli *cli, struct repetition *r,
                            const struct dfpn_classes *classes, uint64_t sum[2][3],
                            struct error *err)
{
    for (uint64_t i = 0; i < classes->count; i++) {
        struct outcome o;
        const struct position *p = &classes->list[i].p;
        TRY(repetition_value(r, p, &o.value, &o.by_rule, err));
        sum[o.by_rule][o.value]++;
        if (cli->options.json)
            put_json(cli, p, &o);
        else if (o.by_rule || classes->count == 1)
            put_text(cli, p, &o);
    }
    return CODE_OK;
}

static void put_sum(uint64_t count, const uint64_t sum[2][3])
{
    char number[32];
    static const char *const from[] = {"by the table", "by the rule"};
    printf("%s positions, for the side to move:\n", text_number(count, number));
    for (int i = 0; i < 2; i++) {
        printf("  %-13s %s wins,", from[i], text_number(sum[i][VALUE_WIN], number));
        printf(" %s losses", text_number(sum[i][VALUE_LOSS], number));
        printf(", %s unknown\n", text_number(sum[i][VALUE_DRAW], number));
    }
}

enum code cli_prove_rule(struct cli *cli, const struct position *p, struct error *err)
{
    struct repetition *r = NULL;
    struct dfpn_classes classes = {0};
    uint64_t sum[2][3] = {{0}};
    if (!cli->table)
        TRY(cli_open_table(cli, err));
    TRY(repetition_open(&cli->variant, cli->table, &cli->run, cli->options.nodes, &r,
                        err));
    progress_begin(&cli->run.progress, "deciding", 0);
    enum code code = dfpn_classes_list(&cli->variant, p,
                                       (unsigned)cli->options.placements, &classes, err);
    if (code == CODE_OK)
        code = decide_all(cli, r, &classes, sum, err);
    progress_end(&cli->run.progress);
    if (code == CODE_OK && !cli->options.json && classes.count > 1)
        put_sum(classes.count, (const uint64_t(*)[3])sum);
    if (code == CODE_OK && !cli->options.json && repetition_counts(r)->positions)
        put_counts(repetition_counts(r));
    if (code == CODE_OK && sum[1][VALUE_DRAW])
        code = CODE_NO;
    dfpn_classes_free(&classes);
    repetition_close(r);
    return code;
}
