/* SPDX-License-Identifier: MIT
 *
 * The query layer on solved small games: answers, lines and the opponent's choice are
 * checked against the definitions, position by position, with code of the test's own.
 */
#define _GNU_SOURCE
#include "games/registry.h"
#include "query/export.h"
#include "query/line.h"
#include "query/opponent.h"
#include "query/stats.h"
#include "table/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* after the headers it needs */
#include <cmocka.h>

struct solved {
    struct variant v;
    struct table *t;
    struct answer *answer;
    char directory[64];
};

static struct run quiet_run(void)
{
    return (struct run){.memory = budget_make(0), .threads = 2};
}

static struct solved solve(const char *name)
{
    struct solved s = {.directory = "/tmp/hissho-query-XXXXXX"};
    struct error err;
    struct run run = quiet_run();
    struct build_report report;
    char path[IO_PATH];
    assert_non_null(mkdtemp(s.directory));
    assert_int_equal(registry_open(name, &s.v, &err), CODE_OK);
    struct build_options options = {.directory = s.directory, .checkpoint_every = 60};
    assert_int_equal(build_table(&s.v, &run, &options, &report, &err), CODE_OK);
    assert_int_equal(table_path(s.directory, &s.v, ".hissho", path, &err), CODE_OK);
    assert_int_equal(table_open(path, &s.v, &s.t, &err), CODE_OK);
    s.answer = calloc(1, sizeof *s.answer);
    assert_non_null(s.answer);
    return s;
}

static void release(struct solved *s)
{
    static const char *const suffix[] = {".hissho", ".run.json"};
    char path[IO_PATH];
    table_close(s->t);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(table_path(s->directory, &s->v, suffix[i], path, NULL), CODE_OK);
        assert_int_equal(remove(path), 0);
    }
    assert_int_equal(remove(s->directory), 0);
    registry_close(&s->v);
    free(s->answer);
}

/* The ordering of values, written out: +2 win .. -2 loss, then the distance. */
static bool better(uint16_t a, uint16_t b)
{
    static const int rank[] = {[VALUE_LOSS] = 0, [VALUE_DRAW] = 1, [VALUE_WIN] = 2};
    if (code_value(a) != code_value(b))
        return rank[code_value(a)] > rank[code_value(b)];
    if (code_value(a) == VALUE_DRAW)
        return false;
    return code_is_win(a) ? code_plies(a) < code_plies(b) : code_plies(a) > code_plies(b);
}

static void check_answer(const struct solved *s, const struct answer *a)
{
    assert_int_equal(a->ending, s->v.game->ending(&s->v, &a->position));
    if (a->ending != GOES_ON) {
        assert_int_equal(a->moves, 0);
        assert_int_equal(a->code, code_of_ending(a->ending));
        return;
    }
    assert_true(a->moves > 0);
    assert_int_equal(a->code, a->move[0].code);
    for (unsigned i = 1; i < a->moves; i++) {
        const struct answer_move *before = &a->move[i - 1], *after = &a->move[i];
        assert_false(better(after->code, before->code));
        if (after->code == before->code)
            assert_true(after->number > before->number);
    }
}

/* Each move leads where it says, and is worth what the position there is worth. */
static void check_moves(const struct solved *s, const struct answer *a)
{
    for (unsigned i = 0; i < a->moves; i++) {
        const struct answer_move *m = &a->move[i];
        struct position next, again;
        struct error err;
        uint16_t code;
        enum ending ending = s->v.game->play(&s->v, &a->position, m->move, &next);
        assert_int_equal(ending, m->ending);
        assert_memory_equal(&next, &m->next, sizeof next);
        assert_int_equal(s->v.game->parse(&s->v, m->text, &again, &err), CODE_OK);
        assert_memory_equal(&next, &again, sizeof next);
        assert_int_equal(probe_code(&s->v, s->t, &next, ending, &code, &err), CODE_OK);
        if (code == CODE_DRAWN) {
            assert_int_equal(m->code, CODE_DRAWN);
        } else {
            assert_true(code_is_win(m->code) == code_is_loss(code));
            assert_int_equal(code_plies(m->code), code_plies(code) + 1);
        }
    }
}

