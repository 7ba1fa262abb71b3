/* SPDX-License-Identifier: MIT
 *
 * Games in parts: random graphs with cycles, distances beyond a byte, judged moves, slots
 * of weight 0. The engine that goes part by part gives what the oracle gives, which knows
 * no parts; with any threads, killed and taken up anywhere; the table is the same.
 */
#define _GNU_SOURCE
#include "fixture.h"
#include "graph/graph.h"
#include "solve/naive.h"
#include "table/summary.h"
#include "table/verify.h"

#include <signal.h>
#include <sys/wait.h>

extern const struct engine retro_graph;

static const char *folder;

static char *in_folder(const char *name)
{
    static char path[4][256];
    static int turn;
    char *out = path[turn++ % 4];
    snprintf(out, 256, "%s/%s", folder, name);
    return out;
}

static uint16_t *solved(const struct variant *v, const struct engine *engine, int threads)
{
    struct run run = fixture_run(threads);
    struct solve_options options = {.engine = engine};
    struct solution solution;
    struct error err;
    uint16_t *codes = malloc(2 * v->slots);
    assert_non_null(codes);
    if (solve_run(v, &run, &options, &solution, &err) != CODE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(solution_codes(&solution, 0, v->slots, codes, &err), CODE_OK);
    solution_free(&solution);
    assert_int_equal(run.memory.used, 0);
    return codes;
}

static void parts_give_what_the_whole_gives(void **state)
{
    (void)state;
    unsigned longest = 0, external = 0;
    for (uint64_t seed = 0; seed < test_size(10, 60, 1000); seed++) {
        struct graph_shape shape = {.seed = seed,
                                    .most = seed % 3 ? 300 : 5,
                                    .corridor = seed % 10 == 7 ? 150 : seed % 4,
                                    .judges = seed % 2};
        struct variant v = graph_make(&shape);
        uint16_t *oracle = solved(&v, &naive_engine, 1);
        for (int threads = 1; threads <= 3; threads += 2) {
            uint16_t *codes = solved(&v, &retro_graph, threads);
            for (uint64_t i = 0; i < v.slots; i++)
                if (codes[i] != oracle[i])
                    fail_msg("seed %d, slot %d of %d: %d, oracle %d", (int)seed, (int)i,
                             (int)v.slots, codes[i], oracle[i]);
            free(codes);
        }
        for (uint64_t i = 0; i < v.slots; i++) {
            longest = oracle[i] && code_plies(oracle[i]) > longest ? code_plies(oracle[i])
                                                                   : longest;
            external += oracle[i] && code_plies(oracle[i]) > 4;
        }
        free(oracle);
        graph_free(&v);
    }
    assert_true(longest > 800 && external > 100);
}

/* ---- tables ------------------------------------------------------------------------- */

static enum code build(const struct variant *v, int threads, struct error *err)
{
    struct run run = fixture_run(threads);
    struct writer *w;
    struct solution solution;
    struct subset_tally none = {0};
    /* Killed when the table was there already but not all else cleared: as in build.c. */
    if (io_exists(in_folder("graph.hissho")))
        return io_remove(in_folder("graph.progress"), err);
    TRY(writer_open(in_folder("graph.hissho"), in_folder("graph.progress"), v, &run, &w,
                    err));
    struct store store = writer_store(w);
    struct solve_options options = {.engine = &retro_graph,
                                    .checkpoint = in_folder("graph.checkpoint"),
                                    .store = &store};
    enum code code = solve_run(v, &run, &options, &solution, err);
    if (code == CODE_OK) {
        code = writer_finish(w, &none, err);
        solution_free(&solution);
    }
    writer_close(w);
    return code;
}

/* The same table in one go, from the oracle's codes. */
static unsigned char *wanted_table(const struct variant *v, const uint16_t *codes,
                                   size_t *size)
{
    fixture_write(in_folder("wanted.hissho"), v, codes, 2);
    return fixture_load(in_folder("wanted.hissho"), size);
}

static void check_table(const struct variant *v, const unsigned char *wanted, size_t size)
{
    size_t found;
    unsigned char *bytes = fixture_load(in_folder("graph.hissho"), &found);
    assert_int_equal(found, size);
    assert_memory_equal(bytes, wanted, size);
    free(bytes);
    (void)v;
}

static const struct graph_shape killed = {
    .seed = 1, .most = 30000, .corridor = 50, .judges = true};

/* This program again, because threads do not survive a fork: "parts_test build FOLDER N". */
static int build_in(const char *in, const char *threads)
{
    struct variant v = graph_make(&killed);
    struct error err = {{0}};
    folder = in;
    enum code code = build(&v, atoi(threads), &err);
    fputs(err.text, stderr);
    graph_free(&v);
    return (int)code;
}

static void a_killed_solve_goes_on(void **state)
{
    (void)state;
    struct variant v = graph_make(&killed);
    uint16_t *codes = solved(&v, &naive_engine, 1);
    size_t size;
    struct error err;
    uint64_t seed = 5;
    unsigned kills = 0, all = 0;
    unsigned char *wanted = wanted_table(&v, codes, &size);
    assert_true(v.slots > 2 * TABLE_BLOCK_SLOTS);
    for (uint64_t rounds = 0; rounds < test_size(1, 3, 30) || all <= 5; rounds++) {
        for (;;) {
            pid_t child = fork();
            assert_true(child >= 0);
            if (child == 0)
                _exit(execl("/proc/self/exe", "parts_test", "build", folder,
                            rounds % 2 ? "1" : "2", (char *)NULL));
            usleep((useconds_t)(fixture_random(&seed) % (kills < 40 ? 60000 : 3000000)));
            kill(child, SIGKILL);
            int status;
            waitpid(child, &status, 0);
            if (WIFEXITED(status)) {
                assert_int_equal(WEXITSTATUS(status), 0);
                break;
            }
            kills++;
            all++;
        }
        check_table(&v, wanted, size);
        assert_int_equal(io_remove(in_folder("graph.hissho"), &err), CODE_OK);
        io_remove(in_folder("graph.progress"), &err);
        io_remove(in_folder("graph.checkpoint"), &err);
        kills = 0;
    }
    free(wanted);
    free(codes);
    graph_free(&v);
}

static void stopped_in_every_part(void **state)
{
    (void)state;
    struct graph_shape shape = {.seed = 3, .most = 9000, .corridor = 30};
    struct variant v = graph_make(&shape);
    uint16_t *codes = solved(&v, &naive_engine, 1);
    size_t size;
    struct error err;
    unsigned char *wanted = wanted_table(&v, codes, &size);
    /* The progress file alone, after each part: what follows is done again. */
    for (unsigned parts = 0; parts <= GRAPH_PARTS; parts++) {
        struct run run = fixture_run(2);
        struct writer *w;
        struct solver solver = {codes};
        assert_int_equal(writer_open(in_folder("graph.hissho"),
                                     in_folder("graph.progress"), &v, &run, &w, &err),
                         CODE_OK);
        for (unsigned i = 0; i < parts; i++)
            assert_int_equal(writer_put(w, i, &fixture_engine, &solver, &err), CODE_OK);
        assert_int_equal(writer_keep(w, &err), CODE_OK);
        if (parts < GRAPH_PARTS) /* is lost */
            assert_int_equal(writer_put(w, parts, &fixture_engine, &solver, &err),
                             CODE_OK);
        writer_close(w);
        assert_true(io_exists(in_folder("graph.progress")));
        if (build(&v, 2, &err) != CODE_OK)
            fail_msg("%u parts: %s", parts, err.text);
        check_table(&v, wanted, size);
        io_remove(in_folder("graph.hissho"), &err);
        io_remove(in_folder("graph.progress"), &err);
        io_remove(in_folder("graph.checkpoint"), &err);
    }
    free(wanted);
    free(codes);
    graph_free(&v);
}

static void damaged_progress_is_refused(void **state)
{
    (void)state;
    struct graph_shape shape = {.seed = 4, .most = 9000, .corridor = 3};
    struct variant v = graph_make(&shape);
    uint16_t *codes = solved(&v, &retro_graph, 2);
    struct run run = fixture_run(1);
    struct solver solver = {codes};
    struct writer *w;
    struct error err;
    size_t size;
    assert_int_equal(writer_open(in_folder("graph.hissho"), in_folder("graph.progress"),
                                 &v, &run, &w, &err),
                     CODE_OK);
    assert_int_equal(writer_put(w, 0, &fixture_engine, &solver, &err), CODE_OK);
    assert_int_equal(writer_keep(w, &err), CODE_OK);
    writer_close(w);
    unsigned char *bytes = fixture_load(in_folder("graph.progress"), &size);
    for (size_t bit = 0; bit < 8 * size; bit += bit < 1024 ? 7 : 4999) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        fixture_save(in_folder("graph.progress"), bytes, size);
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_int_equal(build(&v, 1, &err), CODE_DAMAGED);
    }
    fixture_save(in_folder("graph.progress"), bytes, size - 1);
    assert_int_equal(build(&v, 1, &err), CODE_DAMAGED);
    fixture_save(in_folder("graph.progress"), bytes, size);
    assert_int_equal(io_remove(in_folder("graph.hissho.part"), &err), CODE_OK);
    assert_int_equal(build(&v, 1, &err), CODE_DAMAGED);
    io_remove(in_folder("graph.progress"), &err);
    free(bytes);
    free(codes);
    graph_free(&v);
}

