/* SPDX-License-Identifier: MIT
 * The help texts, made from commands.def and options.def. */
#include "cli/cli.h"

#include <string.h>

enum { INDENT = 30 };

/* "  --name ARGUMENT      help", further lines of the help under the first. */
static void put_option(FILE *out, const struct option *o)
{
    int n = fprintf(out, "  --%s%s%s", o->name, o->argument ? " " : "",
                    o->argument ? o->argument : "");
    const char *line = o->help;
    for (int column = n; *line; column = 0) {
        int length = (int)strcspn(line, "\n");
        fprintf(out, "%*s%.*s\n", column < INDENT ? INDENT - column : 1, "", length,
                line);
        line += length;
        line += *line == '\n';
    }
}

static void put_options(FILE *out, const char *title, const struct command *command,
                        enum option_scope whose)
{
    bool any = false;
    for (const struct option *o = cli_options; o->name; o++) {
        if (o->whose != whose || !cli_takes(command, o))
            continue;
        if (!any)
            fprintf(out, "\n%s:\n", title);
        any = true;
        put_option(out, o);
    }
}

static void help_of_program(FILE *out)
{
    fputs("Hissho solves two-player board games completely.\n"
          "\n"
          "usage: hissho COMMAND [GAME] [ARGUMENTS] [OPTIONS]\n"
          "\n"
          "commands:\n",
          out);
    for (const struct command *c = cli_commands; c->name; c++)
        fprintf(out, "  %-8s %s\n", c->name, c->summary);
    put_options(out, "options of all commands", NULL, COMMON);
    fputs("\n'hissho COMMAND --help' tells more. A first round:\n"
          "  hissho solve gobblet:mini\n"
          "  hissho query gobblet:mini\n"
          "  hissho play gobblet:mini\n"
          "\n"
          "exit status: 0 success, 1 the answer is no, 2 bad usage, 3 no table yet,\n"
          "4 damaged file, 5 not enough memory or disk, 6 input/output error,\n"
          "130 interrupted (the same command goes on), 141 standard output was closed\n",
          out);
}

void cli_help(FILE *out, const struct command *c)
{
    if (!c) {
        help_of_program(out);
        return;
    }
    fprintf(out, "hissho %s: %s\n\nusage: hissho %s%s%s [OPTIONS]\n", c->name, c->summary,
            c->name, *c->arguments ? " " : "", c->arguments);
    if (*c->details)
        fprintf(out, "\n%s", c->details);
    put_options(out, "options", c, OWN);
    put_options(out, "options of all commands", c, COMMON);
}
