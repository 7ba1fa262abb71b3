/* SPDX-License-Identifier: MIT
 *
 * NOCCAxNOCCA against what is published: sizes of the position sets
 * (data/nocca-counts.txt), identifiers of the authors' database (data/nocca-ranks.txt),
 * size and paths of their diagram, values of small boards.
 */
#include "games/nocca/sets.h"
#include "games/registry.h"
#include "solve/local.h"
#include "solve/solve.h"
#include "zdd/zdd.h"

#include "test_size.h"

#include <stdio.h>

static struct error err;

static void open_board(const char *board, struct variant *v)
{
    char name[32];
    snprintf(name, sizeof name, "nocca:%s", board);
    if (registry_open(name, v, &err) != CODE_OK)
        fail_msg("%s", err.text);
}

/* ---- counts ---- */

struct wanted {
    char board[8], set[48], subset[48];
    unsigned long long positions;
};

/* The next line of a data file, comments left out. */
static bool next(FILE *in, char line[256])
{
    while (fgets(line, 256, in))
        if (line[0] != '#' && line[0] != '\n')
            return true;
    return false;
}

static void find(const struct count_report *report, const struct wanted *w)
{
    const char *subset = strcmp(w->subset, "-") == 0 ? "" : w->subset;
    for (unsigned i = 0; i < report->entries; i++) {
        const struct count_entry *e = &report->entry[i];
        if (strcmp(e->set, w->set) == 0 && strcmp(e->subset, subset) == 0) {
            assert_int_equal(e->positions, w->positions);
            return;
        }
    }
    fail_msg("%s: no count of %s %s", w->board, w->set, w->subset);
}

static void the_published_counts(void **state)
{
    (void)state;
    FILE *in = fopen(TEST_DATA "/nocca-counts.txt", "r");
    assert_non_null(in);
    struct count_report report = {0};
    struct wanted w;
    char line[256], board[8] = "";
    unsigned rows = 0;
    for (; next(in, line); rows++) {
        assert_int_equal(
            sscanf(line, "%7s %47s %47s %llu", w.board, w.set, w.subset, &w.positions),
            4);
        if (strcmp(w.board, board) != 0) {
            struct variant v;
            count_free(&report);
            strcpy(board, w.board);
            open_board(board, &v);
            assert_int_equal(game_count(&v, NULL, &report, &err), CODE_OK);
            registry_close(&v);
        }
        find(&report, &w);
    }
    assert_int_equal(rows, 63);
    count_free(&report);
    fclose(in);
}

static void profiles_add_up(void **state)
{
    (void)state;
    struct variant v;
    struct count_report report = {0};
    uint64_t sum = 0;
    open_board("6x5", &v);
    assert_int_equal(game_count(&v, NULL, &report, &err), CODE_OK);
    for (unsigned i = 0; i < report.entries; i++)
        if (report.entry[i].subset[0])
            sum += report.entry[i].positions;
    assert_int_equal(sum, v.positions);
    count_free(&report);
    registry_close(&v);
}

/* ---- numbers ---- */

static void the_numbers_of_the_database(void **state)
{
    (void)state;
    FILE *in = fopen(TEST_DATA "/nocca-ranks.txt", "r");
    assert_non_null(in);
    struct variant v;
    char line[256], board[128], side[4], text[GAME_TEXT], wanted[GAME_TEXT];
    unsigned long long rank;
    unsigned rows = 0;
    open_board("6x5", &v);
    for (; next(in, line); rows++) {
        struct position p;
        assert_int_equal(sscanf(line, "%llu %127s %3s", &rank, board, side), 3);
        snprintf(wanted, sizeof wanted, "%s %s", board, side);
        assert_int_equal(v.game->parse(&v, wanted, &p, &err), CODE_OK);
        assert_int_equal(v.game->rank(&v, &p), rank);
        v.game->unrank(&v, rank, &p);
        v.game->print(&v, &p, text);
        assert_string_equal(text, wanted);
    }
    assert_int_equal(rows, 5);
    registry_close(&v);
    fclose(in);
}

static void sides_share_their_numbers(void **state)
{
    (void)state;
    struct variant v;
    struct position p, q;
    open_board("3x3", &v);
    for (uint64_t rank = 0; rank < v.positions; rank += 7) {
        v.game->unrank(&v, rank, &p);
        v.game->symmetric(&v, &p, 2, &q); /* the players exchanged */
        assert_string_equal(v.game->side(&v, &q), "W");
        assert_int_equal(v.game->rank(&v, &q), rank);
    }
    registry_close(&v);
}