/* ---- statistics and verification ---------------------------------------------------- */

static void count_one_by_one(const struct variant *v, const uint16_t *codes,
                             struct tally *tally, struct subset_tally *subsets)
{
    for (uint64_t slot = 0; slot < v->slots; slot++) {
        struct position p;
        uint16_t units;
        graph_unrank(v, slot, &p);
        graph_counts(v, slot, 1, &units);
        tally->positions[codes[slot]] += graph_weight(v, slot);
        subsets->count[graph_subset(v, &p)][codes[slot]] += units;
    }
}

static void statistics_stream(void **state)
{
    (void)state;
    struct graph_shape shape = {.seed = 8, .most = 20000, .corridor = 60};
    struct variant v = graph_make(&shape);
    uint16_t *codes = solved(&v, &retro_graph, 2);
    struct tally tally = {{0}};
    struct subset_tally subsets, streamed;
    struct error err;
    struct table *t;
    assert_int_equal(subset_tally_make(&v, &subsets, &err), CODE_OK);
    assert_int_equal(subset_tally_make(&v, &streamed, &err), CODE_OK);
    count_one_by_one(&v, codes, &tally, &subsets);
    fixture_write(in_folder("graph.hissho"), &v, codes, 3);
    assert_int_equal(table_open(in_folder("graph.hissho"), &v, &t, &err), CODE_OK);
    assert_memory_equal(&table_info(t)->stored, &tally, sizeof tally);
    const size_t bytes = subsets.subsets * sizeof *subsets.count;
    assert_memory_equal(table_info(t)->subsets.count, subsets.count, bytes);
    table_close(t);
    io_remove(in_folder("graph.hissho"), &err);
    subset_tally_free(&subsets);
    subset_tally_free(&streamed);
    free(codes);
    graph_free(&v);
}

