/* SPDX-License-Identifier: MIT
 *
 * Progress on standard error: one line, redrawn at most ten times a second, only when the
 * stream is a terminal. Work done before a resume counts towards the percentage but not
 * towards the rate, so that the time left stays honest.
 */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct progress {
    FILE *out;     /* null: say nothing */
    bool shown;    /* a line is on the screen */
    double start;  /* when this process began on the current task */
    double drawn;  /* when the line was last drawn */
    uint64_t from; /* work units that were done before this process started */
    char task[64];
    /* Who else wants to know, as often as the line would be drawn; may be null. */
    void (*report)(void *context, const char *task, uint64_t done, uint64_t total);
    void *context;
};

/* quiet: nothing at all. Otherwise a line is drawn only if out is a terminal. */
struct progress progress_make(FILE *out, bool quiet);
/* Begins a task of which `from` units are already done. */
void progress_begin(struct progress *p, const char *task, uint64_t from);
/* done of total units (total 0: unknown); note is appended, may be null. */
void progress_update(struct progress *p, uint64_t done, uint64_t total, const char *unit,
                     const char *note);
void progress_end(struct progress *p); /* wipes the line */

double progress_clock(void); /* monotonic seconds */

#endif
