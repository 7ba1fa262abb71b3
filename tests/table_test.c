/* SPDX-License-Identifier: MIT
 *
 * Tables: same bytes whatever made them, random access, several readers and tables at
 * once, and what happens to files that are not what they should be.
 */
#define _GNU_SOURCE
#include "fixture.h"
#include "table/build.h"

#include <pthread.h>
#include <sys/stat.h>

static const char *folder;

static char *in_folder(const char *name)
{
    static char path[4][256];
    static int turn;
    char *out = path[turn++ % 4];
    snprintf(out, 256, "%s/%s", folder, name);
    return out;
}

/* ---- a game with many blocks: no rules, only slots -------------------------------- */

enum { MANY = 1100 * TABLE_BLOCK_SLOTS + 17 }; /* more blocks than the cache holds */

static const struct game many_game = {.name = "many", .title = "A \"game\" of \\ slots"};
static const struct variant many = {.game = &many_game,
                                    .name = "many",
                                    .summary = "only for tests",
                                    .positions = MANY,
                                    .slots = MANY,
                                    .span = MANY};

static uint16_t many_code(uint64_t slot)
{
    const uint64_t block =
        slot / TABLE_BLOCK_SLOTS; /* codes of one byte and two in turn */
    return (uint16_t)((slot / 1000 * 7 + block) % (block % 2 ? CODES : 256));
}

static void many_codes(const struct solver *s, uint64_t first, uint64_t count,
                       uint16_t *out)
{
    (void)s;
    for (uint64_t i = 0; i < count; i++)
        out[i] = many_code(first + i);
}

static struct table *write_many(struct tally *tally)
{
    static const struct engine engine = {.name = "many", .codes = many_codes};
    struct run run = fixture_run(3);
    struct solution solution = {.engine = &engine};
    struct table *t;
    struct error err;
    assert_int_equal(table_write(in_folder("many.hissho"), &many, &run, &solution,
                                 &(struct subset_tally){0}, tally, &err),
                     CODE_OK);
    assert_int_equal(table_open(in_folder("many.hissho"), &many, &t, &err), CODE_OK);
    return t;
}

/* ---- same bytes ------------------------------------------------------------------- */

static void build_with(const struct variant *v, const char *engine, int threads,
                       const char *name)
{
    struct run run = fixture_run(threads);
    struct build_options options = {
        .directory = in_folder(name), .engine = engine, .checkpoint_every = 0};
    struct build_report report;
    struct error err;
    if (build_table(v, &run, &options, &report, &err) != CODE_OK)
        fail_msg("%s", err.text);
    assert_false(report.was_there);
    assert_int_equal(tally_total(&report.tally, VALUE_WIN) +
                         tally_total(&report.tally, VALUE_LOSS) +
                         tally_total(&report.tally, VALUE_DRAW),
                     v->positions);
    /* Nothing else stays behind, and a second call finds the table. */
    assert_int_equal(build_table(v, &run, &options, &report, &err), CODE_OK);
    assert_true(report.was_there);
    char path[IO_PATH];
    assert_int_equal(table_path(options.directory, v, ".checkpoint", path, &err),
                     CODE_OK);
    assert_false(io_exists(path));
    assert_int_equal(table_path(options.directory, v, ".lock", path, &err), CODE_OK);
    assert_false(io_exists(path));
}

static void same_bytes(const char *game)
{
    static const int threads[] = {1, 2, 3, 7};
    struct variant v = fixture_open(game);
    unsigned char *first = NULL;
    size_t first_size = 0;
    for (unsigned e = 0; engine_for(&v, e); e++)
        for (unsigned i = 0; i < sizeof threads / sizeof *threads; i++) {
            char name[64], path[IO_PATH];
            size_t size;
            snprintf(name, sizeof name, "same-%s-%d", engine_for(&v, e)->name,
                     threads[i]);
            build_with(&v, engine_for(&v, e)->name, threads[i], name);
            assert_int_equal(table_path(in_folder(name), &v, ".hissho", path, NULL),
                             CODE_OK);
            unsigned char *bytes = fixture_load(path, &size);
            if (!first) {
                first = bytes;
                first_size = size;
                continue;
            }
            assert_int_equal(size, first_size);
            assert_memory_equal(bytes, first, size);
            free(bytes);
        }
    free(first);
    registry_close(&v);
}

static void same_bytes_for_all_engines_and_threads(void **state)
{
    (void)state;
    same_bytes("tictactoe");
    same_bytes("gobblet:mini");
}

/* ---- access ----------------------------------------------------------------------- */

