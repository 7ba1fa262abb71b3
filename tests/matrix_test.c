/* SPDX-License-Identifier: MIT
 *
 * The matrix engine: the numbering of halves, the same codes as the naive engine, the same
 * for every instruction set and number of threads and after every interruption, and the
 * counts of data/nocca-plies.txt.
 */
#include "games/nocca/fast.h"
#include "games/nocca/halves.h"
#include "games/registry.h"
#include "solve/local.h"
#include "solve/matrix.h"
#include "solve/matrix_solver.h"
#include "solve/solve.h"

#include "test_size.h"

#include <stdio.h>
#include <unistd.h>

static struct error err;

static void open_board(const char *board, struct variant *v)
{
    char name[32];
    snprintf(name, sizeof name, "nocca:%s", board);
    if (registry_open(name, v, &err) != CODE_OK)
        fail_msg("%s", err.text);
}

/* ---- halves ---- */

static void check_class(const struct nocca_halves *h, unsigned class)
{
    uint32_t columns = 0;
    for (uint32_t n = 0; n < h->halves[0][class]; n++) {
        struct half x = half_at(h, class, 0, n), image;
        assert_int_equal(half_number(h, &x), n);
        half_mirror(h, &x, &image);
        uint32_t other = half_number(h, &image);
        assert_int_equal(half_turn(h, &x), other > n    ? HALF_BEFORE
                                           : other == n ? HALF_EQUAL
                                                        : HALF_AFTER);
        assert_int_equal(half_kill(h, &x), half_kill(h, &image));
        if (half_kill(h, &x) || half_turn(h, &x) == HALF_AFTER ||
            !half_fronts(h, h->any.row[x.front].class, class))
            continue;
        assert_int_equal(half_column(h, &x), columns);
        struct half back = half_at_column(h, class, columns++);
        assert_memory_equal(&back, &x, sizeof x);
    }
    assert_int_equal(columns, h->column_count[class]);
}

static void halves_are_numbered(void **state)
{
    (void)state;
    static const unsigned size[][2] = {{3, 2}, {4, 2}, {5, 2}, {6, 2}, {3, 3}, {4, 3},
                                       {5, 3}, {6, 3}, {4, 4}, {5, 4}, {6, 4}};
    for (unsigned i = 0; i < test_size(6, 9, 11); i++) {
        struct nocca_halves *h;
        assert_int_equal(halves_make(size[i][0], size[i][1], &h, &err), CODE_OK);
        for (unsigned k = 0; k < HALF_CLASSES; k++)
            check_class(h, k);
        halves_free(h);
    }
}

/* ---- codes ---- */

struct setting {
    const struct engine *engine;
    unsigned form; /* of the kernel */
    int threads;
    unsigned stop; /* interrupted before this ply, and gone on from a checkpoint */
};

static void go(const struct engine *engine, struct solver *s, unsigned from,
               unsigned stop)
{
    uint64_t decided = 1;
    for (unsigned plies = from; (decided > 0 || plies <= 1) && plies < stop; plies++)
        assert_int_equal(engine->step(s, plies, &decided, &err), CODE_OK);
}

static uint16_t *codes_with(const struct variant *v, const struct setting *how)
{
    struct run run = {.memory = budget_make(0), .threads = how->threads};
    uint16_t *codes = malloc(2 * v->slots);
    char checkpoint[64], scratch[64];
    struct solver *s;
    unsigned plies = 0;
    assert_non_null(codes);
    snprintf(checkpoint, sizeof checkpoint, "matrix-%d.checkpoint", (int)getpid());
    snprintf(scratch, sizeof scratch, "matrix-%d.scratch", (int)getpid());
    assert_int_equal(how->engine->start(v, &run, &s, &err), CODE_OK);
    if (how->engine == &matrix_engine)
        s->kernel = matrix_kernel(how->form);
    if (how->stop) {
        assert_int_equal(how->engine->scratch(s, scratch, &err), CODE_OK);
        go(how->engine, s, 0, how->stop);
        assert_int_equal(how->engine->save(s, checkpoint, &err), CODE_OK);
        how->engine->finish(s);
        assert_int_equal(how->engine->start(v, &run, &s, &err), CODE_OK);
        assert_int_equal(how->engine->resume(s, checkpoint, scratch, &plies, &err),
                         CODE_OK);
        assert_int_equal(plies, how->stop);
    }
    go(how->engine, s, plies, ~0u);
    how->engine->codes(s, 0, v->slots, codes);
    how->engine->finish(s);
    assert_int_equal(run.memory.used, 0);
    remove(checkpoint);
    remove(scratch);
    return codes;
}

static void compare(const struct variant *v, const uint16_t *wanted, struct setting how)
{
    uint16_t *codes = codes_with(v, &how);
    assert_memory_equal(codes, wanted, 2 * v->slots);
    free(codes);
}

static const struct engine *naive(const struct variant *v)
{
    const struct engine *engine;
    assert_int_equal(engine_named(v, "naive", &engine, &err), CODE_OK);
    return engine;
}

static void codes_are_those_of_the_naive_engine(void **state)
{
    (void)state;
    static const char *const boards[] = {"3x2", "4x2", "5x2", "6x2",
                                         "3x3", "4x3", "5x3", "6x3"};
    for (unsigned i = 0; i < test_size(4, 6, 8); i++) {
        struct variant v;
        open_board(boards[i], &v);
        uint16_t *wanted = codes_with(&v, &(struct setting){naive(&v), 0, 1, 0});
        compare(&v, wanted, (struct setting){&matrix_engine, 0, 2, 0});
        free(wanted);
        registry_close(&v);
    }
}

