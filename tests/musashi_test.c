/* SPDX-License-Identifier: MIT
 *
 * Sixteen Musashi: the boards are those of an independent list; the sweep engine gives
 * the codes of the naive one, with every kernel, any number of threads, little memory and
 * after interruptions; the statistics are those counted position by position.
 */
#define _GNU_SOURCE
#include "base/io.h"
#include "games/musashi/board.h"
#include "games/registry.h"
#include "solve/naive.h"
#include "solve/solve.h"
#include "solve/sweep.h"
#include "solve/sweep_solver.h"
#include "test_size.h"

#include <stdio.h>
#include <unistd.h>

static const struct mus_drawing *drawing(const char *name)
{
    for (const struct mus_drawing *d = mus_drawings; d->name; d++)
        if (strcmp(d->name, name) == 0)
            return d;
    fail_msg("no board %s", name);
    return NULL;
}

/* Every listed edge and pair is there, and there are no others. */
static void boards_are_those_of_the_list(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned edges, pairs, symmetries;
    } wanted[] = {{"25", 56, 40, 8}, {"31", 59, 41, 2}, {"33", 72, 50, 2}};
    struct mus_board *b = malloc(sizeof *b);
    for (unsigned i = 0; i < 3; i++) {
        unsigned edges = 0, pairs = 0, near = 0, all_pairs = 0;
        char line[128], name[8];
        FILE *in = fopen(TEST_DATA "/musashi-boards.txt", "r");
        assert_non_null(in);
        mus_board_make(b, drawing(wanted[i].name));
        while (fgets(line, sizeof line, in)) {
            unsigned m, x, y;
            if (sscanf(line, "%7s edge %u-%u", name, &x, &y) == 3) {
                if (strcmp(name, wanted[i].name) == 0) {
                    assert_true(b->near[x] >> y & 1 && b->near[y] >> x & 1);
                    edges++;
                }
            } else if (sscanf(line, "%7s pair %u %u+%u", name, &m, &x, &y) == 4 &&
                       strcmp(name, wanted[i].name) == 0) {
                bool found = false;
                for (unsigned k = 0; k < b->pairs[m]; k++)
                    found |= b->pair[m][k] == ((uint64_t)1 << x | (uint64_t)1 << y);
                assert_true(found);
                pairs++;
            }
        }
        fclose(in);
        for (unsigned p = 0; p < b->points; p++) {
            near += (unsigned)__builtin_popcountll(b->near[p]);
            all_pairs += b->pairs[p];
        }
        assert_int_equal(edges, wanted[i].edges);
        assert_int_equal(near, 2 * edges);
        assert_int_equal(pairs, wanted[i].pairs);
        assert_int_equal(all_pairs, pairs);
        assert_int_equal(b->symmetries, wanted[i].symmetries);
    }
    free(b);
}

static uint16_t *codes_of(const struct variant *v, const struct engine *engine,
                          struct solver *s)
{
    uint16_t *codes = malloc(2 * v->slots);
    assert_non_null(codes);
    engine->codes(s, 0, v->slots, codes);
    return codes;
}

static uint16_t *solved(const struct variant *v, const struct engine *engine,
                        const struct sweep_kernel *kernel, int threads)
{
    struct run run = {.memory = budget_make(0), .threads = threads};
    struct solver *s;
    struct error err;
    uint64_t decided = 1;
    assert_int_equal(engine->start(v, &run, &s, &err), CODE_OK);
    if (kernel)
        s->kernel = kernel;
    for (unsigned plies = 0; decided || plies <= 1; plies++)
        assert_int_equal(engine->step(s, plies, &decided, &err), CODE_OK);
    uint16_t *codes = codes_of(v, engine, s);
    engine->finish(s);
    assert_int_equal(run.memory.used, 0);
    return codes;
}

static void every_kernel_gives_the_codes_of_the_oracle(void **state)
{
    (void)state;
    struct variant v;
    assert_int_equal(registry_open("musashi:3x5", &v, NULL), CODE_OK);
    uint16_t *wanted = solved(&v, &naive_engine, NULL, 1);
    for (unsigned i = 0; sweep_kernel(i); i++)
        for (int threads = 1; threads <= 3; threads++) {
            uint16_t *codes = solved(&v, &sweep_engine, sweep_kernel(i), threads);
            if (memcmp(codes, wanted, 2 * v.slots) != 0)
                fail_msg("kernel %s differs from the naive engine",
                         sweep_kernel(i)->name);
            free(codes);
        }
    free(wanted);
    registry_close(&v);
}

/* On a board of full size the kernels are compared with each other. */
static void kernels_agree_on_a_full_board(void **state)
{
    (void)state;
    struct variant v;
    uint16_t *wanted = NULL;
    assert_int_equal(registry_open("musashi:25", &v, NULL), CODE_OK);
    for (unsigned i = 0; sweep_kernel(i) && (i == 0 || test_size(0, 1, 1)); i++) {
        uint16_t *codes = solved(&v, &sweep_engine, sweep_kernel(i), 2);
        if (wanted && memcmp(codes, wanted, 2 * v.slots) != 0)
            fail_msg("kernel %s differs", sweep_kernel(i)->name);
        free(wanted);
        wanted = codes;
    }
    free(wanted);
    registry_close(&v);
}