/* Yamamoto & Hoki (2022): 17,512 nodes, mean path 47.4; 15,084 when reduced. */
static void the_published_diagram(void **state)
{
    (void)state;
    struct nocca_problem p;
    struct zdd z;
    struct zdd_paths paths;
    nocca_declare(&p, 6, 5, NOCCA_P);
    assert_int_equal(zdd_build(&p.problem, ZDD_SHARE_CARRIED, &z, &err), CODE_OK);
    assert_int_equal(z.nodes, 17512);
    assert_int_equal(z.count, 147969899280);
    assert_int_equal(zdd_paths(&z, true, &paths, &err), CODE_OK);
    assert_int_equal((int)(1000 * paths.mean + 0.5), 47374);
    assert_int_equal(paths.shortest, 29);
    assert_int_equal(paths.longest, 65);
    uint64_t sum = 0;
    for (unsigned k = 0; k <= paths.longest; k++)
        sum += paths.members[k];
    assert_int_equal(sum, z.count);
    zdd_paths_free(&paths);
    zdd_free(&z);
    assert_int_equal(zdd_build(&p.problem, ZDD_REDUCED, &z, &err), CODE_OK);
    assert_int_equal(z.nodes, 15084);
    zdd_free(&z);
}

static void other_boards_and_texts_are_refused(void **state)
{
    (void)state;
    static const char *const boards[] = {"nocca:1x5", "nocca:6x9",  "nocca:6",
                                         "nocca:x5",  "nocca:6x5x", "nocca:16x5",
                                         "nocca:6x"};
    static const char *const texts[] = {"B,B/.,./W,W",
                                        "B,B/.,./W,W X",
                                        "B,B/.,./W,W B ",
                                        "B,B,./.,./W,W B",
                                        "BBBB,./.,./W,W B",
                                        "B,B/.,./W,. B,",
                                        "B,B/.,./.,. B",
                                        "B,./.,./W,W B",
                                        "B,B/.,./W,. W",
                                        ".,BW/.,./BW,. W",
                                        "",
                                        "B,B/.,./W,W  B"};
    struct variant v;
    struct position p;
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++)
        assert_int_equal(registry_open(boards[i], &v, &err), CODE_USAGE);
    assert_int_equal(registry_open("nocca:9x8", &v, &err), CODE_RESOURCES);
    assert_non_null(strstr(err.text, "1,435,571,665,655,126,763,348"));
    open_board("3x2", &v);
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        if (v.game->parse(&v, texts[i], &p, &err) != CODE_USAGE)
            fail_msg("'%s' is taken for a position", texts[i]);
    registry_close(&v);
}

static void a_position_after_the_end_has_no_number(void **state)
{
    (void)state;
    static const char *const over[] = {
        "B,B/.,./W,. B",   /* white is in the goal */
        "BW,BW/.,./.,. B", /* nothing of black's is visible */
    };
    struct variant v;
    struct position p;
    open_board("3x2", &v);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(v.game->parse(&v, over[i], &p, &err), CODE_OK);
        assert_int_equal(v.game->ending(&v, &p), ENDS_LOSS);
        assert_true(v.game->rank(&v, &p) == GAME_UNRANKED);
    }
    registry_close(&v);
}

/* ---- values ---- */

/* Classes reachable from the start when a position with a goal step is not expanded. */
struct reached {
    struct position *position; /* black to move, the smaller of the mirror images */
    size_t count, room;
};

static bool add(struct reached *r, const struct position *p)
{
    for (size_t i = 0; i < r->count; i++)
        if (memcmp(&r->position[i], p, sizeof *p) == 0)
            return false;
    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 64;
        r->position = realloc(r->position, r->room * sizeof *p);
        assert_non_null(r->position);
    }
    r->position[r->count++] = *p;
    return true;
}

static void normalise(const struct variant *v, struct position *p)
{
    struct position image;
    if (v->game->side(v, p)[0] == 'W') {
        v->game->symmetric(v, p, 2, &image);
        *p = image;
    }
    v->game->symmetric(v, p, 1, &image);
    if (memcmp(&image, p, sizeof *p) < 0)
        *p = image;
}

static bool has_goal_step(const struct variant *v, const struct position *p)
{
    struct move list[GAME_MOVES];
    unsigned n = v->game->moves(v, p, list);
    for (unsigned i = 0; i < n; i++)
        if ((list[i].code & 255) == 255)
            return true;
    return false;
}

