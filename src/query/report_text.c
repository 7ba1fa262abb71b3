/* SPDX-License-Identifier: MIT
 * The texts for people; see report.h. */
#include "base/text.h"
#include "query/report.h"

#include <string.h>

char *report_value(uint16_t code, char out[REPORT_VALUE])
{
    if (code == CODE_DRAWN)
        snprintf(out, REPORT_VALUE, "draw");
    else if (!code_has_plies(code))
        snprintf(out, REPORT_VALUE, "%s", report_value_name(code_value(code)));
    else if (code_plies(code) == 0)
        snprintf(out, REPORT_VALUE, "%s, the game is over",
                 code_is_win(code) ? "won" : "lost");
    else
        snprintf(out, REPORT_VALUE, "%s in %u", report_value_name(code_value(code)),
                 code_plies(code));
    return out;
}

char *report_share(uint64_t count, uint64_t of, char out[32])
{
    double share = of ? 100.0 * (double)count / (double)of : 0;
    snprintf(out, 32, share < 1 ? "%.2g %%" : "%.1f %%", share);
    return out;
}

void report_put_value(FILE *out, uint16_t code, int width, bool color)
{
    static const char *const paint[] = {"\033[33m", "\033[32m", "\033[31m"};
    char value[REPORT_VALUE];
    report_value(code, value);
    if (color)
        fprintf(out, "%s%-*s\033[0m", paint[code_value(code)], width, value);
    else
        fprintf(out, "%-*s", width, value);
}

static void heading(FILE *out, const struct variant *v)
{
    fprintf(out, "%s: %s; %s\n", v->name, v->game->title, v->summary);
}

void report_count_text(FILE *out, const struct variant *v, const struct count_report *r)
{
    char number[32];
    heading(out, v);
    for (unsigned i = 0; i < r->entries; i++) {
        const struct count_entry *e = &r->entry[i];
        fprintf(out, "  %s%-*s %20s\n", e->subset[0] ? "  " : "", e->subset[0] ? 22 : 24,
                e->subset[0] ? e->subset : e->set, text_number(e->positions, number));
    }
}

static void put_method(FILE *out, const struct plan_method *m, bool chosen)
{
    char memory[32], disk[32], time[32];
    fprintf(out, "  %c %-10s %10s %10s %14s  %-4s %s\n", chosen ? '*' : ' ',
            m->engine->name,
            text_bytes(m->device_bytes ? m->device_bytes : m->memory_bytes, memory),
            text_bytes(m->disk_bytes, disk), text_duration(m->seconds, time),
            m->fits ? "yes" : "no", m->engine->summary);
}

void report_plan_text(FILE *out, const struct variant *v, const struct plan *plan)
{
    char a[32], b[32];
    heading(out, v);
    fprintf(out, "  %s positions in %s table entries\n", text_number(v->positions, a),
            text_number(v->slots, b));
    fprintf(out, "  allowed here: %s of memory, %d thread%s; ",
            text_bytes(plan->memory_limit, a), plan->threads,
            plan->threads == 1 ? "" : "s");
    if (plan->disk_free == UINT64_MAX)
        fputs("free disk unknown\n\n", out);
    else
        fprintf(out, "%s of disk free\n\n", text_bytes(plan->disk_free, b));
    fprintf(out, "    %-10s %10s %10s %14s  %-4s\n", "method", "memory", "disk", "time",
            "fits");
    for (unsigned i = 0; i < plan->methods; i++)
        put_method(out, &plan->method[i], plan->method[i].engine == plan->chosen);
    if (plan->methods && plan->method[plan->methods - 1].device_bytes)
        fprintf(out,
                "\n'hissho solve %s --backend gpu' takes the GPU; its memory is meant "
                "there.\n",
                v->name);
    if (plan->chosen)
        fprintf(out, "\n* what 'hissho solve %s' will take\n", v->name);
    else
        fprintf(out, "\nNo method fits: allow more with --memory, or free some disk.\n");
}

