/* SPDX-License-Identifier: MIT
 *
 * NOCCAxNOCCA as planes, the kernels for GPUs run as loops: numbers of halves, plies.
 */
#define _GNU_SOURCE
#include "fixture.h"
#include "gpu/matrix.h"
#include "gpu/planes.h"

#include <stdio.h>
#include <stdlib.h>

static struct error err;

static struct nocca_halves *halves_of(unsigned rows, unsigned columns)
{
    struct nocca_halves *h;
    assert_int_equal(halves_make(rows, columns, &h, &err), CODE_OK);
    return h;
}

static void make(struct planes *p, const struct nocca_halves *h)
{
    if (planes_make(p, h, &device_host, &planes_kernels_host, NULL, &err) != CODE_OK)
        fail_msg("%s", err.text);
}

static uint64_t packed(const struct nocca_halves *h, const struct half *x)
{
    uint32_t cells[HALF_ROWS];
    uint64_t half = 0;
    half_write(h, x, cells);
    for (unsigned row = 0; row < h->rows; row++)
        half = half << 4 * h->columns | cells[row];
    return half;
}

/* The device numbers halves and columns as the game does. */
static void numbers(unsigned rows, unsigned columns)
{
    struct nocca_halves *h = halves_of(rows, columns);
    struct planes *p = malloc(sizeof *p);
    make(p, h);
    for (unsigned k = 0; k < PACK_CLASSES; k++) {
        if (p->class_[k].rows == 0)
            continue;
        for (unsigned threats = 0; threats < 2; threats++)
            for (uint32_t n = 0; n < h->halves[threats][k]; n++) {
                struct half x = half_at(h, k, threats, n);
                assert_int_equal(pack_unrank(&p->half, threats, n, k), packed(h, &x));
                assert_int_equal(pack_rank(&p->half, threats, packed(h, &x), k), n);
            }
        assert_int_equal(p->class_[k].first_kill, h->column_count[k]);
        for (uint32_t n = 0; n < h->column_count[k]; n++) {
            struct half x = half_at_column(h, k, n), image;
            half_mirror(h, &x, &image);
            assert_int_equal(p->class_[k].canonical[n], half_number(h, &x));
            assert_int_equal(p->class_[k].image[n], half_number(h, &image));
        }
    }
    planes_free(p);
    free(p);
    halves_free(h);
}

static void halves_have_the_games_numbers(void **state)
{
    (void)state;
    numbers(4, 2);
    numbers(4, 3);
    numbers(6, 2);
    numbers(6, 3);
}

static enum code host_start(const struct variant *v, struct run *run, struct solver **out,
                            struct error *why)
{
    return gpu_matrix_start(&device_host, &planes_kernels_host, v, run, out, why);
}

static const struct engine host_matrix = {GPU_MATRIX_ENGINE, .start = host_start};

/* Codes of all slots and the statistics, by one engine. */
struct result {
    uint16_t *codes;
    struct subset_tally tally;
};

static struct result solve_by(const struct variant *v, const struct engine *engine)
{
    struct solve_options options = {.engine = engine};
    struct run run = fixture_run(2);
    struct solution solution;
    struct result r = {.codes = malloc(2 * v->slots)};
    assert_non_null(r.codes);
    if (solve_run(v, &run, &options, &solution, &err) != CODE_OK)
        fail_msg("%s: %s", v->name, err.text);
    engine->codes(solution.solver, 0, v->slots, r.codes);
    assert_int_equal(engine->fault(solution.solver, &err), CODE_OK);
    assert_int_equal(subset_tally_make(v, &r.tally, &err), CODE_OK);
    assert_int_equal(engine->subsets(solution.solver, &r.tally, &err), CODE_OK);
    solution_free(&solution);
    assert_int_equal(run.memory.used, 0);
    return r;
}

static void compare(const char *game)
{
    struct variant v = fixture_open(game);
    const struct engine *cpu;
    assert_int_equal(engine_named(&v, "matrix", &cpu, &err), CODE_OK);
    struct result wanted = solve_by(&v, cpu), got = solve_by(&v, &host_matrix);
    for (uint64_t slot = 0; slot < v.slots; slot++)
        if (got.codes[slot] != wanted.codes[slot])
            fail_msg("%s: slot %llu has code %d, should have %d", game,
                     (unsigned long long)slot, got.codes[slot], wanted.codes[slot]);
    assert_memory_equal(got.tally.count, wanted.tally.count,
                        wanted.tally.subsets * sizeof *wanted.tally.count);
    subset_tally_free(&got.tally);
    subset_tally_free(&wanted.tally);
    free(got.codes);
    free(wanted.codes);
    registry_close(&v);
}

static void plies_are_those_of_the_processor(void **state)
{
    (void)state;
    compare("nocca:4x2");
    compare("nocca:4x3");
    compare("nocca:6x2");
    if (test_size(0, 1, 1))
        compare("nocca:6x3");
    if (test_size(0, 0, 1))
        compare("nocca:4x4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves_have_the_games_numbers),
        cmocka_unit_test(plies_are_those_of_the_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
