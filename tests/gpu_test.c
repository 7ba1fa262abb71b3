/* SPDX-License-Identifier: MIT
 *
 * The engines for GPUs, run by this processor as the device: their codes are those of the
 * engines of src/solve, also when every ply is stopped half way and gone on with by another
 * solver. Where there is a GPU, the same is asked of it.
 */
#define _GNU_SOURCE
#include "fixture.h"
#include "gpu/colours.h"
#include "gpu/gpu.h"
#include "gpu/retro.h"
#include "gpu/sweep.h"
#include "solve/checkpoint.h"
#include "table/build.h"
#include "table/verify.h"

#define GAME(folder) extern const struct retro_grid retro_host_##folder;
#include "fast_games.def"
#undef GAME

static const struct retro_grid *host_grid(const struct variant *v)
{
#define GAME(folder)                                                                     \
    if (strcmp(v->game->name, #folder) == 0)                                             \
        return &retro_host_##folder;
#include "fast_games.def"
#undef GAME
    return NULL;
}

static enum code retro_start(const struct variant *v, struct run *run,
                             struct solver **out, struct error *err)
{
    return gpu_retro_start(&device_host, host_grid(v), v, run, out, err);
}

static const struct engine host_retro = {RETRO_ENGINE(gpu_retro_memory),
                                         .start = retro_start};

static enum code sweep_start(const struct variant *v, struct run *run,
                             struct solver **out, struct error *err)
{
    return gpu_sweep_start(&device_host, &sweep_host, v, run, out, err);
}

static const struct engine host_sweep = {SWEEP_ENGINE, .start = sweep_start};

static enum code colours_start(const struct variant *v, struct run *run,
                               struct solver **out, struct error *err)
{
    return gpu_colours_start(&device_host, &colours_kernels_host, v, run, out, err);
}

static const struct engine host_colours = {GPU_COLOURS_ENGINE, .start = colours_start};

static uint16_t *codes_of(const struct variant *v, const struct engine *engine,
                          const struct solver *solver)
{
    struct error err;
    uint16_t *codes = malloc(2 * v->slots);
    assert_non_null(codes);
    engine->codes(solver, 0, v->slots, codes);
    assert_int_equal(engine->fault ? engine->fault(solver, &err) : CODE_OK, CODE_OK);
    return codes;
}

/* Codes and, where the engine has them, statistics by subset. */
static uint16_t *codes_by(const struct variant *v, const struct engine *engine,
                          struct subset_tally *subsets)
{
    struct solve_options options = {.engine = engine};
    struct run run = fixture_run(2);
    struct solution solution;
    struct error err;
    if (solve_run(v, &run, &options, &solution, &err) != CODE_OK)
        fail_msg("%s: %s", v->name, err.text);
    uint16_t *codes = malloc(2 * v->slots);
    assert_non_null(codes);
    assert_int_equal(solution_codes(&solution, 0, v->slots, codes, &err), CODE_OK);
    if (subsets && engine->subsets) {
        assert_int_equal(subset_tally_make(v, subsets, &err), CODE_OK);
        assert_int_equal(engine->subsets(solution.solver, subsets, &err), CODE_OK);
    }
    solution_free(&solution);
    assert_int_equal(run.memory.used, 0);
    return codes;
}

static void assert_codes(const struct variant *v, const uint16_t *codes,
                         const uint16_t *wanted)
{
    for (uint64_t slot = 0; slot < v->slots; slot++)
        if (codes[slot] != wanted[slot])
            fail_msg("%s: slot %llu has code %d, should have %d", v->name,
                     (unsigned long long)slot, codes[slot], wanted[slot]);
}

static void compare(const char *game, const struct engine *engine)
{
    struct variant v = fixture_open(game);
    struct subset_tally there = {0}, here = {0};
    uint16_t *wanted = codes_by(&v, engine_for(&v, 0), &here);
    uint16_t *codes = codes_by(&v, engine, &there);
    assert_codes(&v, codes, wanted);
    if (here.subsets) {
        assert_int_equal(there.subsets, here.subsets);
        assert_memory_equal(there.count, here.count, here.subsets * sizeof *here.count);
    }
    subset_tally_free(&there);
    subset_tally_free(&here);
    free(codes);
    free(wanted);
    registry_close(&v);
}

/* Games with draws by rule, moves that the rules judge, slots for several positions, parts
 * in which no move stays. */
static const char *const small[] = {"tictactoe",
                                    "nocca:2x2",
                                    "nocca:7x2",
                                    "gobblet:mini-lift-loses",
                                    "gobblet:mini-after-draw",
                                    "morris:3"};
enum { SMALL = sizeof small / sizeof *small, SMALLEST = 4 };

static void retro_gives_the_same_codes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SMALL; i++)
        compare(small[i], &host_retro);
    if (test_size(0, 0, 1))
        compare("nocca:7x3", &host_retro);
}

