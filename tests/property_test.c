/* SPDX-License-Identifier: MIT
 *
 * Every registered game has the properties of game/check.h, and the check finds games
 * that have not: each planted fault breaks one call of tic-tac-toe and must be reported
 * as that.
 */
#include "game/check.h"
#include "game/fast.h"
#include "games/registry.h"
#include "solve/faces.h"
#include "solve/naive.h"
#include "solve/solve.h"

#include "test_size.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- every game ------------------------------------------------------------------- */

static uint16_t *solved_codes(const struct variant *v)
{
    struct error err;
    struct run run = {.memory = budget_make(0), .threads = 1};
    struct solve_options options = {.engine = &naive_engine};
    struct solution solution;
    assert_int_equal(solve_run(v, &run, &options, &solution, &err), CODE_OK);
    uint16_t *codes = malloc(2 * v->slots);
    assert_non_null(codes);
    assert_int_equal(solution_codes(&solution, 0, v->slots, codes, &err), CODE_OK);
    solution_free(&solution);
    return codes;
}

static void check_variant(const struct game *game, const char *variant)
{
    struct variant v;
    struct error err;
    char name[2 * GAME_NAME];
    snprintf(name, sizeof name, "%s%s%s", game->name, *variant ? ":" : "", variant);
    if (registry_open(name, &v, &err) != CODE_OK)
        fail_msg("%s", err.text);
    assert_string_equal(v.name, name);

    uint64_t samples = test_size(500, 8000, 100000);
    if (v.positions <= test_size(500, 8000, 1000000))
        samples = v.positions;
    uint16_t *codes = v.positions <= samples ? solved_codes(&v) : NULL;
    const struct face *face = face_of(game);
    if (face && !face->suits(&v))
        face = NULL;
    struct check check = {&v, face, codes, samples, 1};
    struct check_report report;
    if (game_check(&check, &report, &err) != CODE_OK)
        fail_msg("%s", err.text);
    printf("  %-26s %9llu positions%s, %llu moves, %llu altered texts (%llu read)%s\n",
           name, (unsigned long long)report.positions, report.full ? " (all)" : "",
           (unsigned long long)report.moves, (unsigned long long)report.texts,
           (unsigned long long)report.texts_taken, check.face ? "" : ", no fast face");
    assert_true(report.positions >= samples && report.moves > 0 && report.texts > 0);
    if (check.face)
        assert_true(report.successors > 0 && report.predecessors > 0);
    free(codes);
    registry_close(&v);
}

static void every_game_has_the_properties(void **state)
{
    (void)state;
    for (unsigned i = 0; registry_game(i); i++)
        for (const struct variant_info *info = registry_game(i)->variants; info->name;
             info++)
            check_variant(registry_game(i), info->name);
}

/* ---- planted faults --------------------------------------------------------------- */

extern const struct game tictactoe_game;
#define GOOD (&tictactoe_game)

static uint64_t rank_off_by_one(const struct variant *v, const struct position *p)
{
    return (GOOD->rank(v, p) + 1) % v->positions;
}

static uint64_t slot_too_large(const struct variant *v, const struct position *p)
{
    uint64_t rank = GOOD->rank(v, p);
    return rank == 4000 ? v->positions : rank;
}

static uint64_t slot_merges(const struct variant *v, const struct position *p)
{
    uint64_t rank = GOOD->rank(v, p);
    return rank == 17 ? 16 : rank;
}

static void at_slot_shifted(const struct variant *v, uint64_t slot, struct position *out)
{
    GOOD->unrank(v, slot == 5000 ? 5001 : slot, out);
}

static uint64_t weight_two(const struct variant *v, uint64_t slot)
{
    (void)v;
    return slot == 99 ? 2 : 1;
}

static void print_unreadable(const struct variant *v, const struct position *p,
                             char out[GAME_TEXT])
{
    GOOD->print(v, p, out);
    if (strchr(out, 'O'))
        *strchr(out, 'O') = 'Q';
}

static enum code parse_drops_a_mark(const struct variant *v, const char *text,
                                    struct position *out, struct error *err)
{
    TRY(GOOD->parse(v, text, out, err));
    return strncmp(text, "XXX", 3) ? CODE_OK : GOOD->parse(v, ".../.../... X", out, err);
}

static enum code parse_io_error(const struct variant *v, const char *text,
                                struct position *out, struct error *err)
{
    return GOOD->parse(v, text, out, err) == CODE_OK ? CODE_OK : CODE_IO;
}

