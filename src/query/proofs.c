/* SPDX-License-Identifier: MIT
 * A table against the proof search; see proofs.h. */
#include "query/proofs.h"

#include "base/random.h"
#include "solve/dfpn_classes.h"

/* Every part is as likely as any other, so that small ones come up, too. */
static enum code draw_positions(const struct variant *v, uint64_t count,
                                struct dfpn_classes *out, struct error *err)
{
    uint64_t seed = 1, parts = game_parts(v);
    while (out->count < count) {
        struct part part;
        struct position p;
        game_part(v, (unsigned)(random_number(&seed) % parts), &part);
        game_at_slot(v, part.first + random_number(&seed) % part.count, &p);
        if (v->game->ending(v, &p) == GOES_ON)
            TRY(dfpn_classes_add(out, &p, err));
    }
    return CODE_OK;
}

static enum code compare(const struct variant *v, struct table *t,
                         const struct dfpn_classes *c, struct proofs_report *report,
                         struct error *err)
{
    for (uint64_t i = 0; i < c->count; i++) {
        const struct dfpn_class *one = &c->list[i];
        uint16_t code;
        TRY(probe_code(v, t, &one->p, GOES_ON, &code, err));
        enum value in_table = code_value(code);
        report->checked++;
        report->in[in_table]++;
        if (one->value == DFPN_UNKNOWN)
            report->open[in_table]++;
        else if ((one->value == DFPN_WIN) == (in_table == VALUE_WIN) &&
                 in_table != VALUE_DRAW)
            report->proved[in_table]++;
        else if (report->errors++ == 0)
            report->wrong = one->p;
    }
    return CODE_OK;
}

enum code proofs_compare(const struct variant *v, struct table *t, struct run *run,
                         const struct dfpn_options *options, uint64_t positions,
                         struct proofs_report *report, struct error *err)
{
    struct dfpn_classes classes = {0};
    *report = (struct proofs_report){0};
    enum code code = draw_positions(v, positions, &classes, err);
    if (code == CODE_OK)
        code = dfpn_classes_prove(v, run, options, &classes, err);
    if (code == CODE_OK)
        code = compare(v, t, &classes, report, err);
    report->nodes = classes.nodes;
    report->seconds = classes.seconds;
    report->peak_bytes = classes.peak_bytes;
    dfpn_classes_free(&classes);
    return code;
}
