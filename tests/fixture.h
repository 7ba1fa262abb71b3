/* SPDX-License-Identifier: MIT
 *
 * What the tests of solver, tables and checker share: a scratch folder, whole files, a
 * run, and an engine that gives codes from an array, so that any table can be written,
 * right or wrong.
 */
#ifndef TESTS_FIXTURE_H
#define TESTS_FIXTURE_H

#include "base/io.h"
#include "base/random.h"
#include "base/sum.h"
#include "games/registry.h"
#include "solve/solve.h"
#include "table/format.h"
#include "table/table.h"
#include "table/write.h"
#include "test_size.h"

#include <stdio.h>
#include <unistd.h>

struct solver {
    const uint16_t *codes;
};

static inline void fixture_codes(const struct solver *s, uint64_t first, uint64_t count,
                                 uint16_t *out)
{
    memcpy(out, s->codes + first, 2 * count);
}

static const struct engine fixture_engine = {.name = "fixture", .codes = fixture_codes};

static inline struct run fixture_run(int threads)
{
    return (struct run){.memory = budget_make(0), .threads = threads};
}

/* A new folder; in memory where the system has such a place, because tables are fsynced.
 */
static inline char *fixture_folder(void)
{
    static char path[64];
    snprintf(path, sizeof path, "%s/hissho-test-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    assert_non_null(mkdtemp(path));
    return path;
}

static inline void fixture_remove(const char *folder)
{
    char command[IO_PATH];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

static inline struct variant fixture_open(const char *game)
{
    struct variant v;
    struct error err;
    if (registry_open(game, &v, &err) != CODE_OK)
        fail_msg("%s", err.text);
    return v;
}

/* The game as if it had no parts, for tests that step an engine themselves. */
static inline struct variant fixture_open_whole(const char *name)
{
    static struct game whole[8];
    static unsigned used;
    struct variant v = fixture_open(name);
    struct game *game = &whole[used++ % 8];
    *game = *v.game;
    game->parts = NULL;
    v.game = game;
    return v;
}

static inline struct solver *fixture_start(const struct variant *v,
                                           const struct engine *engine, struct run *run)
{
    static const struct earlier none;
    struct solver *s;
    struct error err;
    if (engine->start(v, run, &s, &err) != CODE_OK ||
        (engine->begin && engine->begin(s, 0, &none, &err) != CODE_OK))
        fail_msg("%s", err.text);
    return s;
}

/* All codes of a game by an engine (null: the fastest); to be freed. */
static inline uint16_t *fixture_solve(const struct variant *v, const char *engine,
                                      int threads)
{
    struct run run = fixture_run(threads);
    struct solve_options options = {.engine = engine_for(v, 0)};
    struct solution solution;
    struct error err;
    if (engine)
        assert_int_equal(engine_named(v, engine, &options.engine, &err), CODE_OK);
    if (solve_run(v, &run, &options, &solution, &err) != CODE_OK)
        fail_msg("%s", err.text);
    uint16_t *codes = malloc(2 * v->slots);
    assert_non_null(codes);
    assert_int_equal(solution_codes(&solution, 0, v->slots, codes, &err), CODE_OK);
    solution_free(&solution);
    assert_int_equal(run.memory.used, 0);
    return codes;
}

static inline void fixture_write(const char *path, const struct variant *v,
                                 const uint16_t *codes, int threads)
{
    struct run run = fixture_run(threads);
    struct solver solver = {codes};
    struct solution solution = {.engine = &fixture_engine, .solver = &solver};
    struct subset_tally none = {0};
    struct tally tally;
    struct error err;
    if (table_write(path, v, &run, &solution, &none, &tally, &err) != CODE_OK)
        fail_msg("%s", err.text);
}

static inline unsigned char *fixture_load(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    fseek(in, 0, SEEK_END);
    *size = (size_t)ftell(in);
    rewind(in);
    unsigned char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, in), *size);
    fclose(in);
    return bytes;
}

static inline void fixture_save(const char *path, const void *bytes, size_t size)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

/* Makes the sums of an altered table file right again, as far as the sections are inside.
 */
static inline void fixture_reseal(unsigned char *file, size_t size)
{
    static const struct {
        unsigned offset, sum, bytes; /* header fields; bytes 0: the size is fixed */
    } section[] = {{HEADER_INDEX, HEADER_INDEX_SUM, 0},
                   {HEADER_TALLY, HEADER_TALLY_SUM, 0},
                   {HEADER_PROVENANCE, HEADER_PROVENANCE_SUM, HEADER_PROVENANCE_BYTES}};
    for (int i = 0; i < 3; i++) {
        uint64_t at = get_u64(file + section[i].offset);
        uint64_t bytes =
            i == 0   ? get_u64(file + HEADER_BLOCKS) * TABLE_INDEX_ENTRY
            : i == 1 ? (get_u32(file + HEADER_VERSION) < TABLE_VERSION ? TABLE_TALLY
                                                                       : TABLE_WIDE_TALLY)
                     : get_u64(file + section[i].bytes);
        if (at <= size && bytes <= size - at)
            put_u64(file + section[i].sum, sum_of(file + at, bytes));
    }
    put_u64(file + HEADER_SUM, sum_of(file, HEADER_SUM));
}

/* A small random generator, so that tests repeat. */
static inline uint64_t fixture_random(uint64_t *state)
{
    return random_number(state);
}

#endif
