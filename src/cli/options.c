/* SPDX-License-Identifier: MIT
 *
 * Reading the command line against the two lists. Options may stand anywhere, "--name
 * value" and "--name=value" are the same, "--" ends them; all else is the command and its
 * arguments.
 */
#include "base/text.h"
#include "cli/cli.h"

#include <stddef.h>
#include <string.h>

const struct option cli_options[] = {
#define OPTION(field, name, kind, argument, whose, help)                                 \
    {name, kind, argument, whose, help, offsetof(struct options, field)},
#include "cli/options.def"
#undef OPTION
    {0},
};

const struct command cli_commands[] = {
#define COMMAND(name, needs, arguments, options, summary, details)                       \
    {#name, needs, arguments, options, summary, details, cli_##name},
#include "cli/commands.def"
#undef COMMAND
    {0},
};

bool cli_takes(const struct command *command, const struct option *option)
{
    if (option->whose == COMMON)
        return true;
    size_t length = strlen(option->name);
    const char *at = command ? command->options : "";
    while ((at = strstr(at, option->name))) {
        bool begins = at == command->options || at[-1] == ' ';
        if (begins && (at[length] == ' ' || at[length] == '\0'))
            return true;
        at += length;
    }
    return false;
}

static const char *command_name(const void *context, unsigned i)
{
    (void)context;
    return cli_commands[i].name;
}

/* Options the command takes. */
static const char *option_name(const void *context, unsigned i)
{
    for (const struct option *o = cli_options; o->name; o++)
        if (cli_takes(context, o) && i-- == 0)
            return o->name;
    return NULL;
}

static enum code unknown_command(const char *typed, struct error *err)
{
    const char *nearest = cli_nearest(typed, command_name, NULL);
    if (nearest)
        return error_set(err, CODE_USAGE,
                         "there is no command '%.40s'; did you mean '%s'? "
                         "'hissho --help' lists all",
                         typed, nearest);
    return error_set(err, CODE_USAGE,
                     "there is no command '%.40s'; 'hissho --help' lists all", typed);
}

static enum code unknown_option(const struct command *command, const char *typed,
                                struct error *err)
{
    char help[48] = "hissho --help", suggestion[64] = "", name[40];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(typed, "="), typed);
    if (command)
        snprintf(help, sizeof help, "hissho %s --help", command->name);
    const char *nearest = cli_nearest(name + strspn(name, "-"), option_name, command);
    if (nearest)
        snprintf(suggestion, sizeof suggestion, " did you mean '--%s'?", nearest);
    return error_set(err, CODE_USAGE, "%s%s has no option '%s';%s '%s' lists all",
                     command ? "hissho " : "hissho", command ? command->name : "", name,
                     suggestion, help);
}

static enum code bad_value(const struct option *option, const char *text,
                           const char *wanted, struct error *err)
{
    return error_set(err, CODE_USAGE, "option --%s: '%.40s' is not %s", option->name,
                     text, wanted);
}

static enum code store(struct options *options, const struct option *option,
                       const char *text, struct error *err)
{
    void *to = (char *)options + option->offset;
    uint64_t number;
    double seconds;
    switch (option->kind) {
    case FLAG:
        memcpy(to, &(bool){true}, sizeof(bool));
        break;
    case TEXT:
        if (!*text)
            return bad_value(option, text, option->argument, err);
        memcpy(to, &text, sizeof text);
        break;
    case COUNT:
        if (!text_parse_number(text, &number) || number < 1 || number > 4096)
            return bad_value(option, text, "a number from 1 to 4096, for example 2", err);
        memcpy(to, &number, sizeof number);
        break;
    case NUMBER:
        if (!text_parse_number(text, &number))
            return bad_value(option, text, "a number, for example 1000", err);
        memcpy(to, &number, sizeof number);
        break;
    case BYTES:
        if (!text_parse_bytes(text, &number))
            return bad_value(option, text, "a size, for example 512M or 16G", err);
        memcpy(to, &number, sizeof number);
        break;
    case SECONDS:
        if (!text_parse_seconds(text, &seconds))
            return bad_value(option, text, "a number of seconds, for example 30", err);
        memcpy(to, &seconds, sizeof seconds);
        break;
    }
    return CODE_OK;
}