static void answers(const char *game, uint64_t step)
{
    struct solved s = solve(game);
    struct error err;
    for (uint64_t rank = 0; rank < s.v.positions; rank += step) {
        struct position p;
        s.v.game->unrank(&s.v, rank, &p);
        assert_int_equal(probe_answer(&s.v, s.t, &p, s.answer, &err), CODE_OK);
        check_answer(&s, s.answer);
        check_moves(&s, s.answer);
    }
    release(&s);
}

static void answers_of_tictactoe(void **state)
{
    (void)state;
    answers("tictactoe", 1);
}

/* Moves that the rules judge themselves: the value is not that of the position they lead
 * to. */
static void answers_with_judged_moves(void **state)
{
    (void)state;
    answers("gobblet:mini-lift-loses", 97);
}

static void lines(void **state)
{
    (void)state;
    struct solved s = solve("tictactoe");
    struct error err;
    for (uint64_t rank = 0; rank < s.v.positions; rank++) {
        struct position p;
        struct line line;
        s.v.game->unrank(&s.v, rank, &p);
        assert_int_equal(line_make(&s.v, s.t, &p, &line, &err), CODE_OK);
        assert_int_equal(line.stop, LINE_OVER);
        assert_int_not_equal(line.ending, GOES_ON);
        uint16_t code = line.step[0].code;
        if (code != CODE_DRAWN) {
            bool mover_won = (line.ending == ENDS_WIN) == (line.moves % 2 == 0);
            assert_int_equal(line.moves, code_plies(code));
            assert_int_equal(mover_won, code_is_win(code));
        } else {
            assert_int_equal(line.ending, ENDS_DRAW);
        }
        line_free(&line);
    }
    release(&s);
}

static void drawn_line_repeats(void **state)
{
    (void)state;
    struct solved s = solve("gobblet:mini");
    struct position start;
    struct line line;
    struct error err;
    s.v.game->initial(&s.v, &start);
    assert_int_equal(line_make(&s.v, s.t, &start, &line, &err), CODE_OK);
    assert_int_equal(line.stop, LINE_REPEATS);
    assert_true(line.repeats < line.moves);
    assert_string_equal(line.step[line.repeats].text, line.step[line.moves].text);
    for (unsigned i = 0; i <= line.moves; i++)
        assert_int_equal(line.step[i].code, CODE_DRAWN);
    line_free(&line);
    release(&s);
}

/* Good replies after a move, counted from the human's own answer. */
static unsigned good_replies(const struct solved *s, const struct answer_move *m,
                             struct answer *reply)
{
    struct error err;
    unsigned good = 0;
    if (m->ending != GOES_ON)
        return 0;
    assert_int_equal(probe_answer(&s->v, s->t, &m->next, reply, &err), CODE_OK);
    for (unsigned i = 0; i < reply->moves; i++)
        good += code_is_loss(reply->code)
                    ? reply->move[i].code == reply->code
                    : code_value(reply->move[i].code) == code_value(reply->code);
    return good;
}