/* Stopped after every step, with and without room for the history in memory. */
static void interrupted_sweeps_go_on(void **state)
{
    (void)state;
    struct variant v;
    struct error err;
    char folder[] = "/tmp/hissho-test-XXXXXX", checkpoint[64], scratch[64];
    volatile sig_atomic_t stop = 1;
    assert_non_null(mkdtemp(folder));
    snprintf(checkpoint, sizeof checkpoint, "%s/checkpoint", folder);
    snprintf(scratch, sizeof scratch, "%s/scratch", folder);
    assert_int_equal(registry_open("musashi:3x5", &v, &err), CODE_OK);
    uint16_t *wanted = solved(&v, &naive_engine, NULL, 1);
    for (int tight = 0; tight < 2; tight++) {
        struct solve_options options = {
            .engine = &sweep_engine, .checkpoint = checkpoint, .scratch = scratch};
        struct solution solution;
        enum code code = CODE_INTERRUPTED;
        unsigned times = 0;
        while (code == CODE_INTERRUPTED) {
            struct run run = {.memory = budget_make(sweep_engine.memory(&v)),
                              .threads = 2,
                              .stop = times < 40 ? &stop : NULL};
            if (tight) /* nothing is left for the history; see besides() */
                run.memory.limit -= (64 << 20) + v.slots / 1024;
            code = solve_run(&v, &run, &options, &solution, &err);
            if (code == CODE_OK) {
                uint16_t *codes = codes_of(&v, &sweep_engine, solution.solver);
                assert_memory_equal(codes, wanted, 2 * v.slots);
                free(codes);
                solution_free(&solution);
            }
            times++;
        }
        if (code != CODE_OK)
            fail_msg("%s", err.text);
        assert_true(times > 10);
        unlink(checkpoint);
        unlink(scratch);
    }
    rmdir(folder);
    free(wanted);
    registry_close(&v);
}

static void a_damaged_checkpoint_is_refused(void **state)
{
    (void)state;
    struct variant v;
    struct error err;
    struct solution solution;
    char folder[] = "/tmp/hissho-test-XXXXXX", checkpoint[64], scratch[64];
    volatile sig_atomic_t stop = 1;
    assert_non_null(mkdtemp(folder));
    snprintf(checkpoint, sizeof checkpoint, "%s/checkpoint", folder);
    snprintf(scratch, sizeof scratch, "%s/scratch", folder);
    assert_int_equal(registry_open("musashi:3x5", &v, &err), CODE_OK);
    struct run run = {.memory = budget_make(0), .threads = 1, .stop = &stop};
    struct solve_options options = {
        .engine = &sweep_engine, .checkpoint = checkpoint, .scratch = scratch};
    assert_int_equal(solve_run(&v, &run, &options, &solution, &err), CODE_INTERRUPTED);
    assert_int_equal(solve_run(&v, &run, &options, &solution, &err), CODE_INTERRUPTED);
    FILE *file = fopen(checkpoint, "r+b");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    for (long at = 0; at < size; at += size / 97) {
        fseek(file, at, SEEK_SET);
        int byte = getc(file);
        fseek(file, at, SEEK_SET);
        putc(byte ^ 1, file);
        fflush(file);
        assert_int_equal(solve_run(&v, &run, &options, &solution, &err), CODE_DAMAGED);
        fseek(file, at, SEEK_SET);
        putc(byte, file);
        fflush(file);
    }
    assert_int_equal(truncate(scratch, 100), 0);
    assert_int_equal(solve_run(&v, &run, &options, &solution, &err), CODE_DAMAGED);
    assert_int_equal(ftruncate(fileno(file), size - 1), 0);
    assert_int_equal(solve_run(&v, &run, &options, &solution, &err), CODE_DAMAGED);
    fclose(file);
    unlink(checkpoint);
    unlink(scratch);
    rmdir(folder);
    registry_close(&v);
}

/* The greedy order for 33 points is as good as the best one known: three old maps wait. */
static void few_maps_are_alive(void **state)
{
    (void)state;
    struct mus_board *b = malloc(sizeof *b);
    uint8_t order[MUS_POINTS];
    mus_board_make(b, drawing("33"));
    assert_int_equal(sweep_order(b, order), 24);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_are_those_of_the_list),
        cmocka_unit_test(every_kernel_gives_the_codes_of_the_oracle),
        cmocka_unit_test(kernels_agree_on_a_full_board),
        cmocka_unit_test(interrupted_sweeps_go_on),
        cmocka_unit_test(a_damaged_checkpoint_is_refused),
        cmocka_unit_test(few_maps_are_alive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