static void explore(const struct variant *v, const uint16_t *codes, uint64_t by_value[3])
{
    uint8_t *seen = calloc(v->positions, 1);
    uint64_t *queue = calloc(v->positions, sizeof *queue), head = 0, tail = 0;
    struct reached over = {0};
    struct position p;
    assert_true(seen && queue);
    v->game->initial(v, &p);
    normalise(v, &p);
    queue[tail++] = v->game->rank(v, &p);
    seen[queue[0]] = 1;
    while (head < tail) {
        struct move list[GAME_MOVES];
        uint64_t rank = queue[head++];
        by_value[code_value(codes[rank])]++;
        v->game->unrank(v, rank, &p);
        unsigned n = has_goal_step(v, &p) ? 0 : v->game->moves(v, &p, list);
        for (unsigned i = 0; i < n; i++) {
            struct position next_position;
            v->game->play(v, &p, list[i], &next_position);
            normalise(v, &next_position);
            uint64_t to = v->game->rank(v, &next_position);
            if (to == GAME_UNRANKED)
                by_value[VALUE_LOSS] += add(&over, &next_position);
            else if (!seen[to]++)
                queue[tail++] = to;
            else
                seen[to] = 1;
        }
    }
    free(seen);
    free(queue);
    free(over.position);
}

/* keiichiro-sonoda/nocca-strongly-solving; plies as everywhere here (its own plus
 * one). */
static const struct {
    const char *board;
    unsigned win_in;
    uint64_t won, lost, drawn;
} solved[] = {
    {"3x2", 11, 194, 72, 16},
    {"3x3", 9, 12629, 4376, 121},
    {"4x3", 17, 61883, 24343, 1867},
    {"4x4", 21, 7097957, 2557055, 45360},
};

static enum code in_array(void *codes, uint64_t slot, uint16_t *code, struct error *why)
{
    (void)why;
    *code = ((const uint16_t *)codes)[slot];
    return CODE_OK;
}

/* Codes of all positions, those that are not stored too. */
static uint16_t *codes_by_rank(const struct variant *v, const struct solution *solution)
{
    uint16_t *stored = malloc(2 * v->slots), *codes = malloc(2 * v->positions);
    assert_true(stored && codes);
    solution->engine->codes(solution->solver, 0, v->slots, stored);
    for (uint64_t rank = 0; rank < v->positions; rank++) {
        struct position p;
        v->game->unrank(v, rank, &p);
        enum ending ending = v->game->ending(v, &p);
        uint64_t slot = game_slot(v, &p);
        if (ending != GOES_ON)
            codes[rank] = code_of_ending(ending);
        else if (slot != SLOT_DERIVED)
            codes[rank] = stored[slot];
        else
            assert_int_equal(local_derive(v, &p, in_array, stored, &codes[rank], &err),
                             CODE_OK);
    }
    free(stored);
    return codes;
}

static void the_published_values(void **state)
{
    (void)state;
    unsigned boards = (unsigned)test_size(2, 3, 4);
    for (unsigned i = 0; i < boards; i++) {
        struct variant v;
        struct position p;
        struct run run = {.memory = budget_make(0), .threads = 1};
        struct solve_options options = {0};
        struct solution solution;
        uint64_t by_value[3] = {0};
        open_board(solved[i].board, &v);
        assert_int_equal(engine_choose(&v, &run.memory, &options.engine, &err), CODE_OK);
        assert_int_equal(solve_run(&v, &run, &options, &solution, &err), CODE_OK);
        uint16_t *codes = codes_by_rank(&v, &solution);
        v.game->initial(&v, &p);
        assert_int_equal(codes[v.game->rank(&v, &p)], code_win(solved[i].win_in));
        if (v.positions <
            1000000) { /* beyond, the ended positions are too many to list */
            explore(&v, codes, by_value);
            assert_int_equal(by_value[VALUE_WIN], solved[i].won);
            assert_int_equal(by_value[VALUE_LOSS], solved[i].lost);
            assert_int_equal(by_value[VALUE_DRAW], solved[i].drawn);
        }
        free(codes);
        solution_free(&solution);
        registry_close(&v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_counts),
        cmocka_unit_test(profiles_add_up),
        cmocka_unit_test(the_numbers_of_the_database),
        cmocka_unit_test(sides_share_their_numbers),
        cmocka_unit_test(the_published_diagram),
        cmocka_unit_test(other_boards_and_texts_are_refused),
        cmocka_unit_test(a_position_after_the_end_has_no_number),
        cmocka_unit_test(the_published_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