static const char *side_always_x(const struct variant *v, const struct position *p)
{
    (void)v, (void)p;
    return "X";
}

static unsigned moves_after_the_end(const struct variant *v, const struct position *p,
                                    struct move out[GAME_MOVES])
{
    out[0].code = 0;
    return GOOD->ending(v, p) == ENDS_LOSS ? 1 : GOOD->moves(v, p, out);
}

static void print_move_column_only(const struct variant *v, const struct position *p,
                                   struct move m, char out[GAME_TEXT])
{
    GOOD->print_move(v, p, m, out);
    out[1] = '\0';
}

static enum ending play_overlooks_the_end(const struct variant *v,
                                          const struct position *p, struct move m,
                                          struct position *next)
{
    GOOD->play(v, p, m, next);
    return GOES_ON;
}

static void symmetric_drops_a_mark(const struct variant *v, const struct position *p,
                                   unsigned k, struct position *out)
{
    struct error err;
    GOOD->symmetric(v, p, k, out);
    if (k == 3 && GOOD->ending(v, p) == GOES_ON)
        GOOD->parse(v, ".../.../... X", out, &err);
}

static void symmetric_moves_a_row(const struct variant *v, const struct position *p,
                                  unsigned k, struct position *out)
{
    char text[GAME_TEXT];
    struct error err;
    GOOD->print(v, p, text);
    if (k > 0) { /* the rows in another order: the same numbers of marks, other lines */
        memcpy(text + 8, text, 3);
        GOOD->print(v, p, text + 128);
        memcpy(text, text + 128 + 4, 3);
        memcpy(text + 4, text + 128 + 8, 3);
    }
    GOOD->parse(v, text, out, &err);
}

static unsigned needs_nothing(const struct variant *v, unsigned i,
                              unsigned out[GAME_NEEDS])
{
    (void)v, (void)i, (void)out;
    return 0;
}

static unsigned needs_itself(const struct variant *v, unsigned i,
                             unsigned out[GAME_NEEDS])
{
    (void)v;
    out[0] = i;
    return 1;
}

static void part_with_a_gap(const struct variant *v, unsigned i, struct part *out)
{
    GOOD->part(v, i, out);
    out->count -= i == 3;
}

static void weights_of_one(const struct variant *v, uint64_t first, uint64_t count,
                           uint16_t *out)
{
    (void)v;
    for (uint64_t i = 0; i < count; i++)
        out[i] = first + i == 123 ? 0 : 1;
}

static const struct {
    const char *report; /* what the message must contain */
    struct game change; /* the calls that are replaced */
} fault[] = {
    {"rank(unrank(n)) is not n", {.rank = rank_off_by_one}},
    {"slot() is out of range", {.slot = slot_too_large}},
    {"its slot does not stand for weight()", {.slot = slot_merges}},
    {"slot(at_slot(n)) is not n", {.at_slot = at_slot_shifted}},
    {"weight() is not constant", {.weight = weight_two}},
    {"its own text is refused", {.print = print_unreadable}},
    {"parse(print(p)) is another position", {.parse = parse_drops_a_mark}},
    {"a code other than CODE_USAGE", {.parse = parse_io_error}},
    {"the same side is to move", {.side = side_always_x}},
    {"there are no moves, but", {.moves = moves_after_the_end}},
    {"the name of a move", {.print_move = print_move_column_only}},
    {"play() says that the game goes on", {.play = play_overlooks_the_end}},
    {"a symmetric position has another number of moves",
     {.symmetric = symmetric_drops_a_mark}},
    {"a symmetric position ends differently", {.symmetric = symmetric_moves_a_row}},
    {"the example of a position", {.position_example = "X"}},
    {"a part that its part does not need", {.part_needs = needs_nothing}},
    {"needs parts that are not earlier", {.part_needs = needs_itself}},
    {"the parts are not the slots in order", {.part = part_with_a_gap}},
    {"weights() differs from weight()", {.weights = weights_of_one}},
};

static struct game with_fault(const struct game *change)
{
    struct game game = tictactoe_game;
#define REPLACE(call)                                                                    \
    if (change->call)                                                                    \
    game.call = change->call
    REPLACE(rank);
    REPLACE(slot);
    REPLACE(at_slot);
    REPLACE(weight);
    REPLACE(print);
    REPLACE(parse);
    REPLACE(side);
    REPLACE(moves);
    REPLACE(print_move);
    REPLACE(play);
    REPLACE(symmetric);
    REPLACE(position_example);
    REPLACE(part);
    REPLACE(part_needs);
    REPLACE(weights);
#undef REPLACE
    return game;
}

