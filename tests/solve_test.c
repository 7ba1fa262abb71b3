/* SPDX-License-Identifier: MIT
 *
 * Engines, driver and checkpoints: every engine with any number of threads gives the values
 * that an independent program found (data/tallies.txt, made by data/oracle.py), and it may be
 * stopped, saved, damaged and taken up at any point, by any other engine.
 */
#define _GNU_SOURCE
#include "fixture.h"
#include "solve/checkpoint.h"
#include "table/build.h"

#include <pthread.h>
#include <time.h>

static const char *const games[] = {"tictactoe",
                                    "gobblet:mini",
                                    "gobblet:mini-after-mover",
                                    "gobblet:mini-after-draw",
                                    "gobblet:mini-lift-loses",
                                    "gobblet:mini-own-move"};
enum { GAMES = sizeof games / sizeof *games };

static char folder[128];

static char *in_folder(const char *name)
{
    static char path[2][256];
    static int turn;
    char *out = path[turn++ % 2];
    snprintf(out, 256, "%s/%s", folder, name);
    return out;
}

/* ---- known numbers ----------------------------------------------------------------------- */

static void expected_tally(const char *path, const char *game, struct tally *out,
                           uint64_t *positions)
{
    FILE *in = fopen(path, "r");
    char line[128], name[64], value[16];
    unsigned plies;
    unsigned long long count;
    assert_non_null(in);
    memset(out, 0, sizeof *out);
    *positions = 0;
    while (fgets(line, sizeof line, in)) {
        if (sscanf(line, "%63s positions %llu", name, &count) == 2 && !strcmp(name, game))
            *positions = count;
        if (sscanf(line, "%63s %15s %u %llu", name, value, &plies, &count) != 4 ||
            strcmp(name, game) != 0)
            continue;
        uint16_t code = !strcmp(value, "win")    ? code_win(plies)
                        : !strcmp(value, "loss") ? code_loss(plies)
                                                 : CODE_DRAWN;
        out->positions[code] = count;
    }
    fclose(in);
    assert_true(*positions > 0);
}

static void the_oracle_has_the_same_numbers(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GAMES; i++) {
        struct variant v = fixture_open(games[i]);
        struct tally wanted, tally = {{0}};
        uint64_t positions;
        uint16_t *codes = fixture_solve(&v, NULL, 2);
        expected_tally(TEST_DATA "/tallies.txt", games[i], &wanted, &positions);
        tally_add(&tally, &v, 0, v.slots, codes);
        assert_int_equal(v.positions, positions);
        assert_memory_equal(&tally, &wanted, sizeof tally);
        free(codes);
        registry_close(&v);
    }
}

/* Known to everyone: 5,478 positions can be reached, 765 up to symmetry, the start is a draw. */
static void tictactoe_is_tictactoe(void **state)
{
    (void)state;
    struct variant v = fixture_open("tictactoe");
    struct run run = fixture_run(3);
    uint64_t reached, unique;
    struct position p;
    struct error err;
    const struct engine *engine;
    assert_int_equal(engine_named(&v, "retro", &engine, &err), CODE_OK);
    assert_int_equal(engine->reach(&v, &run, &reached, &unique, &err), CODE_OK);
    assert_int_equal(reached, 5478);
    assert_int_equal(unique, 765);
    uint16_t *codes = fixture_solve(&v, NULL, 1);
    v.game->initial(&v, &p);
    assert_int_equal(codes[game_slot(&v, &p)], CODE_DRAWN);
    free(codes);
    registry_close(&v);
}

static void engines_agree(void **state)
{
    (void)state;
    static const int threads[] = {1, 2, 3, 7};
    for (unsigned i = 0; i < GAMES; i += (unsigned)test_size(4, 1, 1)) {
        struct variant v = fixture_open(games[i]);
        uint16_t *oracle = fixture_solve(&v, "naive", 1);
        unsigned engines = 0;
        for (unsigned e = 0; engine_for(&v, e); e++, engines++)
            for (unsigned k = 0; k < sizeof threads / sizeof *threads; k++) {
                if (strcmp(engine_for(&v, e)->name, "naive") == 0)
                    continue;
                uint16_t *codes = fixture_solve(&v, engine_for(&v, e)->name, threads[k]);
                assert_memory_equal(codes, oracle, 2 * v.slots);
                free(codes);
            }
        assert_true(engines >= 2);
        free(oracle);
        registry_close(&v);
    }
}

/* ---- checkpoints ------------------------------------------------------------------------- */

