/* SPDX-License-Identifier: MIT
 *
 * hissho-check FILE [--threads N] [--quiet]: the independent check of a table, as a
 * program. Exit status: base/error.h.
 */
#include "base/text.h"
#include "checker/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: hissho-check FILE [--threads N] [--quiet]\n"
    "Checks a table of Hissho completely: sizes, sums, statistics of the file, and every\n"
    "position against its successors. Shares only the rules of the games with hissho.\n"
    "  --threads N   default: all processors\n"
    "  --quiet       say nothing when the table is right\n"
    "Exit: 0 right, 1 wrong, 2 usage, 3 no file, 4 damaged, 5 memory, 6 unreadable.\n";

struct options {
    const char *path;
    int threads;
    bool quiet, help;
};

static enum code parse(int argc, char **argv, struct options *o, struct error *err)
{
    uint64_t n;
    *o = (struct options){.threads = run_processors()};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0)
            o->help = true;
        else if (strcmp(argv[i], "--quiet") == 0)
            o->quiet = true;
        else if (strcmp(argv[i], "--threads") == 0) {
            const char *value = argv[++i];
            if (!value || !text_parse_number(value, &n) || n < 1 || n > 4096)
                return error_set(err, CODE_USAGE,
                                 "--threads needs a number from 1 to 4096, not '%.40s'; "
                                 "for example: --threads 2",
                                 value ? value : "");
            o->threads = (int)n;
        } else if (argv[i][0] == '-' || o->path)
            return error_set(err, CODE_USAGE, "unexpected argument '%.80s'", argv[i]);
        else
            o->path = argv[i];
    }
    if (!o->path && !o->help)
        return error_set(err, CODE_USAGE, "which file? For example: gobblet.hissho");
    return CODE_OK;
}

/* "win in 3", "draw", "no value (code 2047)" */
static void describe(unsigned code, char out[32])
{
    if (code >= CODE_WON)
        snprintf(out, 32, "no value (code %u)", code);
    else if (code == CODE_DRAWN)
        snprintf(out, 32, "draw");
    else
        snprintf(out, 32, "%s in %u", code_is_win((uint16_t)code) ? "win" : "loss",
                 code_plies((uint16_t)code));
}

static void report_wrong(const char *path, const struct checker_report *r)
{
    char stored[32], derived[32], number[32];
    describe(r->stored, stored);
    describe(r->derived, derived);
    printf("%s: WRONG: %s\n  position  %s\n  slot      %" PRIu64
           "\n  stored    %s\n  derived   %s\n  %s of its entries are wrong\n",
           path, r->game, r->position, r->slot, stored, derived,
           text_number(r->wrong, number));
}

int main(int argc, char **argv)
{
    struct options o;
    struct error err;
    struct checker_report report;
    char positions[32], entries[32];
    enum code code = parse(argc, argv, &o, &err);
    if (code != CODE_OK) {
        fprintf(stderr, "hissho-check: %s\n%s", err.text, usage);
        return (int)code;
    }
    if (o.help) {
        fputs(usage, stdout);
        return CODE_OK;
    }
    struct run run = {.memory = budget_make(0),
                      .progress = progress_make(stderr, o.quiet),
                      .threads = o.threads};
    code = checker_check(o.path, &run, &report, &err);
    if (code == CODE_NO)
        report_wrong(o.path, &report);
    else if (code != CODE_OK)
        fprintf(stderr, "hissho-check: %s\n", err.text);
    else if (!o.quiet)
        printf("%s: right: all %s positions of %s (%s entries)\n", o.path,
               text_number(report.positions, positions), report.game,
               text_number(report.slots, entries));
    return (int)code;
}