/* A device with little memory. */
static uint64_t room_left, refused;
enum { HEAD = 8 /* words before what is given; the first tells its size */ };

static void *take_a_little(uint64_t bytes)
{
    if (bytes > room_left) {
        refused++;
        return NULL;
    }
    uint64_t *memory = calloc(1, bytes + HEAD * sizeof *memory);
    assert_non_null(memory);
    memory[0] = bytes;
    room_left -= bytes;
    return memory + HEAD;
}

static void give_back(void *memory)
{
    if (!memory)
        return;
    room_left += ((uint64_t *)memory - HEAD)[0];
    free((uint64_t *)memory - HEAD);
}

/* Room for the part that needs most, when the rest is there. */
static enum code start_small(const struct variant *v, struct run *run,
                             struct solver **out, struct error *err)
{
    static struct device small_device;
    small_device = device_host;
    small_device.take = take_a_little;
    small_device.give = give_back;
    room_left = UINT64_MAX / 2;
    refused = 0;
    enum code code = gpu_retro_start(&small_device, host_grid(v), v, run, out, err);
    room_left = gpu_retro_part_memory(v);
    return code;
}

static void retro_needs_little_of_the_device(void **state)
{
    (void)state;
    static const struct engine engine = {RETRO_ENGINE(gpu_retro_memory),
                                         .start = start_small};
    compare("morris:5", &engine);
    assert_true(refused > 0);
}

/* One ply in a solver of its own that goes on from the checkpoint; before it, the same ply
 * stopped half way. */
static uint64_t one_ply(const struct variant *v, const struct engine *engine,
                        const char *path, unsigned plies)
{
    uint64_t decided = 0;
    struct error err;
    for (int whole = 0; whole < 2; whole++) {
        volatile sig_atomic_t stop = !whole;
        struct run run = fixture_run(1);
        struct checkpoint at = {.count = v->slots};
        run.stop = &stop;
        struct solver *s = fixture_start(v, engine, &run);
        if (plies > 0 || whole)
            assert_int_equal(checkpoint_load(path, v, engine, s, &at, &err), CODE_OK);
        assert_int_equal(at.plies, plies);
        at.plies += (unsigned)whole;
        enum code code = engine->step(s, plies, &decided, &err);
        assert_true(code == CODE_OK || (!whole && code == CODE_INTERRUPTED));
        assert_int_equal(checkpoint_save(path, v, engine, s, &at, &err), CODE_OK);
        engine->finish(s);
        assert_int_equal(run.memory.used, 0);
    }
    return decided;
}

static void goes_on(const char *game, const char *path)
{
    struct variant v = fixture_open_whole(game);
    const struct engine *cpu;
    struct error err;
    uint16_t *wanted = fixture_solve(&v, NULL, 2);
    assert_int_equal(engine_named(&v, "retro", &cpu, &err), CODE_OK);
    unsigned plies = 0;
    /* every third ply by the engine of the processor: checkpoints are common */
    while (one_ply(&v, plies % 3 == 2 ? cpu : &host_retro, path, plies) > 0 || plies < 1)
        plies++;
    struct run run = fixture_run(1);
    struct checkpoint at;
    struct solver *s = fixture_start(&v, &host_retro, &run);
    assert_int_equal(checkpoint_load(path, &v, &host_retro, s, &at, &err), CODE_OK);
    uint64_t decided;
    assert_int_equal(host_retro.step(s, at.plies, &decided, &err), CODE_OK);
    assert_int_equal(decided, 0);
    uint16_t *codes = codes_of(&v, &host_retro, s);
    assert_codes(&v, codes, wanted);
    host_retro.finish(s);
    free(codes);
    free(wanted);
    unlink(path);
    registry_close(&v);
}