static void put_total(FILE *out, const char *name, uint64_t count, uint64_t of)
{
    char number[32], share[32];
    fprintf(out, "  %-10s %18s", name, text_number(count, number));
    if (of)
        fprintf(out, "  %8s", report_share(count, of, share));
    putc('\n', out);
}

static void put_totals(FILE *out, const struct variant *v, const struct stats *stats,
                       bool color)
{
    const struct tally *tally = stats->tally;
    const uint64_t all = tally_all(tally);
    put_total(out, game_unit(v), all, 0);
    put_total(out, "wins", tally_total(tally, VALUE_WIN), all);
    put_total(out, "losses", tally_total(tally, VALUE_LOSS), all);
    put_total(out, "draws", tally_total(tally, VALUE_DRAW), all);
    fprintf(out, "  longest    win in %u, loss in %u plies\n",
            stats_longest(tally, VALUE_WIN), stats_longest(tally, VALUE_LOSS));
    fputs("  initial    ", out);
    report_put_value(out, stats->initial_code, 0, color);
    fprintf(out, "   %s\n", stats->initial);
}

static void put_subsets(FILE *out, const struct variant *v, const struct subset_tally *s)
{
    if (!s || s->subsets == 0)
        return;
    fprintf(out, "\n  %-24s %18s %18s %18s %8s\n", "subset", game_unit(v), "wins",
            "losses", "longest");
    for (unsigned i = 0; i < s->subsets; i++) {
        char name[GAME_NAME], all[32], wins[32], losses[32];
        struct tally tally;
        memcpy(tally.positions, s->count[i], sizeof tally.positions);
        v->game->subset_name(v, i, name);
        fprintf(out, "  %-24s %18s %18s %18s %8u\n", name,
                text_number(tally_all(&tally), all),
                text_number(tally_total(&tally, VALUE_WIN), wins),
                text_number(tally_total(&tally, VALUE_LOSS), losses),
                tally_max_plies(&tally));
    }
}

void report_stats_text(FILE *out, const struct variant *v, const struct stats *stats,
                       bool color)
{
    const struct tally *tally = stats->tally;
    heading(out, v);
    put_totals(out, v, stats, color);
    fprintf(out, "\n  plies %18s %18s\n", "wins", "losses");
    for (unsigned d = 0; d <= tally_max_plies(tally); d++) {
        char wins[32], losses[32];
        fprintf(out, "  %5u %18s %18s\n", d,
                text_number(tally->positions[code_win(d)], wins),
                text_number(tally->positions[code_loss(d)], losses));
    }
    put_subsets(out, v, stats->subsets);
    if (stats->longest_count)
        fputs("\n  longest wins\n", out);
    for (unsigned i = 0; i < stats->longest_count; i++) {
        char text[GAME_TEXT];
        v->game->print(v, &stats->longest[i], text);
        fprintf(out, "  %s\n", text);
    }
}

void report_solve_text(FILE *out, const struct variant *v, const struct stats *stats,
                       const struct build_report *build, int threads, bool color)
{
    char time[32], memory[32], solving[32], writing[32], rate[32];
    heading(out, v);
    put_totals(out, v, stats, color);
    if (build->was_there) {
        fputs("  this game was solved before; the table was left as it is\n", out);
        return;
    }
    fprintf(out, "  time       %s (solving %s, storing %s), %s with %d thread%s\n",
            text_duration(build->seconds, time),
            text_duration(build->solve_seconds, solving),
            text_duration(build->write_seconds, writing), build->engine, threads,
            threads == 1 ? "" : "s");
    if (build->resumed)
        fprintf(out, "  resumed    after %u plies of an earlier run\n",
                build->resumed_from);
    else if (build->seconds > 0)
        fprintf(out, "  rate       %s positions/s\n",
                text_number((uint64_t)((double)v->positions / build->seconds), rate));
    fprintf(out, "  memory     %s at most\n", text_bytes(build->peak_bytes, memory));
}

static int widest_move(const struct answer *answer)
{
    size_t widest = 4;
    for (unsigned i = 0; i < answer->moves; i++)
        if (strlen(answer->move[i].name) > widest)
            widest = strlen(answer->move[i].name);
    return (int)widest;
}

