/* SPDX-License-Identifier: MIT
 *
 * Yonmoque against what is known of it: numbers of plies from the start
 * (data/yonmoque-perft.txt), sizes of the layers, the reach of a lone piece, and positions
 * that show one rule each.
 */
#include "games/registry.h"
#include "games/yonmoque/board.h"
#include "games/yonmoque/published.h"
#include "query/paper.h"

#include "test_size.h"

#include <stdio.h>

static struct error err;

static void open_variant(const char *variant, struct variant *v)
{
    char name[64];
    snprintf(name, sizeof name, "yonmoque%s%s", *variant ? ":" : "", variant);
    if (registry_open(name, v, &err) != CODE_OK)
        fail_msg("%s", err.text);
}

static struct position at(const struct variant *v, const char *text)
{
    struct position p;
    if (v->game->parse(v, text, &p, &err) != CODE_OK)
        fail_msg("%s", err.text);
    return p;
}

/* ---- plies from the start --------------------------------------------------------- */

enum { NODES, PLACED, MOVED, TURNED, WON, LOST, COUNTS };

struct tree {
    const struct variant *v;
    unsigned long long count[8][COUNTS]; /* by depth */
};

static unsigned bits(const struct position *p, unsigned colour)
{
    uint32_t men;
    memcpy(&men, p->byte + 4 * colour, 4);
    return (unsigned)__builtin_popcount(men);
}

static void walk(struct tree *t, const struct position *p, unsigned depth, unsigned end)
{
    struct move list[GAME_MOVES];
    unsigned n = t->v->game->moves(t->v, p, list);
    unsigned long long *count = t->count[depth];
    for (unsigned i = 0; i < n; i++) {
        struct position next;
        char name[GAME_TEXT];
        enum ending ending = t->v->game->play(t->v, p, list[i], &next);
        t->v->game->print_move(t->v, p, list[i], name);
        bool moved = strchr(name, '-') != NULL;
        count[NODES]++;
        count[moved ? MOVED : PLACED]++;
        count[TURNED] += moved && bits(&next, 0) != bits(p, 0);
        count[WON] += moved && ending == ENDS_LOSS;
        count[LOST] += moved && ending == ENDS_WIN;
        if (ending == GOES_ON && depth < end)
            walk(t, &next, depth + 1, end);
    }
}

static void check_tree(const char *variant, unsigned depth, const char wanted[COUNTS][24])
{
    struct variant v;
    struct tree tree = {.v = &v};
    struct position p;
    open_variant(variant, &v);
    v.game->initial(&v, &p);
    walk(&tree, &p, 1, depth);
    for (int i = 0; i < COUNTS; i++)
        if (wanted[i][0] != '-')
            assert_int_equal(tree.count[depth][i], strtoull(wanted[i], NULL, 10));
    registry_close(&v);
}

static void plies_from_the_start(void **state)
{
    (void)state;
    FILE *in = fopen(TEST_DATA "/yonmoque-perft.txt", "r");
    assert_non_null(in);
    char line[256];
    unsigned checked = 0;
    while (fgets(line, sizeof line, in)) {
        char variant[16], wanted[COUNTS][24];
        unsigned depth;
        if (line[0] == '#' ||
            sscanf(line, "%15s %u %23s %23s %23s %23s %23s %23s", variant, &depth,
                   wanted[0], wanted[1], wanted[2], wanted[3], wanted[4], wanted[5]) != 8)
            continue;
        if (depth > test_size(4, 5, 6))
            continue;
        check_tree(strcmp(variant, "-") ? variant : "", depth, (const char(*)[24])wanted);
        checked++;
    }
    fclose(in);
    assert_true(checked >= 4);
}

/* ---- sizes ------------------------------------------------------------------------ */

static uint64_t counted(const struct count_report *report, const char *set,
                        const char *subset)
{
    for (unsigned i = 0; i < report->entries; i++)
        if (strcmp(report->entry[i].set, set) == 0 &&
            strcmp(report->entry[i].subset, subset) == 0)
            return report->entry[i].positions;
    fail_msg("no count of %s %s", set, subset);
    return 0;
}