static void verified(const struct variant *v, struct verify_options options,
                     uint64_t memory, struct verify_report *r)
{
    struct run run = fixture_run(2);
    struct table *t;
    struct error err;
    if (memory)
        run.memory.limit = memory;
    assert_int_equal(table_open(in_folder("graph.hissho"), v, &t, &err), CODE_OK);
    if (verify_table(v, t, &run, &options, r, &err) != CODE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(run.memory.used, 0);
    table_close(t);
}

static void verify_goes_by_parts(void **state)
{
    (void)state;
    struct graph_shape shape = {.seed = 11, .most = 20000, .corridor = 60};
    struct variant v = graph_make(&shape);
    uint16_t *codes = solved(&v, &retro_graph, 2);
    const uint64_t memory[] = {0, v.slots, 1000}; /* all, some parts, none */
    struct verify_report r;
    fixture_write(in_folder("graph.hissho"), &v, codes, 2);
    for (int i = 0; i < 3; i++) {
        verified(&v, (struct verify_options){0}, memory[i], &r);
        assert_int_equal(r.errors, 0);
        assert_int_equal(r.checked, v.positions);
    }
    verified(&v, (struct verify_options){.sample = 5000}, 0, &r);
    assert_int_equal(r.errors, 0);
    assert_int_equal(r.checked, 5000);
    uint64_t wrong = v.slots / 2;
    codes[wrong] ^= 1;
    fixture_write(in_folder("graph.hissho"), &v, codes, 2);
    for (int i = 0; i < 3; i++) {
        verified(&v, (struct verify_options){0}, memory[i], &r);
        assert_true(r.errors > 0 && r.found && r.slot <= v.slots);
        assert_true(r.slot == wrong || r.stored != r.derived);
    }
    verified(&v, (struct verify_options){.sample = 20 * v.slots}, 0, &r);
    assert_true(r.errors > 0);
    struct error err;
    io_remove(in_folder("graph.hissho"), &err);
    free(codes);
    graph_free(&v);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "build") == 0)
        return build_in(argv[2], argv[3]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_give_what_the_whole_gives),
        cmocka_unit_test(stopped_in_every_part),
        cmocka_unit_test(a_killed_solve_goes_on),
        cmocka_unit_test(damaged_progress_is_refused),
        cmocka_unit_test(statistics_stream),
        cmocka_unit_test(verify_goes_by_parts),
    };
    folder = fixture_folder();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fixture_remove(folder);
    return failed;
}
