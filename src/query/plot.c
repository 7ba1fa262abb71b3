/* SPDX-License-Identifier: MIT
 *
 * The histogram as SVG; see plot.h. The vertical axis starts at half a position, so that
 * a column of one position can be seen. Colours are the blue and vermilion of Okabe and
 * Ito, which colour-blind readers tell apart.
 */
#include "query/plot.h"

#include "base/text.h"
#include "query/report.h"

#include <math.h>

enum { WIDTH = 960, HEIGHT = 570, LEFT = 78, RIGHT = 24, TOP = 104, BOTTOM = 64 };

#define WIN_COLOR  "#0072B2"
#define LOSS_COLOR "#D55E00"
#define DRAW_COLOR "#808080"

struct plot {
    FILE *out;
    unsigned columns; /* one per distance, plus gap and column of the draws */
    double column;    /* width of one */
    double decades;   /* powers of ten shown */
};

static double plot_x(const struct plot *p, double column)
{
    return LEFT + p->column * column;
}

static double plot_y(const struct plot *p, double count)
{
    double floor_log = log10(0.5);
    double share = (log10(count) - floor_log) / (p->decades - floor_log);
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
}

static void bar(const struct plot *p, double column, double width, uint64_t count,
                const char *color, const char *what)
{
    if (count == 0)
        return;
    char number[32];
    double y = plot_y(p, (double)count);
    fprintf(p->out,
            "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\">"
            "<title>%s: %s</title></rect>\n",
            plot_x(p, column), y, width * p->column, HEIGHT - BOTTOM - y, color, what,
            text_number(count, number));
}

static void bars(const struct plot *p, const struct tally *tally)
{
    unsigned longest = tally_max_plies(tally);
    for (unsigned d = 0; d <= longest; d++) {
        char what[REPORT_VALUE];
        snprintf(what, sizeof what, "win in %u", d);
        bar(p, d + 0.10, 0.4, tally->positions[code_win(d)], WIN_COLOR, what);
        snprintf(what, sizeof what, "loss in %u", d);
        bar(p, d + 0.50, 0.4, tally->positions[code_loss(d)], LOSS_COLOR, what);
    }
    bar(p, longest + 2.10, 0.8, tally_total(tally, VALUE_DRAW), DRAW_COLOR, "draw");
}

static void horizontal_axis(const struct plot *p, const struct tally *tally)
{
    static const unsigned steps[] = {1, 2, 5, 10, 20, 50};
    unsigned longest = tally_max_plies(tally), s = 0;
    while (s < 5 && p->column * steps[s] < 26)
        s++;
    for (unsigned d = 0; d <= longest; d += steps[s])
        fprintf(p->out, "<text x=\"%.2f\" y=\"%d\" text-anchor=\"middle\">%u</text>\n",
                plot_x(p, d + 0.5), HEIGHT - BOTTOM + 19, d);
    bool wide = p->column > 44;
    if (tally_total(tally, VALUE_DRAW))
        fprintf(p->out, "<text x=\"%.2f\" y=\"%d\" text-anchor=\"%s\">draw</text>\n",
                plot_x(p, p->columns - (wide ? 0.5 : 0)), HEIGHT - BOTTOM + 19,
                wide ? "middle" : "end");
    fprintf(p->out,
            "<text x=\"%.2f\" y=\"%d\" text-anchor=\"middle\" font-size=\"15\">"
            "plies to the end of the game</text>\n",
            plot_x(p, p->columns / 2.0), HEIGHT - 16);
}

static void vertical_axis(const struct plot *p)
{
    for (int power = 0; power <= (int)p->decades; power++) {
        double y = plot_y(p, pow(10, power));
        fprintf(p->out,
                "<path d=\"M%d %.2fH%d\" stroke=\"#dddddd\"/>\n"
                "<text x=\"%d\" y=\"%.2f\" text-anchor=\"end\">10"
                "<tspan dy=\"-6\" font-size=\"10\">%d</tspan></text>\n",
                LEFT, y, WIDTH - RIGHT, LEFT - 8, y + 5, power);
    }
    fprintf(p->out,
            "<text transform=\"translate(22 %d) rotate(-90)\" text-anchor=\"middle\" "
            "font-size=\"15\">positions (logarithmic)</text>\n",
            TOP + (HEIGHT - TOP - BOTTOM) / 2);
}