static void put_moves(FILE *out, const struct answer *answer, bool color)
{
    int width = widest_move(answer);
    for (unsigned i = 0; i < answer->moves; i++) {
        const struct answer_move *m = &answer->move[i];
        fprintf(out, "  %-*s  ", width, m->name);
        report_put_value(out, m->code, 12, color);
        fprintf(out, "  %s\n", m->text);
    }
}

void report_query_text(FILE *out, const struct variant *v, const struct answer *answer,
                       bool color)
{
    char picture[GAME_PICTURE];
    if (v->game->draw) { /* else it would be the text once more */
        game_draw(v, &answer->position, color, picture);
        fprintf(out, "%s\n", picture);
    }
    fprintf(out, "%s  %s\n", v->name, answer->text);
    if (answer->ending != GOES_ON && answer->code == CODE_DRAWN) {
        fputs("draw, the game is over\n", out);
        return;
    }
    fprintf(out, "%s to move: ", v->game->side(v, &answer->position));
    report_put_value(out, answer->code, 0, color);
    fputs(answer->moves ? "\n\n" : "\n", out);
    put_moves(out, answer, color);
}

/* Who has the better of play without end: nobody, or the side that the last value names. */
static void endless_result(const struct line *line, char out[64])
{
    const struct line_step *last = &line->step[line->moves];
    const char *other = line->moves > 0 ? line->step[line->moves - 1].side : "";
    if (last->code == CODE_DRAWN)
        snprintf(out, 64, "A draw");
    else
        snprintf(out, 64, "%.40s wins", code_is_win(last->code) ? last->side : other);
}

void report_line_text(FILE *out, const struct variant *v, const struct line *line,
                      bool color)
{
    int width = 4;
    for (unsigned i = 1; i <= line->moves; i++)
        if ((int)strlen(line->step[i].move) > width)
            width = (int)strlen(line->step[i].move);
    fprintf(out, "%s  %s\n", v->name, line->step[0].text);
    fprintf(out, "%s to move: ", line->step[0].side);
    report_put_value(out, line->step[0].code, 0, color);
    fputs(line->moves ? "\n\n" : "\n", out);
    for (unsigned i = 1; i <= line->moves; i++)
        fprintf(out, "  %3u  %s  %-*s  %s\n", i, line->step[i - 1].side, width,
                line->step[i].move, line->step[i].text);
    char result[64];
    endless_result(line, result);
    if (line->stop == LINE_REPEATS)
        fprintf(out, "\n%s: the position after move %u is that after move %u again.\n",
                result, line->moves, line->repeats);
    else if (line->stop == LINE_LONG)
        fprintf(out, "\n%s: stopped after %d moves without a repetition.\n", result,
                LINE_LIMIT);
    else if (line->ending == ENDS_DRAW)
        fprintf(out,
                line->step[line->moves].code == CODE_DRAWN
                    ? "\nThe game ends in a draw.\n"
                    : "\n%s.\n",
                result);
    else if (line->moves > 0)
        fprintf(
            out, "\n%s wins.\n",
            line->step[line->ending == ENDS_WIN ? line->moves : line->moves - 1].side);
}

void report_verify_text(FILE *out, const struct variant *v, const struct verify_report *r,
                        bool quick)
{
    char checked[32], errors[32], text[GAME_TEXT], stored[REPORT_VALUE],
        derived[REPORT_VALUE];
    text_number(r->checked, checked);
    if (r->errors == 0) {
        fprintf(out, "%s: %s positions, %s\n", v->name, checked,
                quick ? "all sizes and sums right" : "every value re-derived, no error");
        return;
    }
    fprintf(out, "%s: %s positions, %s wrong\n", v->name, checked,
            text_number(r->errors, errors));
    if (!r->found)
        return;
    v->game->print(v, &r->position, text);
    fprintf(out, "first: %s\n  stored: %s\n  by its moves: %s\n", text,
            report_value(r->stored, stored), report_value(r->derived, derived));
}
