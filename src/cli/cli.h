/* SPDX-License-Identifier: MIT
 *
 * The command line program: what its files share. main.c reads the line (options.c)
 * against the two lists commands.def and options.def, opens what the command needs, runs
 * it, and turns the outcome into an exit status and a message. Commands write results to
 * standard output and return errors; only main.c exits.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "query/report.h"

enum option_kind { FLAG, TEXT, COUNT, NUMBER, BYTES, SECONDS };
enum option_scope { COMMON, OWN };

struct options {
#define FLAG_FIELD    bool
#define TEXT_FIELD    const char *
#define COUNT_FIELD   uint64_t /* at least 1; 0: not given */
#define NUMBER_FIELD  uint64_t
#define BYTES_FIELD   uint64_t /* 0: not given */
#define SECONDS_FIELD double

#define OPTION(field, name, kind, argument, whose, help) kind##_FIELD field;
#include "cli/options.def"
#undef OPTION
};

struct option {
    const char *name;
    enum option_kind kind;
    const char *argument; /* null: a flag */
    enum option_scope whose;
    const char *help;
    size_t offset; /* in struct options */
};

enum command_needs { NOTHING, GAME, TABLE };

struct cli {
    struct options options;
    const struct command *command; /* null: none given */
    int arguments;                 /* after the command's name */
    char **argument;
    bool color;
    char data[IO_PATH];
    struct run run;
    struct variant variant; /* open if the command needs a game */
    struct table *table;    /* open if it needs a table */
};

struct command {
    const char *name;
    enum command_needs needs;
    const char *arguments;
    const char *options;
    const char *summary;
    const char *details;
    enum code (*run)(struct cli *cli, struct error *err);
};

extern const struct command cli_commands[]; /* ends with a null name */
extern const struct option cli_options[];   /* the same */

#define COMMAND(name, needs, arguments, options, summary, details)                       \
    enum code cli_##name(struct cli *cli, struct error *err);
#include "cli/commands.def"
#undef COMMAND

/* options.c: fills options, command and arguments; argv is reordered. */
enum code cli_parse(struct cli *cli, int argc, char **argv, struct error *err);
bool cli_takes(const struct command *command, const struct option *option);
/* help.c: of the command, or of the program when it is null. */
void cli_help(FILE *out, const struct command *command);

/* bench_index.c: hissho bench index. */
enum code cli_bench_index(struct cli *cli, struct error *err);

/* prove_rule.c: hissho prove --repetition. */
enum code cli_prove_rule(struct cli *cli, const struct position *p, struct error *err);

/* suggest.c: the name nearest to what was typed; null if none is near. next(context, i)
 * gives the i-th candidate, null past the end. */
const char *cli_nearest(const char *typed, const char *(*next)(const void *, unsigned),
                        const void *context);

/* A remark on standard error, unless --quiet. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cli_note(const struct cli *cli, const char *format, ...);

/* open.c: what commands open. */
enum code cli_find_data(struct cli *cli, struct error *err); /* fills cli->data */
enum code cli_open_game(struct cli *cli, const char *name, struct error *err);
/* CODE_NO_TABLE says the command that makes it. */
enum code cli_open_table(struct cli *cli, struct error *err);
/* The position given from argument `first` on, the initial one if there is none. */
enum code cli_position(const struct cli *cli, int first, struct position *out,
                       struct error *err);
/* Like io_create for a name that a user gave: only ever replaces a regular file. */
enum code cli_create(struct out_file *file, const char *path, struct error *err);
/* Writes text to a file that appears complete or not at all. */
enum code cli_write_file(const char *path, const char *text, size_t size,
                         struct error *err);

#endif
