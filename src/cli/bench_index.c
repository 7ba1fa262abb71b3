/* SPDX-License-Identifier: MIT
 *
 * hissho bench index: what numbering positions costs here, one thread. Three forms of one
 * numbering side by side (walk of the diagram, one look-up per cell, compiled blocks),
 * all on the same random positions of NOCCAxNOCCA 6x5; the time to number all of them in
 * order, measured on a slice; and the counts and diagrams of both families of games.
 */
#include "base/text.h"
#include "cli/cli.h"
#include "games/morris/counts.h"
#include "games/morris/unique.h"
#include "games/nocca/rules.h"
#include "games/nocca/sets.h"
#include "index/compile.h"
#include "zdd/zdd.h"

#include <stdlib.h>

enum { SAMPLES = 1 << 14, ROUNDS = 12, FIGURES = 40, ROWS = 6, COLUMNS = 5 };

static const double SLICE = 1.0;      /* seconds of enumeration */
static const double PAPER_HOURS = 21; /* the authors' time for all, one 3.5 GHz core */

struct figure {
    char name[40];
    double value;
    const char *unit;
    const char *note;
};

struct bench {
    struct cli *cli;
    struct nocca_problem problem;
    struct zdd zdd;
    struct cell_index cells;
    struct blocks blocks;
    uint64_t number[SAMPLES];
    uint8_t state[SAMPLES][NOCCA_CELLS];
    uint64_t packed[SAMPLES][2];
    uint64_t used; /* results end here, so that nothing is optimised away */
    struct figure figure[FIGURES];
    unsigned figures;
};

static double *add(struct bench *b, const char *name, double value, const char *unit,
                   const char *note)
{
    struct figure *f = &b->figure[b->figures++];
    snprintf(f->name, sizeof f->name, "%s", name);
    f->value = value;
    f->unit = unit;
    f->note = note;
    return &f->value;
}

/* ---- one numbering in three forms ---- */

static void rank_walk(struct bench *b)
{
    for (unsigned i = 0; i < SAMPLES; i++)
        b->used += zdd_rank(&b->zdd, b->state[i]);
}

static void rank_cells(struct bench *b)
{
    for (unsigned i = 0; i < SAMPLES; i++)
        b->used += cell_index_rank(&b->cells, b->state[i]);
}

static void rank_blocks(struct bench *b)
{
    for (unsigned i = 0; i < SAMPLES; i++)
        b->used += blocks_rank(&b->blocks, b->packed[i]);
}

static void unrank_walk(struct bench *b)
{
    uint8_t state[NOCCA_CELLS];
    struct error err;
    for (unsigned i = 0; i < SAMPLES; i++) {
        zdd_unrank(&b->zdd, b->number[i], state, &err);
        b->used += state[0];
    }
}

static void unrank_cells(struct bench *b)
{
    uint8_t state[NOCCA_CELLS];
    for (unsigned i = 0; i < SAMPLES; i++) {
        cell_index_unrank(&b->cells, b->number[i], state);
        b->used += state[0];
    }
}

static void unrank_blocks(struct bench *b)
{
    uint64_t packed[BLOCKS_WORDS];
    for (unsigned i = 0; i < SAMPLES; i++) {
        blocks_unrank(&b->blocks, b->number[i], packed);
        b->used += packed[0];
    }
}

static void unrank_lanes(struct bench *b)
{
    uint64_t packed[BLOCKS_LANES * BLOCKS_WORDS];
    for (unsigned i = 0; i < SAMPLES; i += BLOCKS_LANES) {
        blocks_unrank_lanes(&b->blocks, &b->number[i], packed);
        b->used += packed[0];
    }
}

/* The best of several rounds: other work on the machine only ever adds. */
static double measure(struct bench *b, const char *name, const char *note,
                      void (*kernel)(struct bench *))
{
    double best = 0;
    for (int i = 0; i < ROUNDS && !run_stopped(&b->cli->run); i++) {
        double start = progress_clock();
        kernel(b);
        double spent = progress_clock() - start;
        best = i == 0 || spent < best ? spent : best;
    }
    return *add(b, name, 1e9 * best / SAMPLES, "ns", note);
}

static enum code prepare(struct bench *b, struct error *err)
{
    nocca_declare(&b->problem, ROWS, COLUMNS, NOCCA_P);
    const struct zdd_problem *p = &b->problem.problem;
    double start = progress_clock();
    TRY(zdd_build(p, ZDD_SHARE_CARRIED, &b->zdd, err));
    add(b, "zdd build", 1e3 * (progress_clock() - start), "ms",
        "nocca:6x5, as published");
    start = progress_clock();
    TRY(blocks_compile(p, 0, &b->blocks, err));
    add(b, "compile", 1e3 * (progress_clock() - start), "ms", "block tables and jumps");
    TRY(cell_index_compile(p, &b->cells, err));
    uint64_t random = 88172645463325252u; /* xorshift64 */
    for (unsigned i = 0; i < SAMPLES; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        b->number[i] = random % b->zdd.count;
        TRY(zdd_unrank(&b->zdd, b->number[i], b->state[i], err));
        blocks_pack(&b->blocks, b->state[i], b->packed[i]);
    }
    return CODE_OK;
}

