/* SPDX-License-Identifier: MIT
 *
 * The program hissho: reads the line, opens what the command needs, runs it, reports. The
 * only place that touches the process: signals, standard streams, exit status.
 *
 * SIGINT and SIGTERM raise a flag that long computations look at; one that comes half a
 * second later or more ends the process at once, which loses nothing but the work since
 * the last checkpoint. (Sooner it is the same request: `timeout` signals the process and
 * then its group.) SIGPIPE
 * and SIGXFSZ are ignored, so that a limit is an error of writing like a full disk. When
 * who reads standard output has enough (`hissho export ... | head`), that is no error: the
 * program ends without a word, with the status that a shell shows for SIGPIPE.
 */
#define _GNU_SOURCE
#include "cli/cli.h"
#include "games/registry.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What a signal handler may touch is global. */
static volatile sig_atomic_t stop;
static struct timespec asked; /* when; the handler alone reads and writes it */

static void raise_stop(int signal_number)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double since = (double)(now.tv_sec - asked.tv_sec) +
                   1e-9 * (double)(now.tv_nsec - asked.tv_nsec);
    if (!stop) {
        stop = 1;
        asked = now;
    } else if (since >= 0.5) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
}

static void watch_signals(void)
{
    /* Without SA_RESTART: a read that waits for the user returns. */
    struct sigaction action = {.sa_handler = raise_stop};
    sigaddset(&action.sa_mask, SIGINT); /* neither interrupts the handling of the other */
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* A table opened while standard output is closed would get its number, and results would
 * be written into it. So the three numbers are taken first, by files that cannot be
 * written. */
static void guard_streams(void)
{
    int fd;
    do {
        fd = open("/dev/null", O_RDONLY);
    } while (fd >= 0 && fd <= 2);
    if (fd >= 0)
        close(fd);
}

void cli_note(const struct cli *cli, const char *format, ...)
{
    if (cli->options.quiet)
        return;
    va_list args;
    va_start(args, format);
    fputs("hissho: ", stderr);
    vfprintf(stderr, format, args);
    putc('\n', stderr);
    va_end(args);
}

static bool wants_color(const struct cli *cli)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return !cli->options.no_color && !(no_color && *no_color) && isatty(STDOUT_FILENO) &&
           !(terminal && strcmp(terminal, "dumb") == 0);
}

static void prepare_run(struct cli *cli)
{
    const struct options *o = &cli->options;
    cli->color = wants_color(cli);
    cli->run.memory = budget_make(o->memory);
    cli->run.progress = progress_make(stderr, o->quiet);
    cli->run.threads = o->threads ? (int)o->threads : run_processors();
    cli->run.stop = &stop;
}

static enum code open_and_run(struct cli *cli, struct error *err)
{
    const struct command *c = cli->command;
    TRY(cli_find_data(cli, err));
    prepare_run(cli);
    if (c->needs != NOTHING) {
        const char *name = cli->arguments ? cli->argument[0] : registry_game(0)->name;
        TRY(cli_open_game(cli, name, err));
    }
    if (c->needs == TABLE)
        TRY(cli_open_table(cli, err));
    return c->run(cli, err);
}

static enum code run_line(struct cli *cli, int argc, char **argv, struct error *err)
{
    TRY(cli_parse(cli, argc, argv, err));
    if (cli->options.help)
        cli_help(stdout, cli->command);
    else if (cli->options.version)
        puts("hissho " HISSHO_VERSION);
    else
        return open_and_run(cli, err);
    return CODE_OK;
}

enum { READER_GONE = 141 }; /* 128 + SIGPIPE */

/* Was standard output a pipe that nobody reads any more? */
static bool reader_gone(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return ferror(stdout) && poll(&out, 1, 0) == 1 && out.revents & POLLERR;
}

/* Results count only when they have left the process. */
static enum code flush_output(enum code code, struct error *err)
{
    errno = 0;
    bool failed = fflush(stdout) != 0;
    int number = errno;
    if ((!failed && !ferror(stdout)) || code == CODE_IO)
        return code; /* or it was noticed before, with its reason */
    return error_set(err, CODE_IO, "cannot write standard output%s%s", number ? ": " : "",
                     number ? strerror(number) : "");
}

int main(int argc, char **argv)
{
    guard_streams();
    watch_signals();
    if (argc < 2) {
        cli_help(stderr, NULL);
        return CODE_USAGE;
    }
    struct cli cli = {0};
    struct error err = {{0}};
    enum code code = run_line(&cli, argc, argv, &err);
    code = flush_output(code, &err);
    table_close(cli.table);
    registry_close(&cli.variant);
    if (reader_gone())
        return READER_GONE;
    if (code != CODE_OK && err.text[0])
        fprintf(stderr, "hissho: %s\n", err.text);
    return (int)code;
}
