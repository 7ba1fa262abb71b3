/* SPDX-License-Identifier: MIT
 *
 * `hissho verify` on a table that is sound as a file but wrong in one value: exit status
 * 1, the position, what is stored and what follows from its moves; while --quick finds
 * nothing. The table is written by the real writer from an engine that lies about one
 * slot.
 */
#define _GNU_SOURCE
#include "games/registry.h"
#include "solve/solve.h"
#include "table/build.h"
#include "table/table.h"
#include "table/write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
/* after the headers it needs */
#include <cmocka.h>

struct solver {
    struct table *truth;
    uint64_t wrong_slot;
    uint16_t wrong_code;
};

static void lie(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out)
{
    for (uint64_t i = 0; i < count; i++) {
        assert_int_equal(table_code(s->truth, first + i, &out[i], NULL), CODE_OK);
        if (first + i == s->wrong_slot)
            out[i] = s->wrong_code;
    }
}

static const struct engine liar = {.name = "liar", .codes = lie};

/* Runs the program and returns its exit status; the output comes into text. */
static int run_program(const char *arguments, const char *directory, char *text,
                       size_t size)
{
    char command[512];
    snprintf(command, sizeof command, "%s/hissho %s --data %s 2>&1", TEST_PROGRAMS,
             arguments, directory);
    FILE *in = popen(command, "r");
    assert_non_null(in);
    text[fread(text, 1, size - 1, in)] = '\0';
    int status = pclose(in);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void wrong_value_is_told(void **state)
{
    (void)state;
    char directory[] = "/tmp/hissho-verify-XXXXXX", path[IO_PATH], text[4096];
    struct run run = {.memory = budget_make(0), .threads = 1};
    struct variant v;
    struct build_report report;
    struct error err;
    assert_non_null(mkdtemp(directory));
    assert_int_equal(registry_open("tictactoe", &v, &err), CODE_OK);
    struct build_options options = {.directory = directory, .checkpoint_every = 60};
    assert_int_equal(build_table(&v, &run, &options, &report, &err), CODE_OK);
    assert_int_equal(table_path(directory, &v, ".hissho", path, &err), CODE_OK);
    assert_int_equal(run_program("verify tictactoe", directory, text, sizeof text),
                     CODE_OK);

    struct position p;
    struct solver solver = {.wrong_code = code_win(3)};
    assert_int_equal(v.game->parse(&v, "XX./OO./... X", &p, &err), CODE_OK);
    solver.wrong_slot = game_slot(&v, &p);
    assert_int_equal(table_open(path, &v, &solver.truth, &err), CODE_OK);
    struct solution solution = {.engine = &liar, .solver = &solver};
    struct tally tally;
    assert_int_equal(
        table_write(path, &v, &run, &solution, &(struct subset_tally){0}, &tally, &err),
        CODE_OK);
    table_close(solver.truth);

    assert_int_equal(
        run_program("verify tictactoe --quick", directory, text, sizeof text), CODE_OK);
    assert_int_equal(run_program("verify tictactoe", directory, text, sizeof text),
                     CODE_NO);
    assert_non_null(strstr(text, "stored: win in 3"));
    assert_non_null(strstr(text, "XX./OO./... X"));
    assert_int_equal(run_program("verify tictactoe --json", directory, text, sizeof text),
                     CODE_NO);
    assert_non_null(strstr(text, "\"counterexample\":{\"position\":\""));
    assert_null(strstr(text, "\"errors\":0"));

    snprintf(text, sizeof text, "rm -r %s", directory);
    assert_int_equal(system(text), 0);
    registry_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_value_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