static void measure_forms(struct bench *b)
{
    double walk = measure(b, "rank zdd walk", "one node after the other", rank_walk);
    measure(b, "rank cells", "one look-up per cell", rank_cells);
    double blocks = measure(b, "rank blocks", "compiled", rank_blocks);
    add(b, "rank gain", walk / blocks, "times", "compiled against the walk");
    walk = measure(b, "unrank zdd walk", "one node after the other", unrank_walk);
    measure(b, "unrank cells", "one look-up per cell and state", unrank_cells);
    measure(b, "unrank blocks", "compiled, one by one", unrank_blocks);
    blocks = measure(b, "unrank lanes", "compiled, many at once", unrank_lanes);
    add(b, "unrank gain", walk / blocks, "times", "compiled against the walk");
}

static void measure_order(struct bench *b)
{
    struct blocks_walk walk;
    uint64_t n = 0;
    double start = progress_clock(), spent = 0;
    blocks_seek(&b->blocks, &walk, b->zdd.count / 3);
    while (spent < SLICE && !run_stopped(&b->cli->run)) {
        for (int i = 0; i < 1 << 20; i++) {
            b->used += walk.number ^ walk.packed[1];
            blocks_advance(&b->blocks, &walk);
        }
        n += 1 << 20;
        spent = progress_clock() - start;
    }
    double all = spent / (double)n * (double)b->zdd.count;
    add(b, "in order", 1e9 * spent / (double)n, "ns", "next position with its number");
    add(b, "in order, all", all / 60, "min", "predicted for all 147,969,899,280");
    add(b, "in order, gain", 3600 * PAPER_HOURS / all, "times",
        "against the paper's 21 hours");
}

/* ---- counts and diagrams ---- */

static enum code measure_nocca_counts(struct bench *b, struct error *err)
{
    static const uint8_t board[][2] = {{2, 2}, {3, 2}, {3, 3}, {4, 3}, {5, 3},
                                       {6, 3}, {3, 4}, {4, 4}, {5, 4}, {6, 4},
                                       {3, 5}, {4, 5}, {5, 5}, {6, 5}, {7, 6}};
    double start = progress_clock();
    for (unsigned i = 0; i < sizeof board / sizeof *board; i++) {
        struct count_report report = {0};
        enum code code = nocca_count(board[i][0], board[i][1], &report, err);
        count_free(&report);
        TRY(code);
    }
    add(b, "nocca counts", progress_clock() - start, "s",
        "15 boards, all sets and profiles");
    return CODE_OK;
}

static enum code measure_morris(struct bench *b, struct error *err)
{
    struct morris_board board;
    struct morris_counts counts;
    struct zdd z;
    const struct morris_unique_options options = {0};
    double start = progress_clock();
    for (unsigned i = 0; i < 4; i++) {
        morris_board_make(&board, morris_men[i]);
        TRY(morris_unique(&board, &options, &b->cli->run, &z, &counts, err));
        zdd_free(&z);
    }
    add(b, "morris diagrams", progress_clock() - start, "s",
        "second diagrams of 3, 5, 6, 7");
    double all = 0;
    for (unsigned i = 0; i < MORRIS_GAMES && !run_stopped(&b->cli->run); i++) {
        char name[40];
        start = progress_clock();
        morris_board_make(&board, morris_men[i]);
        TRY(morris_count_direct(&board, false, &counts, err));
        double spent = progress_clock() - start;
        all += spent;
        snprintf(name, sizeof name, "morris:%u counts", morris_men[i]);
        add(b, name, spent, "s", "direct method");
    }
    add(b, "morris counts", all, "s", "all seven games");
    return CODE_OK;
}

static void put(const struct bench *b)
{
    struct json j = json_to(stdout);
    if (b->cli->options.json) {
        json_open(&j, NULL, '{');
        json_open(&j, "index", '[');
    }
    for (unsigned i = 0; i < b->figures; i++) {
        const struct figure *f = &b->figure[i];
        if (!b->cli->options.json) {
            printf("  %-18s %10.3f %-6s %s\n", f->name, f->value, f->unit, f->note);
            continue;
        }
        json_open(&j, NULL, '{');
        json_text(&j, "name", f->name);
        json_real(&j, "value", f->value);
        json_text(&j, "unit", f->unit);
        json_close(&j, '}');
    }
    if (b->cli->options.json) {
        json_close(&j, ']');
        json_close(&j, '}');
    }
}

enum code cli_bench_index(struct cli *cli, struct error *err)
{
    struct bench *b;
    TRY(mem_small(1, sizeof *b, &b, err));
    b->cli = cli;
    enum code code = prepare(b, err);
    if (code == CODE_OK) {
        measure_forms(b);
        measure_order(b);
        code = measure_nocca_counts(b, err);
    }
    if (code == CODE_OK)
        code = measure_morris(b, err);
    if (code == CODE_OK && run_stopped(&cli->run))
        code = error_set(err, CODE_INTERRUPTED, "interrupted");
    if (code == CODE_OK)
        put(b);
    zdd_free(&b->zdd);
    cell_index_free(&b->cells);
    blocks_free(&b->blocks);
    free(b);
    return code;
}
