/* SPDX-License-Identifier: MIT
 * The comparison with the paper in print; see paper.h. */
#include "games/yonmoque/published.h"
#include "query/paper.h"
#include "query/report.h"

#include <string.h>

static const char *const verdict_name[] = {"agrees", "agrees by the rule", "open",
                                           "contradicts"};
static const char *const verdict_word[] = {"agrees", "rule", "open", "contradiction"};

static char *cell_name(unsigned cell, char out[4])
{
    out[0] = (char)('1' + cell / 5);
    out[1] = (char)('a' + cell % 5);
    out[2] = '\0';
    return out;
}

static void cells_text(const uint8_t *cell, unsigned count, char out[16])
{
    char name[4];
    *out = '\0';
    for (unsigned i = 0; i < count; i++) {
        strcat(out, i ? " " : "");
        strcat(out, cell_name(cell[i], name));
    }
}

/* Who wins with placements only, as far as draws leave it open. */
static const char *restricted_text(const struct paper_opening *o)
{
    return o->restricted[0] == VALUE_WIN   ? "first"
           : o->restricted[1] != VALUE_WIN ? "second"
                                           : "open";
}

static void openings_text(FILE *out, const struct paper *p)
{
    fprintf(out, "\nOpenings; in print and here with four placements first, and with "
                 "moves allowed:\n"
                 "  opening   in print   here             moves allowed\n");
    for (unsigned i = 0; i < p->openings; i++) {
        const struct paper_opening *o = &p->opening[i];
        char name[4], value[REPORT_VALUE];
        fprintf(out, "  %-9s %-10s %-16s %s\n", cell_name(o->cell, name),
                o->published ? "first" : "second", restricted_text(o),
                report_value(o->code, value));
    }
}

static const char *odd_reason(const struct paper_cell *c)
{
    if (c->placements == 3)
        return c->listed ? "a fourth placement wins for the second player"
                         : "every fourth placement loses";
    return c->listed ? "the first player wins" : "the second player wins";
}

static void odd_text(FILE *out, const struct paper *p, enum paper_verdict verdict)
{
    for (unsigned i = 0; i < p->odds; i++) {
        const struct paper_cell *c = &p->odd[i];
        char cells[16];
        if (c->verdict != verdict)
            continue;
        cells_text(c->cell, c->placements, cells);
        fprintf(out, "  Table %-3s  %-11s  %-11s", c->table, cells,
                c->listed ? "printed" : "not printed");
        fprintf(out, "  %s%s\n", verdict == PAPER_CONTRADICTS ? odd_reason(c) : "",
                c->sure                        ? ""
                : verdict == PAPER_CONTRADICTS ? " by the rule"
                                               : "");
    }
}

static const char *winner_name(enum value value)
{
    return value == VALUE_WIN ? "first" : value == VALUE_LOSS ? "second" : "open";
}

static void draws_text(FILE *out, const struct paper *p)
{
    static const char *const printed[] = {"", "first", "second"};
    fprintf(out, "\nDraws under the rule of repetition, and who wins them in print:\n"
                 "  placements     winner    in print\n");
    for (unsigned i = 0; i < p->draws; i++) {
        const struct paper_draw *d = &p->draw[i];
        char cells[16];
        cells_text(d->cell, 4, cells);
        fprintf(out, "  %-13s  %-8s  %s%s\n", cells, winner_name(d->rule),
                d->printed ? printed[d->printed] : "-",
                d->printed && d->rule != VALUE_DRAW &&
                        d->printed != (d->rule == VALUE_WIN ? 1u : 2u)
                    ? "  contradicts"
                    : "");
    }
    fprintf(
        out,
        "  %llu positions decided by the rule, %llu drawn ones looked at; the largest "
        "circle has %llu\n",
        (unsigned long long)p->counts.positions, (unsigned long long)p->counts.nodes,
        (unsigned long long)p->counts.core);
}

static void classes_text(FILE *out, const struct paper *p)
{
    const unsigned print[] = {0, YON_PUBLISHED_FIRST, YON_PUBLISHED_SECOND};
    uint64_t classes = 0, positions = 0;
    for (int i = 0; i < 3; i++) {
        classes += p->classes[i];
        positions += p->positions[i];
    }
    fprintf(out,
            "%s beside the published tables (Nakagawa, Arai, Hoki, Muramatsu)\n\n"
            "Four placements: %llu classes of %llu positions\n"
            "                 without rule   by the rule   together   in print   "
            "difference\n",
            p->v->name, (unsigned long long)classes, (unsigned long long)positions);
    for (int i = 1; i < 3; i++) {
        uint64_t together = p->classes[i] + p->ruled[i];
        fprintf(out, "  %-6s wins %17llu %13llu %10llu %10u %12lld\n",
                i == VALUE_WIN ? "first" : "second", (unsigned long long)p->classes[i],
                (unsigned long long)p->ruled[i], (unsigned long long)together, print[i],
                (long long)together - (long long)print[i]);
    }
    fprintf(out, "  draws       %17llu %13llu\n", (unsigned long long)p->classes[0],
            (unsigned long long)p->ruled[0]);
}