/* Saves the state after `plies` steps; false when the solve has ended before. */
static bool save_after(const struct variant *v, const struct engine *engine,
                       unsigned plies, const char *path)
{
    struct run run = fixture_run(2);
    struct solver *s = fixture_start(v, engine, &run);
    struct error err;
    uint64_t decided = 1;
    for (unsigned d = 0; d < plies && decided; d++)
        assert_int_equal(engine->step(s, d, &decided, &err), CODE_OK);
    const struct checkpoint at = {.plies = plies, .count = v->slots};
    if (checkpoint_save(path, v, engine, s, &at, &err) != CODE_OK)
        fail_msg("%s", err.text);
    engine->finish(s);
    return decided > 0;
}

static void resume_gives(const struct variant *v, const struct engine *engine,
                         const char *path, unsigned plies, const uint16_t *wanted)
{
    struct run run = fixture_run(3);
    struct solve_options options = {
        .engine = engine, .checkpoint = path, .checkpoint_every = 1e9};
    struct solution solution;
    struct error err;
    if (solve_run(v, &run, &options, &solution, &err) != CODE_OK)
        fail_msg("%s", err.text);
    assert_true(solution.resumed);
    assert_int_equal(solution.resumed_from, plies);
    uint16_t *codes = malloc(2 * v->slots);
    assert_non_null(codes);
    assert_int_equal(solution_codes(&solution, 0, v->slots, codes, &err), CODE_OK);
    assert_memory_equal(codes, wanted, 2 * v->slots);
    free(codes);
    solution_free(&solution);
    assert_int_equal(run.memory.used, 0);
}

/* Any engine goes on from the checkpoint of any other, after every ply. The naive one takes
 * seconds on the larger games: of those it takes part in one that has few plies. */
static void resume_after_every_ply(void **state)
{
    (void)state;
    const char *path = in_folder("resume.checkpoint");
    for (unsigned i = 0; i < GAMES; i++) {
        struct variant v = fixture_open_whole(games[i]);
        uint16_t *wanted = fixture_solve(&v, NULL, 1);
        unsigned saved = 0;
        for (unsigned a = 0; engine_for(&v, a); a++)
            for (unsigned b = 0; engine_for(&v, b); b++) {
                bool naive = !strcmp(engine_for(&v, a)->name, "naive") ||
                             !strcmp(engine_for(&v, b)->name, "naive");
                bool few = strcmp(games[i], "gobblet:mini-after-draw") == 0;
                if (naive && i > 0 && test_size(1, !few, 0))
                    continue;
                for (unsigned d = 0;; d++) {
                    bool more = save_after(&v, engine_for(&v, a), d, path);
                    resume_gives(&v, engine_for(&v, b), path, d, wanted);
                    saved++;
                    if (!more)
                        break;
                }
            }
        assert_true(saved >= 3);
        free(wanted);
        registry_close(&v);
    }
}

static enum code load(const struct variant *v, const char *path, struct error *err)
{
    const struct engine *engine = engine_for(v, 0);
    struct run run = fixture_run(1);
    struct solver *s = fixture_start(v, engine, &run);
    struct checkpoint at;
    enum code code = checkpoint_load(path, v, engine, s, &at, err);
    engine->finish(s);
    return code;
}

static void expect_damaged(const struct variant *v, const char *path, const char *part)
{
    struct error err = {{0}};
    assert_int_equal(load(v, path, &err), CODE_DAMAGED);
    if (!strstr(err.text, path) || !strstr(err.text, "offset") || !strstr(err.text, part))
        fail_msg("'%s' lacks '%s', the path or the offset", err.text, part);
}

static void damaged_checkpoints_are_refused(void **state)
{
    (void)state;
    struct variant v = fixture_open_whole("tictactoe"),
                   mini = fixture_open("gobblet:mini");
    const char *path = in_folder("damaged.checkpoint");
    size_t size;
    struct error err;
    uint64_t stride = test_size(31, 1, 1);
    save_after(&v, engine_for(&v, 0), 3, path);
    unsigned char *bytes = fixture_load(path, &size);
    assert_int_equal(load(&v, path, &err), CODE_OK);
    for (size_t bit = 0; bit < 8 * size; bit += stride) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        fixture_save(path, bytes, size);
        expect_damaged(&v, path, bit < 8 * 120 ? "header" : "block 0");
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    for (size_t length = 0; length < size; length += 1 + length / 50) {
        fixture_save(path, bytes, length);
        expect_damaged(&v, path, "");
    }
    fixture_save(path, bytes, size);
    expect_damaged(&mini, path, "another game");
    assert_int_equal(io_remove(path, &err), CODE_OK);
    assert_int_equal(load(&v, path, &err), CODE_NO_TABLE);
    free(bytes);
    registry_close(&v);
    registry_close(&mini);
}

