/* SPDX-License-Identifier: MIT
 *
 * hissho bench: what the operations cost here, one thread. Every kernel runs over the same
 * pseudo-random positions. Probes give a position with all its moves, in print:
 *   warm   asked just before: the blocks are unpacked in memory
 *   fresh  a new position: the file is in the system's cache, its blocks are packed
 *   cold   a new table handle and nothing of the file in the system's cache
 */
#define _GNU_SOURCE
#include "base/random.h"
#include "base/text.h"
#include "cli/cli.h"
#include "games/registry.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLES = 1024, COLD_PROBES = 12, KERNELS = 12 };

static const double MEASURE = 0.2; /* seconds per kernel */

struct result {
    const char *name, *what;
    double ns;
};

struct bench {
    struct cli *cli;
    const struct variant *v;
    struct position position[SAMPLES];
    uint64_t rank[SAMPLES];
    struct answer *answer;
    uint64_t used; /* results end here, so that no kernel is optimised away */
    enum code failed;
    struct error *err;
    struct result result[KERNELS];
    unsigned results;
    double solve_ns; /* per position, from the run's record; 0: unknown */
    double sweep_ms; /* per ply */
};

/* Positions in which the game goes on, if such are found at all. */
static void sample(struct bench *b, uint64_t seed)
{
    for (int i = 0; i < SAMPLES; i++)
        for (int tries = 0; tries < 1000; tries++) {
            b->rank[i] = random_number(&seed) % b->v->positions;
            b->v->game->unrank(b->v, b->rank[i], &b->position[i]);
            if (b->v->game->ending(b->v, &b->position[i]) == GOES_ON)
                break;
        }
}

/* Each kernel works on sample i and returns how many operations that was. */
static unsigned do_rank(struct bench *b, unsigned i)
{
    b->used += b->v->game->rank(b->v, &b->position[i]);
    return 1;
}

static unsigned do_unrank(struct bench *b, unsigned i)
{
    struct position p;
    b->v->game->unrank(b->v, b->rank[i], &p);
    b->used += p.byte[0];
    return 1;
}

static unsigned do_moves(struct bench *b, unsigned i)
{
    struct move list[GAME_MOVES];
    b->used += b->v->game->moves(b->v, &b->position[i], list);
    return 1;
}

static unsigned do_play(struct bench *b, unsigned i)
{
    struct move list[GAME_MOVES];
    unsigned n = b->v->game->moves(b->v, &b->position[i], list);
    for (unsigned k = 0; k < n; k++) {
        struct position next;
        b->used += b->v->game->play(b->v, &b->position[i], list[k], &next);
        b->used += next.byte[0];
    }
    return n ? n : 1;
}

static unsigned do_probe(struct bench *b, unsigned i)
{
    enum code code =
        probe_answer(b->v, b->cli->table, &b->position[i], b->answer, b->err);
    if (code != CODE_OK)
        b->failed = code;
    return 1;
}

static unsigned do_warm_probe(struct bench *b, unsigned i)
{
    return do_probe(b, i % 4); /* few enough that all their blocks stay */
}

static void add_result(struct bench *b, const char *name, const char *what, double ns)
{
    b->result[b->results++] = (struct result){name, what, ns};
}

static void measure(struct bench *b, const char *name, const char *what,
                    unsigned (*kernel)(struct bench *, unsigned))
{
    uint64_t operations = 0;
    double start = progress_clock(), spent = 0;
    for (unsigned i = 0; i < 64; i++)
        kernel(b, i);
    for (start = progress_clock(); spent < MEASURE && b->failed == CODE_OK;
         spent = progress_clock() - start)
        for (unsigned i = 0; i < SAMPLES && b->failed == CODE_OK; i += 16) {
            for (unsigned k = i; k < i + 16; k++)
                operations += kernel(b, k);
            if (run_stopped(&b->cli->run))
                b->failed = error_set(b->err, CODE_INTERRUPTED, "interrupted");
            if (progress_clock() - start > MEASURE)
                break;
        }
    spent = progress_clock() - start;
    if (operations > 0)
        add_result(b, name, what, 1e9 * spent / (double)operations);
}

static void drop_from_cache(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    close(fd);
}