static void retro_goes_on_from_checkpoints(void **state)
{
    (void)state;
    char path[IO_PATH], *folder = fixture_folder();
    snprintf(path, sizeof path, "%s/checkpoint", folder);
    for (unsigned i = 0; i < SMALLEST; i++)
        goes_on(small[i], path);
    fixture_remove(folder);
}

/* The engine with one value changed. */
enum { CHANGED = 1234 };

static void codes_with_a_mistake(const struct solver *s, uint64_t first, uint64_t count,
                                 uint16_t *out)
{
    host_retro.codes(s, first, count, out);
    if (first <= CHANGED && CHANGED < first + count)
        out[CHANGED - first] ^= 1;
}

static void verified(const char *folder, const struct engine *by, bool right)
{
    struct variant v = fixture_open_whole("gobblet:mini-lift-loses");
    struct run run = fixture_run(2);
    struct build_options how = {.directory = folder, .checkpoint_every = 60};
    struct build_report built;
    struct verify_report report;
    struct table *t;
    struct error err;
    char path[IO_PATH];
    assert_int_equal(build_table(&v, &run, &how, &built, &err), CODE_OK);
    assert_int_equal(table_path(folder, &v, ".hissho", path, &err), CODE_OK);
    assert_int_equal(table_open(path, &v, &t, &err), CODE_OK);
    assert_int_equal(
        verify_table(&v, t, &run, &(struct verify_options){.again = by}, &report, &err),
        CODE_OK);
    assert_int_equal(report.checked, v.positions);
    assert_int_equal(report.errors, right ? 0 : game_weight(&v, CHANGED));
    if (!right)
        assert_int_equal(report.slot, CHANGED);
    table_close(t);
    registry_close(&v);
}

static void a_table_is_verified_by_solving_again(void **state)
{
    (void)state;
    char *folder = fixture_folder();
    struct engine wrong = host_retro;
    wrong.codes = codes_with_a_mistake;
    verified(folder, &host_retro, true);
    verified(folder, &wrong, false);
    fixture_remove(folder);
}

/* Parts of the codes, across the borders of windows, by threads that are anywhere. */
static void codes_are_read_in_any_parts(void **state)
{
    (void)state;
    struct variant v = fixture_open_whole("tictactoe");
    enum { MOST = 3000 };
    uint16_t *all = codes_by(&v, &host_retro, NULL);
    unsigned wrong = 0;
    struct run run = fixture_run(1);
    struct solve_options options = {.engine = &host_retro};
    struct solution solution;
    struct error err;
    assert_int_equal(solve_run(&v, &run, &options, &solution, &err), CODE_OK);
#pragma omp parallel for num_threads(8) reduction(+ : wrong)
    for (int i = 0; i < 2000; i++) {
        uint16_t part[MOST];
        uint64_t random = 1 + (uint64_t)i, first = fixture_random(&random) % v.slots;
        uint64_t count = fixture_random(&random) % MOST;
        if (count > v.slots - first)
            count = v.slots - first;
        host_retro.codes(solution.solver, first, count, part);
        wrong += memcmp(part, all + first, 2 * count) != 0;
    }
    assert_int_equal(wrong, 0);
    solution_free(&solution);
    free(all);
    registry_close(&v);
}

static void sweep_gives_the_same_codes(void **state)
{
    (void)state;
    compare("musashi:3x3", &host_sweep);
    compare("musashi:3x5", &host_sweep);
    if (test_size(0, 1, 1))
        compare("musashi:25", &host_sweep);
}