/* ---- interruption ------------------------------------------------------------------------ */

struct alarm {
    volatile sig_atomic_t stop;
    long microseconds;
};

static void *ring(void *argument)
{
    struct alarm *alarm = argument;
    struct timespec wait = {alarm->microseconds / 1000000,
                            alarm->microseconds % 1000000 * 1000};
    nanosleep(&wait, NULL);
    alarm->stop = 1;
    return NULL;
}

/* Stopped again and again, in the middle of steps, each time in a new process as it were. */
static unsigned solve_in_pieces(const struct variant *v, const struct engine *engine,
                                const uint16_t *wanted, uint64_t *seed)
{
    const char *path = in_folder("pieces.checkpoint");
    unsigned stops = 0;
    bool slow = strcmp(engine->name, "naive") == 0;
    for (long patience = slow ? 300000 : 300;; patience += patience / 8) {
        struct alarm alarm = {0, 1 + (long)(fixture_random(seed) % (uint64_t)patience)};
        struct run run = fixture_run(1 + (int)(stops % 3));
        run.stop = &alarm.stop;
        struct solve_options options = {
            .engine = engine, .checkpoint = path, .checkpoint_every = 1e9};
        struct solution solution;
        struct error err;
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, ring, &alarm), 0);
        enum code code = solve_run(v, &run, &options, &solution, &err);
        pthread_join(thread, NULL);
        if (code == CODE_INTERRUPTED) {
            assert_int_equal(run.memory.used, 0);
            assert_true(io_exists(path));
            stops++;
            continue;
        }
        if (code != CODE_OK)
            fail_msg("%s", err.text);
        assert_int_equal(solution.resumed, stops > 0);
        uint16_t *codes = malloc(2 * v->slots);
        assert_non_null(codes);
        assert_int_equal(solution_codes(&solution, 0, v->slots, codes, &err), CODE_OK);
        assert_memory_equal(codes, wanted, 2 * v->slots);
        free(codes);
        solution_free(&solution);
        assert_int_equal(io_remove(path, &err), CODE_OK);
        return stops;
    }
}

/* The same solver, its step broken off and repeated. */
static unsigned repeat_steps(const struct variant *v, const struct engine *engine,
                             const uint16_t *wanted, uint64_t *seed)
{
    struct run run = fixture_run(2);
    struct solver *s = fixture_start(v, engine, &run);
    struct error err;
    unsigned stops = 0;
    uint64_t decided = 1;
    for (unsigned d = 0; decided > 0;) {
        struct alarm alarm = {0, (long)(fixture_random(seed) % 3000)};
        pthread_t thread;
        run.stop = stops < 100 ? &alarm.stop : NULL;
        assert_int_equal(pthread_create(&thread, NULL, ring, &alarm), 0);
        enum code code = engine->step(s, d, &decided, &err);
        pthread_join(thread, NULL);
        if (code == CODE_INTERRUPTED) {
            decided = 1;
            stops++;
            continue;
        }
        assert_int_equal(code, CODE_OK);
        d++;
    }
    uint16_t *codes = malloc(2 * v->slots);
    assert_non_null(codes);
    engine->codes(s, 0, v->slots, codes);
    assert_memory_equal(codes, wanted, 2 * v->slots);
    free(codes);
    engine->finish(s);
    return stops;
}

static void interruption_is_harmless(void **state)
{
    (void)state;
    struct variant v = fixture_open("gobblet:mini-lift-loses");
    uint16_t *wanted = fixture_solve(&v, NULL, 1);
    uint64_t seed = 3;
    unsigned repeats =
        0; /* an engine whose steps are short need not look for the signal */
    for (unsigned e = 0; engine_for(&v, e); e++) {
        bool naive = strcmp(engine_for(&v, e)->name, "naive") == 0;
        unsigned pieces = 0;
        uint64_t rounds = naive ? test_size(0, 1, 3) : test_size(1, 5, 20);
        if (rounds == 0)
            continue;
        for (; rounds > 0; rounds--) {
            pieces += solve_in_pieces(&v, engine_for(&v, e), wanted, &seed);
            repeats += repeat_steps(&v, engine_for(&v, e), wanted, &seed);
        }
        assert_true(pieces > 0); /* or nothing was tested */
    }
    assert_true(repeats > 0);
    free(wanted);
    registry_close(&v);
}

/* ---- limits ------------------------------------------------------------------------------ */

