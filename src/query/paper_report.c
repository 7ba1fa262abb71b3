/* SPDX-License-Identifier: MIT
 * The comparison with the paper in print; see paper.h. */
#include "games/yonmoque/published.h"
#include "query/paper.h"
#include "query/report.h"

#include <string.h>

static const char *const verdict_name[] = {"agrees", "hangs on draws", "contradicts"};

static char *cell_name(unsigned cell, char out[4])
{
    out[0] = (char)('1' + cell / 5);
    out[1] = (char)('a' + cell % 5);
    out[2] = '\0';
    return out;
}

static void cells_text(const struct paper_cell *c, char out[16])
{
    char name[4];
    *out = '\0';
    for (unsigned i = 0; i < c->placements; i++) {
        strcat(out, i ? " " : "");
        strcat(out, cell_name(c->cell[i], name));
    }
}

/* Who wins with placements only, as far as draws leave it open. */
static const char *restricted_text(const struct paper_opening *o)
{
    return o->restricted[0] == VALUE_WIN   ? "first"
           : o->restricted[1] != VALUE_WIN ? "second"
                                           : "hangs on draws";
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
        cells_text(c, cells);
        fprintf(out, "  Table %-3s  %-11s  %-10s", c->table, cells,
                c->listed ? "printed" : "not printed");
        if (verdict == PAPER_HANGS)
            fprintf(out, "  %u draw%s", c->draws, c->draws == 1 ? "" : "s");
        else
            fprintf(out, "  %s", odd_reason(c));
        fprintf(out, "\n");
    }
}

void paper_text(FILE *out, const struct paper *p)
{
    const uint64_t win = p->classes[VALUE_WIN], loss = p->classes[VALUE_LOSS],
                   draw = p->classes[VALUE_DRAW];
    fprintf(
        out,
        "%s beside the published tables (Nakagawa, Arai, Hoki, Muramatsu)\n\n"
        "Four placements: %llu classes of %llu positions\n"
        "  first player wins   %5llu   in print %u\n"
        "  second player wins  %5llu   in print %u\n"
        "  draws               %5llu   in print decided by the rule of repetition:\n"
        "                              %lld for the first, %lld for the second player;\n"
        "                              the cells below settle %llu and %llu of them\n",
        p->v->name, (unsigned long long)(win + loss + draw),
        (unsigned long long)(p->positions[0] + p->positions[1] + p->positions[2]),
        (unsigned long long)win, YON_PUBLISHED_FIRST, (unsigned long long)loss,
        YON_PUBLISHED_SECOND, (unsigned long long)draw,
        (long long)YON_PUBLISHED_FIRST - (long long)win,
        (long long)YON_PUBLISHED_SECOND - (long long)loss,
        (unsigned long long)p->settled[0], (unsigned long long)p->settled[1]);
    openings_text(out, p);
    fprintf(out, "\nTables 3, A.1 and A.2, cell by cell:\n");
    for (int i = 0; i < PAPER_VERDICTS; i++)
        fprintf(out, "  %-15s %4u cells, %u of them printed\n", verdict_name[i],
                p->cells[i], p->entries[i]);
    if (p->cells[PAPER_CONTRADICTS]) {
        fprintf(out,
                "\nCells that contradict; the rule of repetition cannot explain them:\n");
        odd_text(out, p, PAPER_CONTRADICTS);
    }
    if (p->cells[PAPER_HANGS]) {
        fprintf(out,
                "\nCells that hang on positions drawn without the rule of repetition:\n");
        odd_text(out, p, PAPER_HANGS);
    }
}

static void odd_json(struct json *j, const struct paper *p)
{
    json_open(j, "differences", '[');
    for (unsigned i = 0; i < p->odds; i++) {
        const struct paper_cell *c = &p->odd[i];
        char cells[16];
        cells_text(c, cells);
        json_open(j, NULL, '{');
        json_text(j, "table", c->table);
        json_text(j, "placements", cells);
        json_bool(j, "printed", c->listed);
        json_text(j, "verdict", c->verdict == PAPER_HANGS ? "draws" : "contradiction");
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
    json_number(&j, "draws_printed_win", p->settled[0]);
    json_number(&j, "draws_printed_loss", p->settled[1]);
    json_close(&j, '}');
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
    json_number(&j, "draws", p->cells[PAPER_HANGS]);
    json_number(&j, "contradict", p->cells[PAPER_CONTRADICTS]);
    json_close(&j, '}');
    json_open(&j, "printed", '{');
    json_number(&j, "agree", p->entries[PAPER_AGREES]);
    json_number(&j, "draws", p->entries[PAPER_HANGS]);
    json_number(&j, "contradict", p->entries[PAPER_CONTRADICTS]);
    json_close(&j, '}');
    odd_json(&j, p);
    json_close(&j, '}');
}