static void opponent_leaves_fewest_replies(void **state)
{
    (void)state;
    struct solved s = solve("tictactoe");
    struct answer *reply = calloc(1, sizeof *reply);
    struct error err;
    unsigned choices = 0;
    assert_non_null(reply);
    for (uint64_t rank = 0; rank < s.v.positions; rank++) {
        struct position p;
        unsigned choice;
        s.v.game->unrank(&s.v, rank, &p);
        assert_int_equal(probe_answer(&s.v, s.t, &p, s.answer, &err), CODE_OK);
        if (s.answer->moves == 0)
            continue;
        assert_int_equal(opponent_choose(&s.v, s.t, s.answer, &choice, &err), CODE_OK);
        assert_int_equal(s.answer->move[choice].code, s.answer->code);
        unsigned chosen = good_replies(&s, &s.answer->move[choice], reply);
        for (unsigned i = 0; i < s.answer->moves; i++)
            if (s.answer->move[i].code == s.answer->code)
                assert_true(chosen <= good_replies(&s, &s.answer->move[i], reply));
        choices += choice > 0;
    }
    assert_true(choices > 0); /* it does not just take the first */
    free(reply);
    release(&s);
}

static void longest_wins_are_found(void **state)
{
    (void)state;
    struct solved s = solve("tictactoe");
    struct run run = quiet_run();
    struct stats stats;
    struct error err;
    assert_int_equal(stats_read(&s.v, s.t, &stats, &err), CODE_OK);
    unsigned plies = stats_longest(stats.tally, VALUE_WIN), found;
    uint16_t wanted = code_win(plies), code;
    uint64_t all = stats.tally->positions[wanted];
    struct position *p = calloc(all + 1, sizeof *p);
    assert_non_null(p);
    assert_int_equal(
        stats_find(&s.v, s.t, &run, wanted, (unsigned)all + 1, p, &found, &err), CODE_OK);
    assert_int_equal(found, all);
    for (unsigned i = 0; i < found; i++) {
        assert_int_equal(probe_code(&s.v, s.t, &p[i], GOES_ON, &code, &err), CODE_OK);
        assert_int_equal(code, wanted);
    }
    free(p);
    release(&s);
}

struct bytes {
    unsigned char data[8192];
    size_t size;
};

static enum code take(void *context, const void *data, size_t size, struct error *err)
{
    struct bytes *b = context;
    (void)err;
    assert_true(b->size + size <= sizeof b->data);
    memcpy(b->data + b->size, data, size);
    b->size += size;
    return CODE_OK;
}

static void exported_codes_are_by_rank(void **state)
{
    (void)state;
    struct solved s = solve("tictactoe");
    struct run run = quiet_run();
    struct bytes bytes = {.size = 0};
    struct export_request request = {
        .format = EXPORT_NPY, .from = 5, .to = 6000, .put = take, .context = &bytes};
    struct error err;
    assert_int_equal(export_ranks(&s.v, s.t, &run, &request, &err), CODE_OK);
    assert_int_equal(bytes.size, 128 + 5995);
    for (uint64_t rank = 5; rank < 6000; rank++) {
        struct position p;
        uint16_t code;
        s.v.game->unrank(&s.v, rank, &p);
        assert_int_equal(
            probe_code(&s.v, s.t, &p, s.v.game->ending(&s.v, &p), &code, &err), CODE_OK);
        assert_int_equal(bytes.data[128 + rank - 5], code);
    }
    release(&s);
}

static enum code refuse(void *context, const void *data, size_t size, struct error *err)
{
    (void)context, (void)data, (void)size;
    return error_set(err, CODE_RESOURCES, "full");
}

static void export_reports_refusal(void **state)
{
    (void)state;
    struct solved s = solve("tictactoe");
    struct run run = quiet_run();
    struct export_request request = {.format = EXPORT_CSV, .to = 10, .put = refuse};
    struct error err;
    assert_int_equal(export_ranks(&s.v, s.t, &run, &request, &err), CODE_RESOURCES);
    assert_string_equal(err.text, "full");
    release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_of_tictactoe),
        cmocka_unit_test(answers_with_judged_moves),
        cmocka_unit_test(lines),
        cmocka_unit_test(drawn_line_repeats),
        cmocka_unit_test(opponent_leaves_fewest_replies),
        cmocka_unit_test(longest_wins_are_found),
        cmocka_unit_test(exported_codes_are_by_rank),
        cmocka_unit_test(export_reports_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