static void every_slot_reads_back(void **state)
{
    (void)state;
    static const char *const games[] = {"tictactoe", "gobblet:mini",
                                        "gobblet:mini-own-move"};
    struct table *t[3];
    uint16_t *codes[3];
    struct variant v[3];
    struct error err;
    uint16_t code;
    for (int i = 0; i < 3; i++) {
        v[i] = fixture_open(games[i]);
        codes[i] = fixture_solve(&v[i], NULL, 2);
        fixture_write(in_folder("x.hissho"), &v[i], codes[i], 2);
        assert_int_equal(table_open(in_folder("x.hissho"), &v[i], &t[i], &err), CODE_OK);
        /* An open table outlives its name. */
        assert_int_equal(io_remove(in_folder("x.hissho"), &err), CODE_OK);
    }
    /* All three at once, slots in a scattered order (the factor is prime to all sizes).
     */
    for (uint64_t k = 0; k < v[1].slots; k++)
        for (int i = 0; i < 3; i++) {
            uint64_t slot = k * 1000003 % v[i].slots;
            assert_int_equal(table_code(t[i], slot, &code, &err), CODE_OK);
            assert_int_equal(code, codes[i][slot]);
        }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(table_code(t[i], v[i].slots, &code, &err), CODE_USAGE);
        assert_int_equal(table_code(t[i], UINT64_MAX, &code, &err), CODE_USAGE);
        assert_string_equal(table_info(t[i])->game, games[i]);
        table_close(t[i]);
        free(codes[i]);
        registry_close(&v[i]);
    }
}

static void blocks_of_one_way_replace_each_other(void **state)
{
    (void)state;
    struct tally tally, counted = {{0}};
    struct table *t = write_many(&tally);
    struct error err;
    uint16_t code;
    assert_int_equal(table_info(t)->blocks, 1101);
    assert_memory_equal(&tally, &table_info(t)->tally, sizeof tally);
    for (uint64_t slot = 0; slot < MANY; slot++)
        counted.positions[many_code(slot)]++;
    assert_memory_equal(&tally, &counted, sizeof tally);
    /* Blocks 1,024 apart share a place in the cache. */
    for (uint64_t k = 0; k < 300; k++) {
        uint64_t near = k % 76 * TABLE_BLOCK_SLOTS + k,
                 far = near + 1024 * TABLE_BLOCK_SLOTS;
        assert_int_equal(table_code(t, near, &code, &err), CODE_OK);
        assert_int_equal(code, many_code(near));
        assert_int_equal(table_code(t, far, &code, &err), CODE_OK);
        assert_int_equal(code, many_code(far));
    }
    assert_int_equal(table_code(t, MANY - 1, &code, &err), CODE_OK);
    assert_int_equal(code, many_code(MANY - 1));
    table_close(t);
}

static void provenance_is_json(void **state)
{
    (void)state;
    struct tally tally;
    struct table *t = write_many(&tally);
    assert_non_null(strstr(table_info(t)->provenance, "\"game\":\"many\""));
    assert_non_null(
        strstr(table_info(t)->provenance, "\"title\":\"A \\\"game\\\" of \\\\ slots\""));
    table_close(t);
}

struct reader {
    struct table *t;
    uint64_t seed;
    uint64_t wrong;
};

static void *read_at_random(void *argument)
{
    struct reader *r = argument;
    struct error err;
    for (int i = 0; i < 20000; i++) {
        /* Few blocks, most of which share their place with another one. */
        uint64_t n = fixture_random(&r->seed), block = n % 8 + (n >> 8) % 2 * 1024;
        uint64_t slot = block * TABLE_BLOCK_SLOTS + (n >> 16) % TABLE_BLOCK_SLOTS;
        uint16_t code;
        if (n >> 40 &
            63) /* rarely change the block, or nothing but unpacking is tested */
            slot %= 4 * TABLE_BLOCK_SLOTS;
        r->wrong +=
            table_code(r->t, slot, &code, &err) != CODE_OK || code != many_code(slot);
    }
    return NULL;
}