/* All readings; two men, whose codes are less than a word of eight; more than six and seven
 * men, whose vectors have several words; parts of twelve and more cells. */
static void colours_gives_the_same_codes(void **state)
{
    (void)state;
    static const char *const names[] = {
        "yonmoque:2x5-3",        "yonmoque:2x5-3-any",  "yonmoque:2x5-3-arrival",
        "yonmoque:2x5-3-bishop", "yonmoque:2x5-3-five", "yonmoque:2",
        "yonmoque:4x3-5",        "yonmoque:3x5-4-five", "yonmoque:4x3-6",
    };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        compare(names[i], &host_colours);
}

static enum code read_array(void *context, uint64_t first, uint64_t count,
                            struct codes out, struct error *err)
{
    const uint16_t *codes = context;
    (void)err;
    for (uint64_t i = 0; i < count; i++)
        codes_put(out, i, codes[first + i]);
    return CODE_OK;
}

/* Every part by a solver that has not seen those before it: their codes are fetched. */
static void colours_goes_on_with_any_part(void **state)
{
    (void)state;
    struct variant v = fixture_open("yonmoque:2x5-3");
    uint16_t *wanted = fixture_solve(&v, NULL, 2), *codes = malloc(2 * v.slots);
    const struct earlier earlier = {.context = wanted, .read = read_array};
    assert_non_null(codes);
    for (unsigned i = 0; i < game_parts(&v); i++) {
        struct run run = fixture_run(1);
        struct part part;
        struct solver *s;
        struct error err;
        uint64_t decided = 1;
        game_part(&v, i, &part);
        assert_int_equal(host_colours.start(&v, &run, &s, &err), CODE_OK);
        assert_int_equal(host_colours.begin(s, i, &earlier, &err), CODE_OK);
        unsigned last = host_colours.horizon(s);
        for (unsigned plies = 0; decided > 0 || plies <= last + 1; plies++)
            assert_int_equal(host_colours.step(s, plies, &decided, &err), CODE_OK);
        host_colours.codes(s, part.first, part.count, codes);
        assert_memory_equal(codes, wanted + part.first, 2 * part.count);
        host_colours.finish(s);
        assert_int_equal(run.memory.used, 0);
    }
    free(codes);
    free(wanted);
    registry_close(&v);
}

/* The real thing, where it is. */
static void the_gpu_gives_the_same_codes(void **state)
{
    (void)state;
    uint64_t bytes;
    struct error err;
    enum code code = gpu_memory(&bytes, &err);
    if (code != CODE_OK) {
        struct variant v = fixture_open("tictactoe");
        struct run run = fixture_run(1);
        const struct engine *engine;
        assert_true(code == CODE_USAGE || code == CODE_RESOURCES);
        assert_int_equal(gpu_choose(&v, NULL, &run.memory, &engine, &err), code);
        assert_non_null(strstr(err.text, "--backend cpu"));
        registry_close(&v);
        skip();
    }
    static const char *const games[] = {
        "tictactoe",      "gobblet:mini", "nocca:7x2",           "nocca:4x3",
        "musashi:3x5",    "musashi:25",   "yonmoque:2x5-3-five", "yonmoque:3x5-4",
        "yonmoque:4x4-5", "morris:5"};
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        struct variant v = fixture_open(games[i]);
        for (unsigned k = 0; gpu_engine_for(&v, k); k++)
            compare(games[i], gpu_engine_for(&v, k));
        registry_close(&v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(retro_gives_the_same_codes),
        cmocka_unit_test(retro_needs_little_of_the_device),
        cmocka_unit_test(retro_goes_on_from_checkpoints),
        cmocka_unit_test(a_table_is_verified_by_solving_again),
        cmocka_unit_test(codes_are_read_in_any_parts),
        cmocka_unit_test(sweep_gives_the_same_codes),
        cmocka_unit_test(colours_gives_the_same_codes),
        cmocka_unit_test(colours_goes_on_with_any_part),
        cmocka_unit_test(the_gpu_gives_the_same_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