static void sizes_of_the_layers(void **state)
{
    (void)state;
    static const struct {
        const char *layer;
        uint64_t boards, entries; /* entries: both sides to move */
    } known[] = {
        {"hands=0,0", 21300428800, 5341577216},
        {"hands=1,0", 9128755200, 2289721344},
        {"hands=1,1", 3347210240, 840028160},
        {"hands=3,0", 1046003200, 262743040},
        {"hands=0,4", 276883200, 69672960},
        {"hands=2,3", 61529600, 15525120},
        {"hands=5,1", 11334400, 2876800},
        {"hands=5,2", 1700160, 436096},
        {"hands=4,4", 202400, 53312},
        {"hands=4,5", 18400, 5104},
        {"hands=5,5", 1200, 392},
    };
    struct variant v;
    struct run run = {.memory = budget_make(0), .threads = 1};
    struct count_report report = {0};
    open_variant("", &v);
    assert_int_equal(v.game->count(&v, &run, &report, &err), CODE_OK);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_int_equal(counted(&report, "all", known[i].layer), 2 * known[i].boards);
        assert_int_equal(counted(&report, "entries", known[i].layer), known[i].entries);
    }
    assert_int_equal(counted(&report, "all", ""), v.positions);
    assert_int_equal(counted(&report, "entries", ""), v.slots);
    assert_int_equal(counted(&report, "unique", "hands=5,6"), 6);
    count_free(&report);
    registry_close(&v);
}

static void the_reach_of_a_lone_piece(void **state)
{
    (void)state;
    static const unsigned reach[2][YON_CELLS] = {
        {3, 5, 7, 5, 3, 5, 8, 8, 8, 5, 7, 8, 8, 8, 7, 5, 8, 8, 8, 5, 3, 5, 7, 5, 3},
        {3, 7, 5, 7, 3, 7, 8, 10, 8, 7, 5, 10, 8, 10, 5, 7, 8, 10, 8, 7, 3, 7, 5, 7, 3},
    };
    struct yon_board b;
    assert_int_equal(yon_board_make("", &b, &err), CODE_OK);
    for (unsigned colour = 0; colour < 2; colour++)
        for (unsigned cell = 0; cell < YON_CELLS; cell++)
            assert_int_equal(
                __builtin_popcount(yon_targets(&b, cell, colour, (uint32_t)1 << cell)),
                reach[colour][cell]);
}

/* ---- one rule each ---------------------------------------------------------------- */

/* How the ply ends the game for the opponent. */
static enum ending after(const char *variant, const char *position, const char *ply)
{
    struct variant v;
    struct move m;
    struct position next;
    open_variant(variant, &v);
    struct position p = at(&v, position);
    if (game_parse_move(&v, &p, ply, &m, &err) != CODE_OK)
        fail_msg("%s", err.text);
    enum ending ending = v.game->play(&v, &p, m, &next);
    registry_close(&v);
    return ending;
}

static bool legal(const char *position, const char *ply)
{
    struct variant v;
    struct move m;
    open_variant("", &v);
    struct position p = at(&v, position);
    bool found = game_parse_move(&v, &p, ply, &m, &err) == CODE_OK;
    registry_close(&v);
    return found;
}

/* The rest of the pieces is in hand; that changes nothing in what a move does. */
static void rules_one_by_one(void **state)
{
    (void)state;
    const char *turn = "BWW../....B/...../...../..... B 4 4";
    assert_int_equal(after("", turn, "2e-1d"), ENDS_LOSS); /* two turn: four */
    assert_int_equal(after("arrival", turn, "2e-1d"), ENDS_LOSS);
    const char *five = "BWWW./....B/...../...../..... B 4 3";
    assert_int_equal(after("", five, "2e-1e"), ENDS_WIN); /* three turn: five */
    assert_false(legal(five, "2e-1d"));
    assert_int_equal(after("", "BBB../....B/...../...../..... B 4 4", "2e-1d"),
                     ENDS_LOSS);
    const char *gap = "BBB.B/....B/...../...../..... B 4 3";
    assert_int_equal(after("", gap, "2e-1d"), ENDS_WIN);
    assert_int_equal(after("", gap, "2e-3e"), GOES_ON);
    /* A placement decides nothing; only in one reading five lose. */
    assert_int_equal(after("", "BBB../...../...../...../..... B 5 4", "1d"), GOES_ON);
    assert_int_equal(after("", "BBB.B/...../...../...../..... B 4 4", "1d"), GOES_ON);
    assert_int_equal(after("five", "BBB.B/...../...../...../..... B 4 4", "1d"),
                     ENDS_WIN);
    /* An old line does not count for a move elsewhere, unless every line does. */
    const char *old = "BBBB./...../...../...../B.... B 4 3";
    assert_int_equal(after("", old, "5a-5b"), GOES_ON);
    assert_int_equal(after("any", old, "5a-5b"), ENDS_LOSS);
    assert_int_equal(after("", "BBBBB/...../...../...../..... B 4 3", "1e-2e"), GOES_ON);
    assert_int_equal(after("any", "BBBBB/...../...../...../..... B 4 3", "1e-2e"),
                     ENDS_LOSS);
    /* A line of turned pieces that does not contain the arrival cell. */
    const char *turned = ".B.../BW.../.B.B./.B.../..... B 3 3";
    assert_int_equal(after("", turned, "3d-2c"), ENDS_LOSS);
    assert_int_equal(after("arrival", turned, "3d-2c"), GOES_ON);
    assert_int_equal(after("any", turned, "3d-2c"), ENDS_LOSS);
    /* Slides: along own cells, not through the neutral middle, not over pieces. */
    assert_true(legal("..B../...../...../...../....W B 5 5", "1c-3a"));
    assert_false(legal("...../.B.../...../...../....W B 5 5", "2b-4d"));
    assert_true(legal("...../.B.../...../...../....W B 5 5", "2b-3c"));
    assert_false(legal("..B../.W.../...../...../..... B 5 5", "1c-3a"));
}