static enum code measure_cold(struct bench *b, struct error *err)
{
    double spent = 0;
    char path[IO_PATH];
    snprintf(path, sizeof path, "%s", table_info(b->cli->table)->path);
    for (int i = 0; i < COLD_PROBES; i++) {
        table_close(b->cli->table);
        b->cli->table = NULL;
        drop_from_cache(path);
        double start = progress_clock();
        TRY(cli_open_table(b->cli, err));
        TRY(probe_answer(b->v, b->cli->table, &b->position[i], b->answer, err));
        spent += progress_clock() - start;
    }
    add_result(b, "probe cold", "open the table and ask, nothing cached",
               1e9 * spent / COLD_PROBES);
    return CODE_OK;
}

static enum code measure_probes(struct bench *b, struct error *err)
{
    TRY(measure_cold(b, err));
    measure(b, "probe fresh", "position with all moves, blocks packed", do_probe);
    measure(b, "probe warm", "position with all moves, blocks unpacked", do_warm_probe);
    return b->failed;
}

/* "solve_seconds" of the record that solve left beside the table. */
static enum code read_record(struct bench *b, struct error *err)
{
    char path[IO_PATH], text[4096];
    static const char key[] = "\"solve_seconds\":";
    TRY(table_path(b->cli->data, b->v, ".run.json", path, err));
    FILE *in = fopen(path, "r");
    if (!in)
        return CODE_OK;
    size_t n = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[n] = '\0';
    const char *at = strstr(text, key);
    if (!at || strstr(text, "\"resumed\":true"))
        return CODE_OK; /* a resumed run did only part of the work */
    double seconds = strtod(at + strlen(key), NULL);
    unsigned plies = tally_max_plies(&table_info(b->cli->table)->tally);
    b->solve_ns = 1e9 * seconds / (double)b->v->positions;
    b->sweep_ms = 1e3 * seconds / (plies + 1);
    return CODE_OK;
}

static enum code run_all(struct bench *b, struct error *err)
{
    sample(b, 1);
    measure(b, "rank", "number of a position", do_rank);
    measure(b, "unrank", "position of a number", do_unrank);
    measure(b, "moves", "list of the moves of a position", do_moves);
    measure(b, "move", "one move listed, made and judged", do_play);
    TRY(b->failed);
    enum code code = cli_open_table(b->cli, err);
    if (code == CODE_NO_TABLE) {
        cli_note(b->cli, "no probes: %s", err->text);
        return CODE_OK;
    }
    TRY(code);
    TRY(measure_probes(b, err));
    return read_record(b, err);
}

static void put_json(const struct bench *b)
{
    struct json j = json_to(stdout);
    json_open(&j, NULL, '{');
    json_text(&j, "game", b->v->name);
    json_open(&j, "kernels", '[');
    for (unsigned i = 0; i < b->results; i++) {
        json_open(&j, NULL, '{');
        json_text(&j, "name", b->result[i].name);
        json_real(&j, "ns", b->result[i].ns);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    if (b->solve_ns > 0) {
        json_real(&j, "solve_ns_per_position", b->solve_ns);
        json_real(&j, "sweep_ms_per_ply", b->sweep_ms);
    }
    json_close(&j, '}');
}

static void put_text(const struct bench *b)
{
    char number[32];
    printf("%s, one thread\n", b->v->name);
    for (unsigned i = 0; i < b->results; i++) {
        const struct result *r = &b->result[i];
        if (r->ns < 1000)
            printf("  %-12s %12.1f ns   %s\n", r->name, r->ns, r->what);
        else
            printf("  %-12s %12.1f us   %s\n", r->name, r->ns / 1000, r->what);
    }
    if (b->solve_ns <= 0)
        return;
    printf("  %-12s %12.3f ns   per position, as the table was made: %s positions/s\n",
           "solve", b->solve_ns, text_number((uint64_t)(1e9 / b->solve_ns), number));
    printf("  %-12s %12.1f ms   per ply over all positions\n", "sweep", b->sweep_ms);
}

enum code cli_bench(struct cli *cli, struct error *err)
{
    const char *name = cli->arguments ? cli->argument[0] : registry_game(0)->name;
    if (strcmp(name, "index") == 0)
        return cli_bench_index(cli, err);
    TRY(cli_open_game(cli, name, err));
    struct bench *b;
    TRY(mem_small(1, sizeof *b, &b, err));
    b->cli = cli;
    b->v = &cli->variant;
    b->err = err;
    enum code code = mem_small(1, sizeof *b->answer, &b->answer, err);
    if (code == CODE_OK)
        code = run_all(b, err);
    if (code == CODE_OK && cli->options.json)
        put_json(b);
    else if (code == CODE_OK)
        put_text(b);
    free(b->answer);
    free(b);
    return code;
}