static void legend_entry(const struct plot *p, double x, const char *color,
                         const char *name, uint64_t count, uint64_t of)
{
    char number[32], share[32];
    fprintf(p->out,
            "<rect x=\"%.0f\" y=\"69\" width=\"12\" height=\"12\" fill=\"%s\"/>"
            "<text x=\"%.0f\" y=\"80\">%s: %s (%s)</text>\n",
            x, color, x + 18, name, text_number(count, number),
            report_share(count, of, share));
}

/* Game names are the program's own, but a summary may hold any character. */
static void escaped(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else
            putc(*text, out);
}

static void title(const struct plot *p, const struct variant *v,
                  const struct stats *stats)
{
    char number[32], value[REPORT_VALUE];
    const struct tally *tally = stats->tally;
    const double step = (WIDTH - LEFT - RIGHT) / 3.0;
    fprintf(p->out, "<text x=\"%d\" y=\"29\" font-size=\"19\" font-weight=\"bold\">",
            LEFT);
    escaped(p->out, v->game->title);
    fprintf(p->out,
            " (%s)</text>\n<text x=\"%d\" y=\"52\">%s %s; the initial one: "
            "%s%s</text>\n",
            v->name, LEFT, text_number(tally_all(tally), number), game_unit(v),
            report_value(stats->initial_code, value),
            code_has_plies(stats->initial_code) ? " plies" : "");
    legend_entry(p, LEFT, WIN_COLOR, "wins", tally_total(tally, VALUE_WIN),
                 tally_all(tally));
    legend_entry(p, LEFT + step, LOSS_COLOR, "losses", tally_total(tally, VALUE_LOSS),
                 tally_all(tally));
    legend_entry(p, LEFT + 2 * step, DRAW_COLOR, "draws", tally_total(tally, VALUE_DRAW),
                 tally_all(tally));
}

static double decades_of(const struct tally *tally)
{
    uint64_t most = tally_total(tally, VALUE_DRAW);
    for (unsigned code = 1; code < CODES; code++)
        if (tally->positions[code] > most)
            most = tally->positions[code];
    double decades = ceil(log10((double)most + 1));
    return decades < 1 ? 1 : decades;
}

void plot_svg(FILE *out, const struct variant *v, const struct stats *stats)
{
    const struct tally *tally = stats->tally;
    struct plot p = {.out = out, .decades = decades_of(tally)};
    p.columns = tally_max_plies(tally) + 1 + (tally_total(tally, VALUE_DRAW) ? 2 : 0);
    p.column = (double)(WIDTH - LEFT - RIGHT) / p.columns;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, 'Liberation Sans', "
            "sans-serif\" font-size=\"14\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT);
    title(&p, v, stats);
    vertical_axis(&p);
    bars(&p, tally);
    fprintf(out, "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"black\"/>\n", LEFT, TOP,
            HEIGHT - BOTTOM, WIDTH - RIGHT);
    horizontal_axis(&p, tally);
    fputs("</svg>\n", out);
}

void plot_csv(FILE *out, const struct variant *v, const struct stats *stats)
{
    (void)v; /* drawn like plot_svg */
    fputs("value,plies,positions\n", out);
    for (unsigned kind = 1; kind <= 2; kind++)
        for (unsigned code = kind; code < CODES; code += 2) {
            char plies[8] = "";
            if (code_has_plies((uint16_t)code))
                snprintf(plies, sizeof plies, "%u", code_plies((uint16_t)code));
            if (stats->tally->positions[code])
                fprintf(out, "%s,%s,%llu\n",
                        report_value_name(code_value((uint16_t)code)), plies,
                        (unsigned long long)stats->tally->positions[code]);
        }
    fprintf(out, "draw,,%llu\n",
            (unsigned long long)tally_total(stats->tally, VALUE_DRAW));
}