/* Takes the option at argv[*i] and its value; *i is left on the last word taken. */
static enum code take_option(struct cli *cli, int argc, char **argv, int *i,
                             struct error *err)
{
    const char *word = strcmp(argv[*i], "-h") == 0 ? "--help" : argv[*i];
    size_t length = strcspn(word, "=");
    const char *value = word[length] ? word + length + 1 : NULL;
    const struct option *o = cli_options;
    while (o->name && (strncmp(word, "--", 2) != 0 || strlen(o->name) != length - 2 ||
                       strncmp(word + 2, o->name, length - 2) != 0))
        o++;
    if (!o->name || !cli_takes(cli->command, o))
        return unknown_option(cli->command, word, err);
    if (o->kind == FLAG && value)
        return error_set(err, CODE_USAGE, "option --%s takes no value", o->name);
    if (o->kind != FLAG && !value) {
        if (*i + 1 >= argc)
            return error_set(err, CODE_USAGE, "option --%s needs a value: --%s %s",
                             o->name, o->name, o->argument);
        value = argv[++*i];
    }
    return store(&cli->options, o, value ? value : "", err);
}

/* The command decides which options are allowed, so it is found first: the first word
 * that is neither an option nor the value of one. */
static enum code find_command(struct cli *cli, int argc, char **argv, struct error *err)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-' || !argv[i][1]) {
            const struct command *c = cli_commands;
            while (c->name && strcmp(c->name, argv[i]) != 0)
                c++;
            if (!c->name)
                return unknown_command(argv[i], err);
            cli->command = c;
            return CODE_OK;
        }
        for (const struct option *o = cli_options; o->name; o++)
            if (o->kind != FLAG && strncmp(argv[i], "--", 2) == 0 &&
                strcmp(argv[i] + 2, o->name) == 0)
                i++;
    }
    return CODE_OK;
}

static enum code check_arguments(const struct cli *cli, struct error *err)
{
    const struct command *c = cli->command;
    int least = 0, most = 0;
    for (const char *at = c->arguments; *at; at += strcspn(at, " "), at += *at == ' ') {
        least += *at != '[';
        most++;
    }
    bool spaces = strstr(c->arguments, "POSITION") != NULL;
    if (cli->arguments < least)
        return error_set(err, CODE_USAGE, "%s needs an argument: hissho %s %s", c->name,
                         c->name, c->arguments);
    if (cli->arguments > most && !spaces)
        return error_set(err, CODE_USAGE,
                         "'%.40s' is one argument too many: hissho %s %s",
                         cli->argument[most], c->name, c->arguments);
    return CODE_OK;
}

enum code cli_parse(struct cli *cli, int argc, char **argv, struct error *err)
{
    int words = 0;
    bool ended = false;
    cli->options.to = UINT64_MAX;
    cli->options.checkpoint_every = 30;
    TRY(find_command(cli, argc, argv, err));
    for (int i = 1; i < argc; i++) {
        if (!ended && strcmp(argv[i], "--") == 0)
            ended = true;
        else if (!ended && argv[i][0] == '-' && argv[i][1])
            TRY(take_option(cli, argc, argv, &i, err));
        else
            argv[words++] = argv[i];
    }
    cli->arguments = words > 0 ? words - 1 : 0;
    cli->argument = argv + 1;
    if (cli->options.help || cli->options.version)
        return CODE_OK;
    if (!cli->command)
        return error_set(err, CODE_USAGE, "no command given; 'hissho --help' lists all");
    return check_arguments(cli, err);
}