static void every_form_and_number_of_threads_gives_the_same(void **state)
{
    (void)state;
    static const char *const boards[] = {"3x3", "4x3", "5x3", "6x3", "3x4", "4x4"};
    static const int threads[] = {1, 2, 3, 7};
    for (unsigned i = 0; i < test_size(2, 4, 6); i++) {
        struct variant v;
        open_board(boards[i], &v);
        uint16_t *wanted = codes_with(&v, &(struct setting){&matrix_engine, 0, 1, 0});
        for (unsigned form = 0; matrix_kernel(form); form++)
            for (unsigned t = 0; t < 4; t++)
                compare(&v, wanted,
                        (struct setting){&matrix_engine, form, threads[t], 0});
        free(wanted);
        registry_close(&v);
    }
}

static void interruption_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        unsigned plies;
    } boards[] = {{"6x2", 20}, {"5x2", 15}};
    for (unsigned i = 0; i < 2; i++) {
        struct variant v;
        open_board(boards[i].board, &v);
        uint16_t *wanted = codes_with(&v, &(struct setting){&matrix_engine, 0, 1, 0});
        for (unsigned stop = 1; stop < boards[i].plies; stop += 3)
            compare(&v, wanted, (struct setting){&matrix_engine, 0, 2, stop});
        free(wanted);
        registry_close(&v);
    }
}

/* ---- counts ---- */

static uint64_t counted(const struct subset_tally *t, unsigned code)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < t->subsets; i++)
        sum += t->count[i][code];
    return sum;
}

/* Every line of the board in the file; returns how many positions they are. */
static uint64_t compare_counts(const char *board, const struct subset_tally *t)
{
    FILE *in = fopen(TEST_DATA "/nocca-plies.txt", "r");
    char line[128], name[16], value[16];
    unsigned plies;
    unsigned long long positions;
    uint64_t sum = 0;
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        if (sscanf(line, "%15s %15s %u %llu", name, value, &plies, &positions) != 4 ||
            strcmp(name, board) != 0)
            continue;
        unsigned code = value[0] == 'w'   ? code_win(plies)
                        : value[0] == 'l' ? code_loss(plies)
                                          : CODE_DRAWN;
        assert_int_equal(counted(t, code), positions);
        sum += positions;
    }
    fclose(in);
    return sum;
}

static void counts_are_the_known_ones(void **state)
{
    (void)state;
    static const char *const boards[] = {"3x2", "4x2", "5x2", "3x3", "4x3", "5x3",
                                         "6x3", "3x4", "4x4", "5x4", "6x5"};
    for (unsigned i = 0; i < test_size(4, 9, 11); i++) {
        struct variant v;
        struct run run = {.memory = budget_make(0), .threads = 2};
        struct solve_options options = {.engine = &matrix_engine};
        struct solution solution;
        struct subset_tally t;
        open_board(boards[i], &v);
        assert_int_equal(solve_run(&v, &run, &options, &solution, &err), CODE_OK);
        assert_int_equal(subset_tally_make(&v, &t, &err), CODE_OK);
        assert_int_equal(matrix_engine.subsets(solution.solver, &t, &err), CODE_OK);
        assert_int_equal(compare_counts(boards[i], &t), v.positions);
        subset_tally_free(&t);
        solution_free(&solution);
        registry_close(&v);
    }
}

/* keiichiro-sonoda/nocca-strongly-solving, Matsumoto & Kuroda (2022). */
static void initial_positions_are_won_as_published(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        unsigned plies;
    } published[] = {{"3x2", 11}, {"3x3", 9},  {"4x3", 17},
                     {"4x4", 21}, {"4x5", 23}, {"5x5", 33}};
    for (unsigned i = 0; i < test_size(3, 4, 6); i++) {
        struct variant v;
        struct run run = {.memory = budget_make(0), .threads = 2};
        struct solve_options options = {.engine = &matrix_engine};
        struct solution solution;
        struct position start;
        uint16_t code;
        open_board(published[i].board, &v);
        assert_int_equal(solve_run(&v, &run, &options, &solution, &err), CODE_OK);
        v.game->initial(&v, &start);
        matrix_engine.codes(solution.solver, game_slot(&v, &start), 1, &code);
        assert_int_equal(code, code_win(published[i].plies));
        assert_int_equal(solution.solver->initial_code, code);
        solution_free(&solution);
        registry_close(&v);
    }
}

/* ---- checking ---- */

static void every_wrong_code_is_found(void **state)
{
    (void)state;
    struct variant v;
    open_board("6x2", &v);
    uint16_t *codes = codes_with(&v, &(struct setting){&matrix_engine, 0, 1, 0});
    for (uint64_t slot = 0; slot <= v.slots; slot++) {
        struct local_report report = {0};
        uint16_t right = slot < v.slots ? codes[slot] : 0;
        if (slot < v.slots)
            codes[slot] = right == code_win(1) ? code_win(3) : code_win(1);
        local_check(&v, (struct codes){codes, 2}, 0, v.slots, &report);
        assert_int_equal(report.errors > 0, slot < v.slots);
        if (slot < v.slots)
            codes[slot] = right;
    }
    free(codes);
    registry_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves_are_numbered),
        cmocka_unit_test(codes_are_those_of_the_naive_engine),
        cmocka_unit_test(every_form_and_number_of_threads_gives_the_same),
        cmocka_unit_test(interruption_changes_nothing),
        cmocka_unit_test(counts_are_the_known_ones),
        cmocka_unit_test(initial_positions_are_won_as_published),
        cmocka_unit_test(every_wrong_code_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
