/* SPDX-License-Identifier: MIT
 *
 * The men engine: kernels of all instruction sets against their definition, bit by bit;
 * whole games against the naive engine and against the local conditions of every slot;
 * subsets against the published counts. The values of the games are recorded in
 * data/morris-values.txt.
 */
#define _GNU_SOURCE
#include "fixture.h"
#include "solve/local.h"
#include "solve/men_kernel.h"
#include "solve/store.h"
#include "solve/tally.h"

#include <signal.h>

static struct error err;
static uint64_t random_state = 88172645463325252u;

static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* ---- kernels ---- */

enum { MOST = 14, WORDS = 1 << (MOST - 6) };

static void shuffle(uint8_t order[MOST], unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        order[i] = (uint8_t)i;
    for (unsigned i = n; i > 1 && i <= MOST; i--) {
        unsigned j = (unsigned)(next_random() % i);
        uint8_t t = order[i - 1];
        order[i - 1] = order[j];
        order[j] = t;
    }
}

static bool bit(const uint64_t *v, uint32_t i)
{
    return v[i / 64] >> i % 64 & 1;
}

static uint32_t renamed(uint32_t c, const uint8_t *to, unsigned k)
{
    uint32_t out = 0;
    for (unsigned i = 0; i < k; i++)
        out |= (c >> i & 1) << to[i];
    return out;
}

static struct men_lines random_lines(unsigned k, unsigned arrived)
{
    struct men_lines l = {.lines = (unsigned)(next_random() % 4)};
    for (unsigned i = 0; i < l.lines; i++)
        while (__builtin_popcount(l.mask[i]) != 2)
            l.mask[i] = (uint32_t)1 << next_random() % k | (uint32_t)1
                                                               << next_random() % k;
    for (unsigned i = 0; i < l.lines; i++)
        if (l.mask[i] >> arrived & 1)
            l.lines = 0;
    return l;
}

static struct men_way random_way(unsigned k)
{
    struct men_way way = {.man = (uint8_t)(next_random() % k)};
    shuffle(way.there, k);
    way.arrived = way.there[way.man];
    way.mill = random_lines(k, way.arrived);
    return way;
}

static void one_gather(const struct men_kernel *kernel, unsigned k)
{
    static _Alignas(64) uint64_t plain[WORDS], taken[WORDS], acc[WORDS], old[WORDS],
        buffer[4 * WORDS];
    const struct men_way way = random_way(k);
    struct men_gather g = {k, &way, plain, taken};
    for (unsigned w = 0; w < WORDS; w++) {
        plain[w] = next_random();
        taken[w] = next_random();
        acc[w] = old[w] = next_random() & next_random();
    }
    if (next_random() % 4 == 0)
        g.taken = NULL;
    kernel->any(&g, acc, buffer);
    for (int all = 0; all < 2; all++) {
        for (uint32_t c = 0; c >> k == 0; c++) {
            uint32_t p = renamed(c, way.there, k);
            const uint64_t *v = men_closes(&way.mill, p) ? g.taken : g.plain;
            bool has = p >> way.arrived & 1, found = has && v && bit(v, p);
            assert_int_equal(bit(acc, c),
                             all ? bit(old, c) && (found || !has) : bit(old, c) || found);
        }
        memcpy(acc, old, sizeof acc);
        kernel->all(&g, acc, buffer);
    }
}

/* The same moves for some places, one by one. */
static void single_places(const struct men_kernel *kernel, unsigned k)
{
    static uint64_t plain[WORDS], taken[WORDS];
    const struct men_way way = random_way(k);
    const struct men_gather g = {k, &way, plain, taken};
    uint32_t list[100], out[100], want[100];
    unsigned n = (unsigned)(next_random() % 100), m = 0;
    for (unsigned w = 0; w < WORDS; w++) {
        plain[w] = next_random();
        taken[w] = next_random();
    }
    for (int closing = 0; closing < 2; closing++, m = 0) {
        for (unsigned i = 0; i < n; i++) {
            uint32_t c = (uint32_t)(next_random() & ((1u << k) - 1));
            list[i] = renamed(c, way.there, k);
            if (c >> way.man & 1 && men_closes(&way.mill, list[i]) == closing)
                want[m++] = c;
        }
        assert_int_equal(kernel->carry(k, &way, closing, list, n, out), m);
        assert_memory_equal(out, want, m * sizeof *out);
    }
    for (unsigned i = 0; i < n; i++) {
        uint32_t c = list[i] = (uint32_t)(next_random() & ((1u << k) - 1)),
                 p = renamed(c, way.there, k);
        if (!(c >> way.man & 1) || bit(men_closes(&way.mill, p) ? taken : plain, p))
            want[m++] = c;
    }
    assert_int_equal(kernel->keep(&g, list, n), m);
    assert_memory_equal(list, want, m * sizeof *list);
}

static void gathers(void **state)
{
    (void)state;
    const struct men_kernel *kernel;
    unsigned forms = 0;
    for (; (kernel = men_kernel(forms)); forms++)
        for (unsigned k = MEN_DENSE; k <= MOST; k++)
            for (unsigned round = 0; round < 40; round++) {
                one_gather(kernel, k);
                single_places(kernel, k);
            }
    assert_true(forms >= 1);
}