static void memory_is_a_cap(void **state)
{
    (void)state;
    struct variant v = fixture_open("gobblet:mini");
    struct error err;
    const struct engine *chosen;
    struct budget little = budget_make(1000);
    assert_int_equal(engine_choose(&v, &little, &chosen, &err), CODE_RESOURCES);
    assert_non_null(strstr(err.text, "need"));
    assert_non_null(strstr(err.text, "have 0.98 KiB"));
    for (unsigned e = 0; engine_for(&v, e); e++) {
        const struct engine *engine = engine_for(&v, e);
        struct solve_options options = {.engine = engine};
        struct solution solution;
        struct run run = fixture_run(2);
        run.memory = budget_make(engine->memory(&v)); /* enough: what it says it takes */
        assert_int_equal(solve_run(&v, &run, &options, &solution, &err), CODE_OK);
        solution_free(&solution);
        assert_int_equal(run.memory.used, 0);
        for (uint64_t limit = 1; limit < run.memory.peak;
             limit += 1 + run.memory.peak / 7) {
            struct run tight = fixture_run(2);
            tight.memory = budget_make(limit);
            assert_int_equal(solve_run(&v, &tight, &options, &solution, &err),
                             CODE_RESOURCES);
            assert_non_null(strstr(err.text, "need"));
            assert_int_equal(tight.memory.used, 0);
        }
    }
    registry_close(&v);
}

/* ---- the whole way to the table ---------------------------------------------------------- */

static enum code build(const struct variant *v, const char *directory, struct run *run,
                       struct build_report *report, struct error *err)
{
    struct build_options options = {.directory = directory, .checkpoint_every = 0};
    return build_table(v, run, &options, report, err);
}

static void leftovers_go_when_the_table_is_there(void **state)
{
    (void)state;
    struct variant v = fixture_open("tictactoe");
    struct run run = fixture_run(2);
    struct build_report report;
    struct error err;
    const char *directory = in_folder("left");
    char checkpoint[300], part[310];
    snprintf(checkpoint, sizeof checkpoint, "%s/tictactoe.checkpoint", directory);
    snprintf(part, sizeof part, "%s.part", checkpoint);
    assert_int_equal(build(&v, directory, &run, &report, &err), CODE_OK);
    /* As a process leaves them that is killed right after storing the table. */
    fixture_save(checkpoint, "x", 1);
    fixture_save(part, "x", 1);
    assert_int_equal(build(&v, directory, &run, &report, &err), CODE_OK);
    assert_true(report.was_there);
    assert_false(io_exists(checkpoint));
    assert_false(io_exists(part));
    registry_close(&v);
}

static void one_solve_at_a_time(void **state)
{
    (void)state;
    struct variant v = fixture_open("tictactoe");
    struct run run = fixture_run(2);
    struct build_report report;
    struct error err;
    const char *directory = in_folder("locked");
    char lock[300];
    int fd;
    snprintf(lock, sizeof lock, "%s/tictactoe.lock", directory);
    assert_int_equal(io_make_directory(directory, &err), CODE_OK);
    assert_int_equal(io_lock(lock, &fd, &err), CODE_OK);
    assert_int_equal(build(&v, directory, &run, &report, &err), CODE_IO);
    assert_non_null(strstr(err.text, "another process"));
    io_unlock(fd);
    assert_int_equal(build(&v, directory, &run, &report, &err), CODE_OK);
    registry_close(&v);
}

static void a_damaged_table_is_not_taken_for_solved(void **state)
{
    (void)state;
    struct variant v = fixture_open("tictactoe");
    struct run run = fixture_run(2);
    struct build_report report;
    struct error err;
    const char *directory = in_folder("truncated");
    char table[300];
    snprintf(table, sizeof table, "%s/tictactoe.hissho", directory);
    assert_int_equal(build(&v, directory, &run, &report, &err), CODE_OK);
    assert_int_equal(truncate(table, 1000), 0);
    assert_int_equal(build(&v, directory, &run, &report, &err), CODE_DAMAGED);
    assert_non_null(strstr(err.text, table));
    registry_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_oracle_has_the_same_numbers),
        cmocka_unit_test(tictactoe_is_tictactoe),
        cmocka_unit_test(engines_agree),
        cmocka_unit_test(resume_after_every_ply),
        cmocka_unit_test(damaged_checkpoints_are_refused),
        cmocka_unit_test(interruption_is_harmless),
        cmocka_unit_test(memory_is_a_cap),
        cmocka_unit_test(leftovers_go_when_the_table_is_there),
        cmocka_unit_test(one_solve_at_a_time),
        cmocka_unit_test(a_damaged_table_is_not_taken_for_solved),
    };
    snprintf(folder, sizeof folder, "%s", fixture_folder());
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fixture_remove(folder);
    return failed;
}