static void threads_read_one_table(void **state)
{
    (void)state;
    enum { THREADS = 8 };
    struct tally tally;
    struct table *t = write_many(&tally);
    struct reader reader[THREADS];
    pthread_t thread[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        reader[i] = (struct reader){.t = t, .seed = i};
        assert_int_equal(pthread_create(&thread[i], NULL, read_at_random, &reader[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(reader[i].wrong, 0);
    }
    table_close(t);
}

/* ---- bad files -------------------------------------------------------------------- */

/* Opening must fail with this code and a message that has all these parts. */
static void expect(const char *path, const struct variant *v, enum code wanted,
                   const char *part, const char *other)
{
    struct table *t;
    struct error err = {{0}};
    enum code code = table_open(path, v, &t, &err);
    if (code == CODE_OK)
        table_close(t);
    assert_int_equal(code, wanted);
    if (!strstr(err.text, path) || !strstr(err.text, part) || !strstr(err.text, other))
        fail_msg("message '%s' lacks '%s', '%s' or the path", err.text, part, other);
}

static unsigned char *tictactoe_file(struct variant *v, const char *path, size_t *size)
{
    *v = fixture_open("tictactoe");
    uint16_t *codes = fixture_solve(v, NULL, 1);
    fixture_write(path, v, codes, 1);
    free(codes);
    return fixture_load(path, size);
}

static void files_of_every_wrong_length(void **state)
{
    (void)state;
    struct variant v;
    size_t size;
    const char *path = in_folder("t.hissho");
    unsigned char *bytes = tictactoe_file(&v, path, &size);
    for (size_t length = size; length-- > 0;) {
        assert_int_equal(truncate(path, (off_t)length), 0);
        expect(path, &v, CODE_DAMAGED, "truncated", "offset");
    }
    bytes = realloc(bytes, size + 1);
    assert_non_null(bytes);
    bytes[size] = 0;
    fixture_save(path, bytes, size + 1);
    expect(path, &v, CODE_DAMAGED, "too long", "offset");
    free(bytes);
    registry_close(&v);
}

static void foreign_files(void **state)
{
    (void)state;
    struct variant v;
    size_t size;
    const char *path = in_folder("t.hissho");
    unsigned char *bytes = tictactoe_file(&v, path, &size);
    char text[1000];
    memset(text, 'x', sizeof text);
    fixture_save(path, text, sizeof text);
    expect(path, &v, CODE_DAMAGED, "not a Hissho table", "offset 0");
    /* Line ends translated by a careless copy. */
    memmove(bytes + 8, bytes + 7, size - 8);
    bytes[7] = '\r';
    fixture_save(path, bytes, size);
    expect(path, &v, CODE_DAMAGED, "not a Hissho table", "offset 0");
    assert_int_equal(io_remove(path, NULL), CODE_OK);
    expect(path, &v, CODE_NO_TABLE, "hissho solve tictactoe", "tictactoe");
    assert_int_equal(mkdir(path, 0777), 0);
    expect(path, &v, CODE_IO, "not a regular file", "");
    assert_int_equal(rmdir(path), 0);
    free(bytes);
    registry_close(&v);
}

static void newer_versions(void **state)
{
    (void)state;
    struct variant v;
    size_t size;
    const char *path = in_folder("t.hissho");
    unsigned char *bytes = tictactoe_file(&v, path, &size);
    put_u32(bytes + HEADER_VERSION, TABLE_VERSION + 1);
    fixture_save(path, bytes, size); /* whatever else such a version changes */
    expect(path, &v, CODE_DAMAGED, "version 4", "newer");
    fixture_reseal(bytes, size);
    fixture_save(path, bytes, size);
    expect(path, &v, CODE_DAMAGED, "version 4", "newer");
    free(bytes);
    registry_close(&v);
}

static void tables_of_other_games(void **state)
{
    (void)state;
    struct variant v, mini = fixture_open("gobblet:mini"), lift;
    size_t size;
    const char *path = in_folder("t.hissho");
    free(tictactoe_file(&v, path, &size));
    expect(path, &mini, CODE_DAMAGED, "another game", "tictactoe");
    /* Same sizes, other rules. */
    uint16_t *codes = fixture_solve(&mini, NULL, 1);
    fixture_write(path, &mini, codes, 1);
    lift = fixture_open("gobblet:mini-lift-loses");
    expect(path, &lift, CODE_DAMAGED, "another game", "gobblet:mini");
    free(codes);
    registry_close(&v);
    registry_close(&mini);
    registry_close(&lift);
}

/* Header fields with nonsense under a right sum: an error, never a crash. */
static void headers_that_contradict_themselves(void **state)
{
    (void)state;
    static const unsigned wide[] = {
        HEADER_FILE_BYTES, HEADER_SLOTS, HEADER_POSITIONS,        HEADER_BLOCKS,
        HEADER_INDEX,      HEADER_TALLY, HEADER_PROVENANCE_BYTES, HEADER_PROVENANCE};
    struct variant v;
    size_t size;
    const char *path = in_folder("t.hissho");
    unsigned char *bytes = tictactoe_file(&v, path, &size);
    for (unsigned i = 0; i < sizeof wide / sizeof *wide; i++) {
        uint64_t good = get_u64(bytes + wide[i]);
        const uint64_t bad[] = {0,
                                1,
                                good + 1,
                                good - 1,
                                UINT64_MAX,
                                UINT64_MAX - 23,
                                UINT64_MAX / 24,
                                size,
                                size + 1,
                                (uint64_t)1 << 32,
                                (uint64_t)1 << 63};
        for (unsigned k = 0; k < sizeof bad / sizeof *bad; k++) {
            if (bad[k] == good)
                continue;
            put_u64(bytes + wide[i], bad[k]);
            put_u64(bytes + HEADER_SUM, sum_of(bytes, HEADER_SUM));
            fixture_save(path, bytes, size);
            expect(path, &v, CODE_DAMAGED, "offset", "");
            /* Without knowing the game, slots and positions are the file's word. */
            if (wide[i] != HEADER_SLOTS && wide[i] != HEADER_POSITIONS)
                expect(path, NULL, CODE_DAMAGED, "offset", "");
        }
        put_u64(bytes + wide[i], good);
    }
    free(bytes);
    registry_close(&v);
}

static void a_damaged_block_is_named(void **state)
{
    (void)state;
    struct variant v = fixture_open("gobblet:mini");
    const char *path = in_folder("t.hissho");
    uint16_t *codes = fixture_solve(&v, NULL, 1), code;
    fixture_write(path, &v, codes, 1);
    size_t size;
    unsigned char *bytes = fixture_load(path, &size);
    uint64_t offset =
        get_u64(bytes + get_u64(bytes + HEADER_INDEX) + 3 * TABLE_INDEX_ENTRY);
    bytes[offset + 5] ^= 16;
    fixture_save(path, bytes, size);
    struct table *t;
    struct error err;
    char place[64];
    snprintf(place, sizeof place, "offset %llu", (unsigned long long)offset);
    assert_int_equal(table_open(path, &v, &t, &err), CODE_OK);
    for (int again = 0; again < 2; again++) { /* a failed block is not kept */
        assert_int_equal(table_code(t, 3 * TABLE_BLOCK_SLOTS, &code, &err), CODE_DAMAGED);
        assert_non_null(strstr(err.text, path));
        assert_non_null(strstr(err.text, "block 3 "));
        assert_non_null(strstr(err.text, place));
        assert_int_equal(table_code(t, 2 * TABLE_BLOCK_SLOTS, &code, &err), CODE_OK);
        assert_int_equal(code, codes[2 * TABLE_BLOCK_SLOTS]);
    }
    table_close(t);
    free(bytes);
    free(codes);
    registry_close(&v);
}

/* ---- failures while writing ------------------------------------------------------- */

static void a_failed_write_leaves_nothing(void **state)
{
    (void)state;
    struct variant v = fixture_open("tictactoe");
    uint16_t *codes = fixture_solve(&v, NULL, 1);
    struct solver solver = {codes};
    struct solution solution = {.engine = &fixture_engine, .solver = &solver};
    struct run run = fixture_run(2);
    struct tally tally;
    struct error err;
    const char *path = in_folder("none/t.hissho");
    assert_int_equal(
        table_write(path, &v, &run, &solution, &(struct subset_tally){0}, &tally, &err),
        CODE_IO);
    assert_non_null(strstr(err.text, path));
    const volatile sig_atomic_t stop = 1;
    run.stop = &stop;
    path = in_folder("stopped.hissho");
    assert_int_equal(
        table_write(path, &v, &run, &solution, &(struct subset_tally){0}, &tally, &err),
        CODE_INTERRUPTED);
    assert_false(io_exists(path));
    assert_false(io_exists(in_folder("stopped.hissho.part")));
    /* A name that cannot be taken: the new file must go, the old one stay. */
    run.stop = NULL;
    path = in_folder("taken.hissho");
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(mkdir(in_folder("taken.hissho/inside"), 0777), 0);
    assert_int_equal(
        table_write(path, &v, &run, &solution, &(struct subset_tally){0}, &tally, &err),
        CODE_IO);
    assert_true(io_exists(in_folder("taken.hissho/inside")));
    assert_false(io_exists(in_folder("taken.hissho.part")));
    free(codes);
    registry_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bytes_for_all_engines_and_threads),
        cmocka_unit_test(every_slot_reads_back),
        cmocka_unit_test(blocks_of_one_way_replace_each_other),
        cmocka_unit_test(provenance_is_json),
        cmocka_unit_test(threads_read_one_table),
        cmocka_unit_test(files_of_every_wrong_length),
        cmocka_unit_test(foreign_files),
        cmocka_unit_test(newer_versions),
        cmocka_unit_test(tables_of_other_games),
        cmocka_unit_test(headers_that_contradict_themselves),
        cmocka_unit_test(a_damaged_block_is_named),
        cmocka_unit_test(a_failed_write_leaves_nothing),
    };
    folder = fixture_folder();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fixture_remove(folder);
    return failed;
}