static void whole_vectors(void **state)
{
    (void)state;
    static uint64_t in[WORDS], out[WORDS];
    static uint8_t codes[64 * WORDS];
    const struct men_kernel *kernel;
    for (unsigned form = 0; (kernel = men_kernel(form)); form++)
        for (unsigned k = 6; k <= MOST; k++) {
            uint32_t size = (uint32_t)1 << k;
            uint64_t ones = 0;
            for (uint32_t w = 0; w < WORDS; w++)
                in[w] = next_random();
            for (uint32_t c = 0; c < size; c++)
                codes[c] = (uint8_t)(next_random() % 3 * 100);
            kernel->reverse(out, in, k);
            for (uint32_t c = 0; c < size; c++)
                assert_int_equal(bit(out, c), bit(in, size - 1 - c));
            uint64_t found = kernel->equal(out, codes, k, 200);
            for (uint32_t c = 0; c < size; c++) {
                assert_int_equal(bit(out, c), codes[c] == 200);
                ones += codes[c] == 200;
            }
            assert_int_equal(found, ones);
        }
}

static void better_merits(void **state)
{
    (void)state;
    const struct men_kernel *kernel;
    for (unsigned form = 0; (kernel = men_kernel(form)); form++)
        for (unsigned round = 0; round < 400; round++) {
            /* Six of nine bits, the low ones only in some rounds, and any of the others. */
            int8_t row[512], best[64], old[64];
            uint8_t bit_of[MOST];
            struct men_low low = {.is_near = round % 5 < 2};
            shuffle(bit_of, low.is_near ? 7 : 9);
            uint64_t where =
                round % 2 ? next_random()
                          : next_random() & next_random() & next_random() & next_random();
            const uint32_t flip = round % 3 == 0 ? 511 : 0;
            uint32_t high = (uint32_t)next_random() & 511;
            for (unsigned i = 0; i < 512; i++)
                row[i] = (int8_t)next_random();
            for (unsigned v = 0; v < 64; v++) {
                best[v] = old[v] = (int8_t)next_random();
                for (unsigned i = 0; i < 6; i++)
                    low.place[v] |= (v >> i & 1) << bit_of[i];
                low.near[v] = (uint8_t)low.place[v];
            }
            high &= ~low.place[63];
            kernel->better(best, row, high, flip, &low, where);
            for (unsigned v = 0; v < 64; v++) {
                int8_t seen = row[(high | low.place[v]) ^ flip];
                bool takes = where >> v & 1 && seen > old[v];
                assert_int_equal(best[v], takes ? seen : old[v]);
            }
        }
}

static void renamed_bytes(void **state)
{
    (void)state;
    static int8_t in[1 << MOST], out[1 << MOST];
    const struct men_kernel *kernel;
    for (unsigned form = 0; (kernel = men_kernel(form)); form++)
        for (unsigned k = 6; k <= MOST && kernel->rename_bytes; k++)
            for (unsigned round = 0; round < 40; round++) {
                uint8_t to[MOST];
                shuffle(to, k);
                for (uint32_t c = 0; c >> k == 0; c++)
                    in[c] = (int8_t)next_random();
                kernel->rename_bytes(out, in, k, to);
                for (uint32_t c = 0; c >> k == 0; c++)
                    assert_int_equal(out[c], in[renamed(c, to, k)]);
            }
}

/* ---- games ---- */

static void same_as_naive(const char *game)
{
    struct variant v = fixture_open(game);
    uint16_t *men = fixture_solve(&v, "men", 2), *naive = fixture_solve(&v, "naive", 1);
    for (uint64_t slot = 0; slot < v.slots; slot++)
        if (men[slot] != naive[slot])
            fail_msg("%s slot %llu: %u, naive %u", game, (unsigned long long)slot,
                     men[slot], naive[slot]);
    free(men);
    free(naive);
    v.game->close(&v);
}

static void against_naive(void **state)
{
    (void)state;
    same_as_naive("morris:3");
    same_as_naive("morris:3-fly");
    if (test_size(0, 0, 1))
        same_as_naive("morris:5");
}

/* Every subset has as many positions as published. */
static void check_subsets(const struct variant *v, const uint16_t *codes)
{
    struct subset_tally tally;
    assert_int_equal(subset_tally_make(v, &tally, &err), CODE_OK);
    subset_tally_add(&tally, v, 0, v->slots, codes);
    FILE *in = fopen(TEST_DATA "/morris-counts.txt", "r");
    assert_non_null(in);
    char line[256], game[8], subset[8], name[GAME_NAME];
    unsigned rows = 0, men = (unsigned)atoi(v->name + strlen("morris:"));
    unsigned long long positions;
    while (fgets(line, sizeof line, in)) {
        if (sscanf(line, "%7s %7s %llu", game, subset, &positions) != 3 ||
            (unsigned)atoi(game) != men || strchr(game, '-') || !strchr(subset, '-'))
            continue;
        unsigned i = 0;
        for (; i < tally.subsets; i++) {
            v->game->subset_name(v, i, name);
            if (strcmp(name, subset) == 0)
                break;
        }
        assert_true(i < tally.subsets);
        uint64_t sum = 0;
        for (unsigned code = 0; code < TALLY_CODES; code++)
            sum += tally.count[i][code];
        assert_int_equal(sum, positions);
        rows++;
    }
    fclose(in);
    assert_int_equal(rows, (men - 2) * (men - 1) / 2);
    subset_tally_free(&tally);
}

