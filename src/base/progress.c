/* SPDX-License-Identifier: MIT
 * Progress on standard error; see progress.h. */
#define _GNU_SOURCE
#include "base/progress.h"

#include "base/text.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

double progress_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct progress progress_make(FILE *out, bool quiet)
{
    bool terminal = out && !quiet && isatty(fileno(out));
    return (struct progress){.out = terminal ? out : NULL};
}

void progress_begin(struct progress *p, const char *task, uint64_t from)
{
    p->start = progress_clock();
    p->drawn = 0;
    p->from = from;
    snprintf(p->task, sizeof p->task, "%s", task);
}

void progress_update(struct progress *p, uint64_t done, uint64_t total, const char *unit,
                     const char *note)
{
    if (!p->out && !p->report)
        return;
    double now = progress_clock();
    if (now - p->drawn < 0.1)
        return;
    p->drawn = now;
    if (p->report)
        p->report(p->context, p->task, done, total);
    if (!p->out)
        return;
    double spent = now - p->start;
    double rate = spent > 0 && done > p->from ? (double)(done - p->from) / spent : 0;
    char line[256] = "", number[32];
    text_append(line, sizeof line, "%s", p->task);
    if (total)
        text_append(line, sizeof line, " %5.1f %%", 100.0 * (double)done / (double)total);
    text_append(line, sizeof line, "  %s %s/s", text_number((uint64_t)rate, number),
                unit);
    if (total && rate > 0 && done <= total)
        text_append(line, sizeof line, "  %s left",
                    text_duration((double)(total - done) / rate, number));
    if (note)
        text_append(line, sizeof line, "  %s", note);
    fprintf(p->out, "\r\033[K%.100s", line);
    fflush(p->out);
    p->shown = true;
}

void progress_end(struct progress *p)
{
    if (p->out && p->shown) {
        fputs("\r\033[K", p->out);
        fflush(p->out);
    }
    p->shown = false;
}