static void a_player_without_a_ply_loses(void **state)
{
    (void)state;
    struct variant v;
    open_variant("2", &v);
    struct position p = at(&v, "WWWW./...../...../...../..... B 0 0");
    assert_int_equal(v.game->ending(&v, &p), ENDS_LOSS);
    p = at(&v, "WWWW./...../...../...../..... W 0 0");
    assert_int_equal(v.game->ending(&v, &p), GOES_ON);
    registry_close(&v);
}

static void positions_that_cannot_be(void **state)
{
    (void)state;
    static const char *const text[] = {
        "...../...../...../...../..... W 6 6", /* blue begins */
        "...../...../...../...../....W W 5 6", /* with a piece of its own */
        "...../...../...../...../....B B 5 6", /* then white */
        "...../...../...../...../....B W 6 5",
        "...../...../...../...../...BB B 5 4", /* eleven pieces */
        "...../...../...../...../..... B 6 7",
        "...../...../...../..../..... B 6 6",
    };
    struct variant v;
    struct position p;
    open_variant("", &v);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        assert_int_equal(v.game->parse(&v, text[i], &p, &err), CODE_USAGE);
    registry_close(&v);
    assert_int_equal(registry_open("yonmoque:bishop-any", &v, &err), CODE_USAGE);
    assert_int_equal(registry_open("yonmoque:7", &v, &err), CODE_USAGE);
    assert_int_equal(registry_open("yonmoque:2x2-3", &v, &err), CODE_USAGE);
    assert_int_equal(registry_open("yonmoque:5x5-6", &v, &err), CODE_OK);
    assert_string_equal(v.name, "yonmoque");
    registry_close(&v);
}

/* The published tables as they are kept here: entries by opening, no cell twice. */
static unsigned entries(const struct yon_published *row, const char *opening)
{
    unsigned n = 0;
    for (; row->before; row++) {
        if (strncmp(row->before, opening, 2) != 0)
            continue;
        for (const char *at = row->listed; at; at = strchr(at, ' ')) {
            at += *at == ' ';
            n++;
            char cell[3] = {at[0], at[1], '\0'};
            assert_null(strstr(row->before, cell));
            assert_null(strstr(at + 2, cell));
        }
    }
    return n;
}

static void published_tables_are_complete(void **state)
{
    (void)state;
    assert_int_equal(entries(yon_published_thirds, "1a"), 142);
    assert_int_equal(entries(yon_published_thirds, "1b"), 344);
    assert_int_equal(entries(yon_published_thirds, "2c"), 134);
    assert_int_equal(entries(yon_published_thirds, "3c"), 36);
    assert_int_equal(entries(yon_published_fourths, "2b"), 128);
    assert_int_equal(entries(yon_published_fourths, "1c"), 165);
    struct variant v;
    struct paper *paper;
    open_variant("2", &v);
    assert_int_equal(paper_make(&v, NULL, NULL, &paper, &err), CODE_USAGE);
    registry_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plies_from_the_start),
        cmocka_unit_test(sizes_of_the_layers),
        cmocka_unit_test(the_reach_of_a_lone_piece),
        cmocka_unit_test(rules_one_by_one),
        cmocka_unit_test(a_player_without_a_ply_loses),
        cmocka_unit_test(positions_that_cannot_be),
        cmocka_unit_test(published_tables_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