/* What the contradicting cells say about the difference of the totals. */
static void shown_text(FILE *out, const struct paper *p)
{
    long long together = (long long)(p->classes[VALUE_WIN] + p->ruled[VALUE_WIN]);
    long long more = YON_PUBLISHED_FIRST - together; /* won by the first in print only */
    long long hidden = more - (long long)p->shown[0] + (long long)p->shown[1];
    fprintf(out,
            "These cells show %u classes of four placements that the second player wins "
            "here and the\nfirst in print, and at least %u the other way round. In print "
            "the first player has %lld more:\nat least %lld classes differ that no cell "
            "shows.\n",
            p->shown[0], p->shown[1], more, hidden < 0 ? -hidden : hidden);
}

void paper_text(FILE *out, const struct paper *p)
{
    classes_text(out, p);
    if (p->draws)
        draws_text(out, p);
    openings_text(out, p);
    fprintf(out, "\nTables 3, A.1 and A.2, cell by cell:\n");
    for (int i = 0; i < PAPER_VERDICTS; i++)
        fprintf(out, "  %-18s %4u cells, %u of them printed\n", verdict_name[i],
                p->cells[i], p->entries[i]);
    for (int i = PAPER_BY_RULE; i < PAPER_VERDICTS; i++)
        if (p->cells[i]) {
            fprintf(out, "\nCells, %s:\n", verdict_name[i]);
            odd_text(out, p, (enum paper_verdict)i);
        }
    if (p->cells[PAPER_CONTRADICTS])
        shown_text(out, p);
}

static void draws_json(struct json *j, const struct paper *p)
{
    json_open(j, "draws", '[');
    for (unsigned i = 0; i < p->draws; i++) {
        const struct paper_draw *d = &p->draw[i];
        char cells[16];
        cells_text(d->cell, 4, cells);
        json_open(j, NULL, '{');
        json_text(j, "placements", cells);
        json_text(j, "winner", winner_name(d->rule));
        if (d->printed)
            json_text(j, "printed", d->printed == 1 ? "first" : "second");
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void odd_json(struct json *j, const struct paper *p)
{
    json_open(j, "differences", '[');
    for (unsigned i = 0; i < p->odds; i++) {
        const struct paper_cell *c = &p->odd[i];
        char cells[16];
        cells_text(c->cell, c->placements, cells);
        json_open(j, NULL, '{');
        json_text(j, "table", c->table);
        json_text(j, "placements", cells);
        json_bool(j, "printed", c->listed);
        json_text(j, "verdict", verdict_word[c->verdict]);
        json_number(j, "draws", c->draws);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void paper_json(FILE *out, const struct paper *p)
{
    static const char *const names[] = {"draw", "win", "loss"};
    struct json j = json_to(out);
    json_open(&j, NULL, '{');
    json_text(&j, "game", p->v->name);
    json_open(&j, "four_placements", '{');
    for (int i = 0; i < 3; i++)
        json_number(&j, names[i], p->classes[i]);
    json_number(&j, "published_win", YON_PUBLISHED_FIRST);
    json_number(&j, "published_loss", YON_PUBLISHED_SECOND);
    json_number(&j, "rule_win", p->ruled[VALUE_WIN]);
    json_number(&j, "rule_loss", p->ruled[VALUE_LOSS]);
    json_number(&j, "rule_open", p->ruled[VALUE_DRAW]);
    json_number(&j, "shown_lost_here", p->shown[0]);
    json_number(&j, "shown_won_here", p->shown[1]);
    json_close(&j, '}');
    draws_json(&j, p);
    json_open(&j, "openings", '[');
    for (unsigned i = 0; i < p->openings; i++) {
        const struct paper_opening *o = &p->opening[i];
        char name[4];
        json_open(&j, NULL, '{');
        json_text(&j, "opening", cell_name(o->cell, name));
        json_text(&j, "published", o->published ? "win" : "loss");
        json_text(&j, "placements_only",
                  o->restricted[0] == VALUE_WIN   ? "win"
                  : o->restricted[1] != VALUE_WIN ? "loss"
                                                  : "draw");
        json_text(&j, "value", report_value_name(code_value(o->code)));
        if (code_has_plies(o->code))
            json_number(&j, "plies", code_plies(o->code));
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_open(&j, "cells", '{');
    json_number(&j, "agree", p->cells[PAPER_AGREES]);
    json_number(&j, "rule", p->cells[PAPER_BY_RULE]);
    json_number(&j, "open", p->cells[PAPER_OPEN]);
    json_number(&j, "contradict", p->cells[PAPER_CONTRADICTS]);
    json_close(&j, '}');
    json_open(&j, "printed", '{');
    json_number(&j, "agree", p->entries[PAPER_AGREES]);
    json_number(&j, "rule", p->entries[PAPER_BY_RULE]);
    json_number(&j, "open", p->entries[PAPER_OPEN]);
    json_number(&j, "contradict", p->entries[PAPER_CONTRADICTS]);
    json_close(&j, '}');
    odd_json(&j, p);
    json_close(&j, '}');
}
