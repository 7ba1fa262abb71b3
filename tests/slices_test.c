/* SPDX-License-Identifier: MIT
 *
 * Local conditions in whole slices: a right table passes with its statistics, and one with a
 * wrong code is found wrong at the same entry as position by position, by every kernel and
 * with room for one slice or for all.
 */
#define _GNU_SOURCE
#include "games/registry.h"
#include "solve/naive.h"
#include "solve/slices.h"
#include "solve/solve.h"
#include "test_size.h"

#include <stdio.h>

struct fixture {
    struct variant v;
    uint16_t *codes;
    uint8_t *bytes;
    struct subset_tally subsets;
};

static enum code from_memory(void *context, uint64_t first, uint64_t count, uint8_t *out,
                             struct error *err)
{
    (void)err;
    memcpy(out, ((struct fixture *)context)->bytes + first, count);
    return CODE_OK;
}

/* The codes of the naive engine; both sides counted by the sweep. */
static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct run run = {.memory = budget_make(0), .threads = 2};
    struct solution solution;
    assert_non_null(f);
    assert_int_equal(registry_open("musashi:3x5", &f->v, NULL), CODE_OK);
    f->codes = malloc(2 * f->v.slots);
    f->bytes = malloc(f->v.slots);
    assert_true(f->codes && f->bytes);
    const struct engine *engine[] = {&naive_engine, engine_for(&f->v, 0)};
    for (int i = 0; i < 2; i++) {
        struct solve_options options = {.engine = engine[i]};
        assert_int_equal(solve_run(&f->v, &run, &options, &solution, NULL), CODE_OK);
        if (i == 0)
            engine[i]->codes(solution.solver, 0, f->v.slots, f->codes);
        else
            assert_non_null(engine[i]->subsets);
        if (i == 1) {
            assert_int_equal(subset_tally_make(&f->v, &f->subsets, NULL), CODE_OK);
            engine[i]->subsets(solution.solver, &f->subsets, NULL);
        }
        solution_free(&solution);
    }
    codes_narrow(f->codes, f->v.slots, f->bytes);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    subset_tally_free(&f->subsets);
    registry_close(&f->v);
    free(f->bytes);
    free(f->codes);
    free(f);
    return 0;
}

/* With memory for so many slices, that of black's losses and what is compared included. */
static void check(struct fixture *f, const struct slices_kernel *kernel, unsigned slices,
                  struct slices_report *report)
{
    struct error err;
    struct run run = {.memory = budget_make((8 << 13) + slices * f->v.span),
                      .threads = 2};
    memset(report, 0, sizeof *report);
    assert_int_equal(subset_tally_make(&f->v, &report->subsets, NULL), CODE_OK);
    if (slices_check(&f->v, &run, kernel, from_memory, f, report, &err) != CODE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(run.memory.used, 0);
}

static void a_right_table_passes(void **state)
{
    struct fixture *f = *state;
    struct slices_report report;
    struct tally tally = {0};
    assert_true(slices_suit(&f->v));
    tally_add(&tally, &f->v, 0, f->v.slots, f->codes);
    for (unsigned i = 0; slices_kernel(i); i++)
        for (unsigned slices = 3; slices < 12; slices += 2) {
            check(f, slices_kernel(i), slices, &report);
            assert_int_equal(report.errors, 0);
            assert_memory_equal(&report.tally, &tally, sizeof tally);
            assert_memory_equal(report.subsets.count, f->subsets.count,
                                f->subsets.subsets * sizeof *f->subsets.count);
            subset_tally_free(&report.subsets);
        }
}

static void wrong_codes_are_found_where_they_are(void **state)
{
    struct fixture *f = *state;
    struct slices_report report;
    const unsigned alterations = (unsigned)test_size(3, 8, 80);
    uint64_t random = 1;
    for (unsigned n = 0; n < alterations; n++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const uint64_t slot = (random >> 20) % f->v.slots;
        const uint16_t right = f->codes[slot];
        const uint16_t wrong = right == 0  ? (uint16_t)code_win(2 * (n % 9) + 1)
                               : n % 3 > 0 ? (uint16_t)(right + 4)
                                           : 0;
        struct local_report wanted = {0};
        f->codes[slot] = wrong;
        f->bytes[slot] = (uint8_t)wrong;
        local_check(&f->v, (struct codes){f->codes, 2}, 0, f->v.slots, &wanted);
        assert_true(wanted.errors > 0);
        for (unsigned i = 0; slices_kernel(i); i++) {
            check(f, slices_kernel(i), 3 + n % 9, &report);
            assert_true(report.errors >= wanted.errors);
            assert_int_equal(report.slot, wanted.slot);
            assert_int_equal(report.derived, wanted.derived);
            assert_int_equal(report.stored, f->codes[report.slot]);
            subset_tally_free(&report.subsets);
        }
        f->codes[slot] = right;
        f->bytes[slot] = (uint8_t)right;
    }
}

static void too_little_memory_is_told(void **state)
{
    struct fixture *f = *state;
    struct error err;
    struct slices_report report = {0};
    struct run run = {.memory = budget_make(2 * f->v.span), .threads = 1};
    assert_int_equal(
        slices_check(&f->v, &run, slices_kernel(0), from_memory, f, &report, &err),
        CODE_RESOURCES);
    assert_int_equal(run.memory.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_table_passes),
        cmocka_unit_test(wrong_codes_are_found_where_they_are),
        cmocka_unit_test(too_little_memory_is_told),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