static void expect_report(const struct check *check, const char *text)
{
    struct check_report report;
    struct error err = {""};
    assert_int_equal(game_check(check, &report, &err), CODE_NO);
    if (!strstr(err.text, text))
        fail_msg("expected a report with '%s', got: %s", text, err.text);
}

static void planted_faults_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fault / sizeof *fault; i++) {
        struct variant v;
        struct error err;
        assert_int_equal(registry_open("tictactoe", &v, &err), CODE_OK);
        struct game game = with_fault(&fault[i].change);
        v.game = &game;
        struct check check = {&v, NULL, NULL, v.positions, 1};
        expect_report(&check, fault[i].report);
        v.game = GOOD;
        registry_close(&v);
    }
}

static void a_wrong_value_is_found(void **state)
{
    (void)state;
    struct variant v;
    struct error err;
    struct position p;
    assert_int_equal(registry_open("tictactoe", &v, &err), CODE_OK);
    uint16_t *codes = solved_codes(&v);
    assert_int_equal(GOOD->parse(&v, "X../.../... O", &p, &err), CODE_OK);
    codes[GOOD->rank(&v, &p)] = code_win(5); /* its three images stay drawn */
    struct check check = {&v, NULL, codes, v.positions, 1};
    expect_report(&check, "a symmetric position has another value");
    free(codes);
    registry_close(&v);
}

/* ---- planted faults of a fast face ------------------------------------------------ */

static enum ending ending_never_drawn(const struct variant *v, uint64_t slot)
{
    enum ending ending = face_of(GOOD)->ending(v, slot);
    return ending == ENDS_DRAW ? GOES_ON : ending;
}

static unsigned successors_less_one(const struct variant *v, uint64_t slot, uint64_t *out)
{
    unsigned n = face_of(GOOD)->successors(v, slot, out);
    return n > 8 ? n - 1 : n;
}

static unsigned successors_out_of_range(const struct variant *v, uint64_t slot,
                                        uint64_t *out)
{
    unsigned n = face_of(GOOD)->successors(v, slot, out);
    if (n > 8)
        out[0] = v->slots;
    return n;
}

static unsigned predecessors_less_one(const struct variant *v, uint64_t slot,
                                      uint64_t *out)
{
    unsigned n = face_of(GOOD)->predecessors(v, slot, out);
    return n > 3 ? n - 1 : n;
}

static unsigned predecessors_one_more(const struct variant *v, uint64_t slot,
                                      uint64_t *out)
{
    unsigned n = face_of(GOOD)->predecessors(v, slot, out);
    if (n > 0 && n < 5)
        out[n++] = slot;
    return n;
}

static void planted_faults_of_a_fast_face_are_found(void **state)
{
    (void)state;
    struct {
        const char *report;
        struct face face;
    } wrong[] = {
        {"the faces differ in the ", {.ending = ending_never_drawn}},
        {"the faces differ in the successors", {.successors = successors_less_one}},
        {"a successor that is no slot", {.successors = successors_out_of_range}},
        {"does not have it among its predecessors",
         {.predecessors = predecessors_less_one}},
        {"does not have it among its successors",
         {.predecessors = predecessors_one_more}},
    };
    const struct face *good = face_of(GOOD);
    assert_non_null(good);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct variant v;
        struct error err;
        assert_int_equal(registry_open("tictactoe", &v, &err), CODE_OK);
        struct face *face = &wrong[i].face;
        face->moves = good->moves;
        face->unmoves = good->unmoves;
        face->ending = face->ending ? face->ending : good->ending;
        face->successors = face->successors ? face->successors : good->successors;
        face->predecessors = face->predecessors ? face->predecessors : good->predecessors;
        struct game whole = tictactoe_game; /* predecessors count only inside a part */
        whole.parts = NULL;
        v.game = &whole;
        struct check check = {&v, face, NULL, v.positions, 1};
        expect_report(&check, wrong[i].report);
        v.game = GOOD;
        registry_close(&v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_the_properties),
        cmocka_unit_test(planted_faults_are_found),
        cmocka_unit_test(a_wrong_value_is_found),
        cmocka_unit_test(planted_faults_of_a_fast_face_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
