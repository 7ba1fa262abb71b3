/* SPDX-License-Identifier: MIT
 * Path lengths as SVG: bars from the shortest to the longest, heights in proportion. */
#include "query/paths.h"

#include "base/text.h"

#include <inttypes.h>

enum { WIDTH = 720, HEIGHT = 360, LEFT = 60, RIGHT = 20, TOP = 50, BOTTOM = 50 };

static uint64_t tallest(const struct zdd_paths *p)
{
    uint64_t most = 1;
    for (unsigned k = p->shortest; k <= p->longest; k++)
        most = p->members[k] > most ? p->members[k] : most;
    return most;
}

static uint64_t total(const struct zdd_paths *p)
{
    uint64_t sum = 0;
    for (unsigned k = p->shortest; k <= p->longest; k++)
        sum += p->members[k];
    return sum;
}

static void bars(const struct zdd_paths *p, FILE *out)
{
    unsigned columns = p->longest - p->shortest + 1;
    double step = (double)(WIDTH - LEFT - RIGHT) / columns;
    double unit = (HEIGHT - TOP - BOTTOM) / (double)tallest(p);
    unsigned every = columns > 40 ? 5 : columns > 20 ? 2 : 1;
    for (unsigned k = p->shortest; k <= p->longest; k++) {
        double x = LEFT + (k - p->shortest) * step, high = unit * (double)p->members[k];
        fprintf(out,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                "fill=\"#4477aa\"><title>%u nodes: %" PRIu64 "</title></rect>\n",
                x + 0.1 * step, HEIGHT - BOTTOM - high, 0.8 * step, high, k,
                p->members[k]);
        if (k % every == 0)
            fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%u</text>\n",
                    x + step / 2, HEIGHT - BOTTOM + 16, k);
    }
}

enum code paths_svg(const struct paths_figure *figure, FILE *out, struct error *err)
{
    const struct zdd_paths *p = &figure->paths;
    char number[32];
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"11\">\n",
            WIDTH, HEIGHT);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n", WIDTH, HEIGHT);
    fprintf(
        out,
        "<text x=\"%d\" y=\"24\" font-size=\"14\">%s, diagram %s: nodes on the path of a "
        "member, mean %.3f</text>\n",
        LEFT, figure->game, figure->diagram, p->mean);
    bars(p, out);
    fprintf(out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"black\"/>\n",
            LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM);
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.1f %%</text>\n", LEFT - 6,
            TOP + 4, 100 * (double)tallest(p) / (double)total(p));
    fprintf(out, "<text x=\"%d\" y=\"%d\">path length; %s members</text>\n", LEFT,
            HEIGHT - 12, text_number(total(p), number));
    fprintf(out, "</svg>\n");
    return ferror(out) ? error_set(err, CODE_IO, "cannot draw the path lengths")
                       : CODE_OK;
}