/* The recorded code of the empty board and the sum of all codes. */
static void check_record(const struct variant *v, const uint16_t *codes)
{
    FILE *in = fopen(TEST_DATA "/morris-values.txt", "r");
    assert_non_null(in);
    char line[256], game[GAME_NAME], value[8];
    unsigned plies, longest, found = 0;
    while (fgets(line, sizeof line, in)) {
        if (sscanf(line, "%63s %7s %u %u", game, value, &plies, &longest) != 4 ||
            strcmp(game, v->name) != 0)
            continue;
        uint16_t start = codes[v->slots - 1];
        assert_int_equal(start, *value == 'd'   ? CODE_DRAWN
                                : *value == 'w' ? code_win(plies)
                                                : code_loss(plies));
        assert_int_equal(code_plies((uint16_t)codes_largest(codes, v->slots)), longest);
        found++;
    }
    fclose(in);
    assert_int_equal(found, 1);
}

static void whole_game(const char *game)
{
    struct variant v = fixture_open(game);
    uint16_t *codes = fixture_solve(&v, "men", 2);
    struct local_report report = {0};
    local_check(&v, (struct codes){codes, 2}, 0, v.slots, &report);
    if (report.errors)
        fail_msg("%s: %llu errors, the first at slot %llu", game,
                 (unsigned long long)report.errors, (unsigned long long)report.slot);
    check_subsets(&v, codes);
    check_record(&v, codes);
    free(codes);
    v.game->close(&v);
}

static void local_conditions(void **state)
{
    (void)state;
    static const char *const games[] = {"morris:3",     "morris:3-fly",  "morris:5",
                                        "morris:5-fly", "morris:6",      "morris:6-fly",
                                        "morris:7",     "morris:7-nofly"};
    for (unsigned i = 0; i < test_size(3, 6, 8); i++)
        whole_game(games[i]);
}

static void any_number_of_threads(void **state)
{
    (void)state;
    struct variant v = fixture_open("morris:5-fly");
    uint16_t *one = fixture_solve(&v, "men", 1), *three = fixture_solve(&v, "men", 3);
    assert_memory_equal(one, three, 2 * v.slots);
    free(one);
    free(three);
    v.game->close(&v);
}

/* Solves with an engine that raises the stop flag again and again, at every ply of some
 * layers, and goes on from the checkpoint. */
static volatile sig_atomic_t stop;
static unsigned steps_left;
static const struct engine *real;

static enum code counted_step(struct solver *s, unsigned plies, uint64_t *decided,
                              struct error *e)
{
    if (steps_left-- == 0)
        stop = 1;
    return real->step(s, plies, decided, e);
}

static void interrupted_and_resumed(void **state)
{
    (void)state;
    struct variant v = fixture_open("morris:6-fly");
    uint16_t *whole = fixture_solve(&v, "men", 2), *codes = malloc(2 * v.slots);
    char *folder = fixture_folder(), checkpoint[IO_PATH];
    snprintf(checkpoint, sizeof checkpoint, "%s/checkpoint", folder);
    assert_int_equal(engine_named(&v, "men", &real, &err), CODE_OK);
    struct engine engine = *real;
    engine.step = counted_step;
    struct run run = fixture_run(2);
    run.stop = &stop;
    struct memory_store *memory;
    assert_int_equal(memory_store_make(&v, &run, &memory, &err), CODE_OK);
    struct solve_options options = {.engine = &engine,
                                    .checkpoint = checkpoint,
                                    .checkpoint_every = 1e9,
                                    .store = memory_store(memory)};
    struct solution solution;
    unsigned times = 0;
    enum code code = CODE_INTERRUPTED;
    while (code == CODE_INTERRUPTED) {
        stop = 0;
        steps_left = 1 + (unsigned)(next_random() % 40);
        code = solve_run(&v, &run, &options, &solution, &err);
        times++;
    }
    assert_int_equal(code, CODE_OK);
    assert_true(times > 10);
    assert_int_equal(solution_codes(&solution, 0, v.slots, codes, &err), CODE_OK);
    assert_memory_equal(codes, whole, 2 * v.slots);
    solution_free(&solution);
    memory_store_free(memory);
    fixture_remove(folder);
    free(codes);
    free(whole);
    v.game->close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gathers),
        cmocka_unit_test(whole_vectors),
        cmocka_unit_test(better_merits),
        cmocka_unit_test(renamed_bytes),
        cmocka_unit_test(against_naive),
        cmocka_unit_test(local_conditions),
        cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(interrupted_and_resumed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
