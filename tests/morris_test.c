/* SPDX-License-Identifier: MIT
 *
 * N men's morris against what is published (data/morris-counts.txt): every subset by
 * direct counting; for N = 3, 5, 6, 7, and in long runs for all N, once more by going
 * through all positions in order, which also gives the second diagram and its size.
 */
#define _GNU_SOURCE
#include "games/morris/counts.h"
#include "games/morris/diagrams.h"
#include "games/morris/hitting.h"
#include "games/morris/numbers.h"
#include "games/morris/unique.h"
#include "games/registry.h"
#include "index/compile.h"
#include "zdd/stream.h"

#include "test_size.h"

#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

static struct error err;

static void board(struct morris_board *b, unsigned men)
{
    assert_true(morris_board_make(b, men));
}

static struct run a_run(void)
{
    return (struct run){.memory = budget_make((uint64_t)16 << 30), .threads = 1};
}

/* ---- boards ---- */

/* Takeda (2020): points, symmetries, mills, edges of the boards. */
static void the_boards(void **state)
{
    (void)state;
    static const unsigned wanted[MORRIS_GAMES][5] = {
        {9, 8, 8, 16, 8},    {16, 16, 8, 20, 16},  {16, 16, 8, 20, 16},
        {17, 8, 14, 24, 8},  {24, 16, 16, 32, 48}, {24, 16, 20, 40, 48},
        {24, 16, 20, 40, 48}};
    for (unsigned i = 0; i < MORRIS_GAMES; i++) {
        struct morris_board b;
        board(&b, morris_men[i]);
        assert_int_equal(b.points, wanted[i][0]);
        assert_int_equal(b.ops, wanted[i][1]);
        assert_int_equal(b.mills, wanted[i][2]);
        assert_int_equal(b.edges, wanted[i][3]);
        assert_int_equal(b.all_ops, wanted[i][4]);
    }
    struct morris_board none;
    assert_false(morris_board_make(&none, 4));
}

/* The operations of the board map mills to mills and neighbours to neighbours; those of
 * flying men only the mills. */
static void operations_keep_the_board(void **state)
{
    (void)state;
    for (unsigned n = 0; n < MORRIS_GAMES; n++) {
        struct morris_board b;
        board(&b, morris_men[n]);
        for (unsigned k = 0; k < b.all_ops; k++) {
            for (unsigned i = 0; i < b.mills; i++) {
                bool found = false;
                for (unsigned j = 0; j < b.mills; j++)
                    found |= morris_image(&b, k, b.mill[i]) == b.mill[j];
                assert_true(found);
            }
            for (unsigned i = 0; i < b.points && k < b.ops; i++)
                assert_int_equal(morris_image(&b, k, b.near[b.op[k][i]]), b.near[i]);
        }
    }
}

static uint32_t set_of(const struct morris_board *b, const char *points)
{
    uint32_t set = 0;
    for (int n, used; sscanf(points, "%d%n", &n, &used) == 1; points += used)
        set |= morris_bit(b, (unsigned)n);
    return set;
}

static void hitting_numbers(void **state)
{
    (void)state;
    struct morris_board b;
    uint8_t *f;
    board(&b, 9);
    assert_int_equal(morris_hitting(&b, &f, &err), CODE_OK);
    assert_int_equal(f[set_of(&b, "0 1 3 4")], 0);
    assert_int_equal(f[set_of(&b, "0 1 2 3 4")], 1);       /* two crossing mills */
    assert_int_equal(f[set_of(&b, "0 1 2 4 5 6")], 2);     /* two disjoint ones */
    assert_int_equal(f[set_of(&b, "0 1 2 3 4 5 6 7")], 2); /* a full ring */
    assert_int_equal(f[set_of(&b, "0 1 2 7 6 9 17 3 4")],
                     3); /* a mill crossed three times */
    unsigned largest = 0;
    for (uint32_t s = 0; s >> b.points == 0; s++)
        if (__builtin_popcount(s) <= MORRIS_MEN && f[s] > largest)
            largest = f[s];
    assert_int_equal(largest, 4);
    free(f);
}

/* ---- counts ---- */

struct row {
    char game[8], subset[8];
    unsigned long long positions;
};

static bool next_row(FILE *in, struct row *row)
{
    char line[256];
    while (fgets(line, sizeof line, in))
        if (line[0] != '#' && line[0] != '\n') {
            assert_int_equal(
                sscanf(line, "%7s %7s %llu", row->game, row->subset, &row->positions), 3);
            return true;
        }
    return false;
}

static void check_row(const struct row *row, const struct morris_counts *counts)
{
    unsigned x, y;
    if (strcmp(row->subset, "total") == 0) {
        assert_int_equal(morris_total(counts), row->positions);
        return;
    }
    assert_int_equal(sscanf(row->subset, "%u-%u", &x, &y), 2);
    if (morris_subset(counts, x, y) != row->positions)
        fail_msg("morris:%s %s: %llu, published %llu", row->game, row->subset,
                 (unsigned long long)morris_subset(counts, x, y), row->positions);
}

static void every_published_row(void **state)
{
    (void)state;
    FILE *in = fopen(TEST_DATA "/morris-counts.txt", "r");
    assert_non_null(in);
    struct morris_counts counts;
    struct row row;
    char game[8] = "";
    unsigned rows = 0, most = (unsigned)test_size(7, 12, 12);
    while (next_row(in, &row)) {
        unsigned men = (unsigned)atoi(row.game);
        if (men > most)
            continue;
        if (strcmp(game, row.game) != 0) {
            struct morris_board b;
            strcpy(game, row.game);
            board(&b, men);
            bool any = strstr(game, "any") != NULL;
            assert_int_equal(morris_count_direct(&b, any, &counts, &err), CODE_OK);
        }
        check_row(&row, &counts);
        rows++;
    }
    assert_int_equal(rows, most == 12 ? 167 : 36);
    fclose(in);
}

/* ---- the second diagram ---- */

/* Nodes are inner nodes and one leaf. Takeda (2020), Table 11: 46,605 and 90,320 for N
 * = 5, 6; 99,007,445, 132,020,141 and, without the condition on mills, 68,811,597 for
 * N = 9, 11, 12. Printed for N = 3 and 7: 119 and 238,334. The first belongs to
 * another order of the points, the second to the family with the odd 3-3 part. */
struct second {
    unsigned men;
    bool any;
    uint64_t nodes;
};

static void check_second(const struct second *wanted)
{
    struct morris_board b;
    struct morris_counts streamed, direct;
    struct zdd z;
    struct run run = a_run();
    const struct morris_unique_options options = {.any = wanted->any};
    board(&b, wanted->men);
    if (morris_unique(&b, &options, &run, &z, &streamed, &err) != CODE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(morris_count_direct(&b, wanted->any, &direct, &err), CODE_OK);
    assert_memory_equal(&streamed, &direct, sizeof direct);
    assert_int_equal(z.count, morris_total(&direct));
    if (wanted->nodes)
        assert_int_equal(z.nodes - ZDD_LEAVES + 1, wanted->nodes);
    printf("  morris:%u%s: %llu nodes\n", wanted->men, wanted->any ? " any mills" : "",
           (unsigned long long)(z.nodes - ZDD_LEAVES + 1));
    zdd_free(&z);
}

static void small_second_diagrams(void **state)
{
    (void)state;
    static const struct second wanted[] = {{3, false, 117},
                                           {5, false, 46605},
                                           {6, false, 90320},
                                           {7, false, 237433},
                                           {5, true, 0}};
    for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; i++)
        check_second(&wanted[i]);
}

static void large_second_diagrams(void **state)
{
    (void)state;
    static const struct second wanted[] = {{9, false, 99007445},
                                           {11, false, 132020141},
                                           {12, true, 68811597},
                                           {12, false, 106408394}};
    for (unsigned i = 0; i < test_size(0, 0, 4); i++)
        check_second(&wanted[i]);
}

/* Starting the ring of the smallest board at a side midpoint gives the printed 119. */
static void the_printed_size_for_three_men(void **state)
{
    (void)state;
    static const uint8_t order[9] = {1, 2, 3, 4, 5, 6, 7, 0, 8}; /* new point -> old */
    struct morris_board b;
    struct morris_problem p;
    struct cell_index x;
    struct zdd_stream *s = calloc(1, sizeof *s);
    struct zdd z;
    board(&b, 3);
    morris_declare(&p, &b);
    uint8_t *f;
    assert_int_equal(morris_hitting(&b, &f, &err), CODE_OK);
    assert_int_equal(cell_index_compile(&p.problem, &x, &err), CODE_OK);
    assert_int_equal(zdd_stream_start(s, 11, UINT64_MAX, &err), CODE_OK);
    for (uint64_t n = 0; n < 1680; n++) {
        uint8_t turned[9], state_of[9];
        uint32_t men[2] = {0, 0};
        cell_index_unrank(&x, n, turned);
        for (unsigned i = 0; i < 9; i++)
            state_of[order[i]] = turned[i];
        for (unsigned i = 0; i < 9; i++)
            if (state_of[i] != MORRIS_EMPTY)
                men[state_of[i]] |= morris_bit(&b, i);
        bool least = f[men[0]] == 0 && f[men[1]] == 0;
        for (unsigned k = 1; k < b.ops && least; k++) {
            uint8_t image[9];
            for (unsigned i = 0; i < 9; i++)
                image[i] = state_of[b.op[k][order[i]]];
            least = cell_index_rank(&x, image) >= n;
        }
        assert_int_equal(zdd_stream_add(s, least, 1, &err), CODE_OK);
    }
    assert_int_equal(zdd_stream_finish(s, &z, &err), CODE_OK);
    assert_int_equal(z.count, 183);
    assert_int_equal(z.nodes - ZDD_LEAVES + 1, 119);
    zdd_free(&z);
    zdd_stream_free(s);
    free(s);
    free(f);
    cell_index_free(&x);
}

enum { UNIQUE = 2 };

static void a_minimal_perfect_hash(void **state)
{
    (void)state;
    struct morris_board b;
    struct zdd z;
    struct run run = a_run();
    board(&b, 5);
    assert_int_equal(morris_build_diagram(&b, UNIQUE, &run, NULL, &z, &err), CODE_OK);
    for (uint64_t n = 0; n < z.count; n += test_size(1009, 101, 1)) {
        struct morris_position p, image;
        uint64_t back;
        assert_int_equal(morris_diagram_unrank(&b, UNIQUE, &z, n, &p, &err), CODE_OK);
        for (unsigned k = 0; k < b.ops; k++) {
            image = p;
            image.men[0] = morris_image(&b, k, p.men[0]);
            image.men[1] = morris_image(&b, k, p.men[1]);
            assert_int_equal(morris_diagram_rank(&b, UNIQUE, &z, &image, &back, &err),
                             CODE_OK);
            assert_int_equal(back, n);
        }
    }
    struct morris_position p = {.side = 0};
    uint64_t n;
    assert_int_equal(morris_diagram_unrank(&b, UNIQUE, &z, z.count, &p, &err),
                     CODE_USAGE);
    p.men[0] = set_of(&b, "0 1 2 3 4"); /* a mill, but black has lost nobody */
    p.men[1] = set_of(&b, "8 9 11 13 14");
    assert_int_equal(morris_diagram_rank(&b, UNIQUE, &z, &p, &n, &err), CODE_USAGE);
    p.men[1] = set_of(&b, "8 9 11 13");
    assert_int_equal(morris_diagram_rank(&b, UNIQUE, &z, &p, &n, &err), CODE_OK);
    p.men[1] = set_of(&b, "8 9");
    assert_int_equal(morris_diagram_rank(&b, UNIQUE, &z, &p, &n, &err), CODE_USAGE);
    p.men[1] = set_of(&b, "8 9 11 13");
    p.hand[0] = p.hand[1] = 1;
    assert_int_equal(morris_diagram_rank(&b, UNIQUE, &z, &p, &n, &err), CODE_USAGE);
    zdd_free(&z);
}

static volatile sig_atomic_t stop;

static void ring(int number)
{
    (void)number;
    stop = 1;
}

/* Interrupted every few milliseconds, the diagram comes out the same. */
static void an_interrupted_stream_goes_on(void **state)
{
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "/tmp/hissho-morris-%ld", (long)getpid());
    struct morris_board b;
    struct morris_counts counts, wanted;
    struct zdd z;
    struct run run = a_run();
    struct morris_unique_options options = {.checkpoint = path, .checkpoint_every = 3600};
    unsigned interruptions = 0;
    board(&b, 7);
    signal(SIGALRM, ring);
    run.stop = &stop;
    enum code code;
    do {
        long wait = 40000 + 20000L * interruptions;
        struct itimerval in = {.it_value = {wait / 1000000, wait % 1000000}};
        stop = 0;
        setitimer(ITIMER_REAL, &in, NULL);
        code = morris_unique(&b, &options, &run, &z, &counts, &err);
        interruptions += code == CODE_INTERRUPTED;
    } while (code == CODE_INTERRUPTED && interruptions < 200);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
    assert_int_equal(code, CODE_OK);
    assert_true(interruptions > 0);
    assert_int_equal(z.nodes - ZDD_LEAVES + 1, 237433);
    assert_int_equal(morris_count_direct(&b, false, &wanted, &err), CODE_OK);
    assert_memory_equal(&counts, &wanted, sizeof wanted);
    zdd_free(&z);

    board(&b, 6); /* another game's checkpoint is refused */
    assert_int_equal(morris_unique(&b, &options, &run, &z, &counts, &err), CODE_DAMAGED);
    unlink(path);
}

/* ---- rules ---- */

static void expect_moves(const char *game, const char *text, const char *wanted)
{
    struct variant v;
    struct position p;
    struct move list[GAME_MOVES];
    char all[2048] = "", name[GAME_TEXT];
    assert_int_equal(registry_open(game, &v, &err), CODE_OK);
    if (v.game->parse(&v, text, &p, &err) != CODE_OK)
        fail_msg("%s", err.text);
    unsigned n = v.game->moves(&v, &p, list);
    for (unsigned i = 0; i < n; i++) {
        v.game->print_move(&v, &p, list[i], name);
        strcat(strcat(all, i ? " " : ""), name);
    }
    assert_string_equal(all, wanted);
    registry_close(&v);
}

static void moves_and_mills(void **state)
{
    (void)state;
    /* sliding; a mill takes a man outside mills */
    expect_moves("morris:5", "WW.W....BBB.B... W 0 0", "0-7 1-2 3-2x12 3-4 3-11");
    /* all opposing men in mills: any of them */
    expect_moves("morris:5", "WW.W....BBB..... W 0 0",
                 "0-7 1-2 3-2x8 3-2x9 3-2x10 3-4 3-11");
    /* placing */
    expect_moves("morris:3", "WW.B.B... W 1 1", "2x3 2x5 4 6 7 8");
    /* three men do not fly in this game ... */
    expect_moves("morris:3", "WW.B.BB.W W 0 0", "0-7 1-2 8-2x3 8-2x5 8-2x6 8-4 8-7");
    /* ... but in this one they go to any of the ten empty points */
    struct variant v;
    struct position p;
    struct move list[GAME_MOVES];
    assert_int_equal(registry_open("morris:7", &v, &err), CODE_OK);
    assert_int_equal(v.game->parse(&v, "W.B.BW..B.W....B. W 0 0", &p, &err), CODE_OK);
    assert_int_equal(v.game->moves(&v, &p, list), 3 * 10);
    registry_close(&v);
}

static void endings(void **state)
{
    (void)state;
    static const struct {
        const char *game, *text;
        enum ending ending;
    } wanted[] = {
        {"morris:3", "WW.B.B... W 1 1", GOES_ON},
        {"morris:3", "WWW..B..B B 0 0", ENDS_LOSS}, /* two men left */
        {"morris:5", "WWWWW..B...B...B B 0 0", GOES_ON},
        {"morris:5", "WBW....B........ W 0 0", ENDS_LOSS},          /* two men left */
        {"morris:12", "WBWBWBWBBWBWBWBWWBWBWBWB W 0 0", ENDS_DRAW}, /* full */
        {"morris:5", "WBWB...B.B...... W 0 0", ENDS_LOSS},
    };
    for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct variant v;
        struct position p;
        assert_int_equal(registry_open(wanted[i].game, &v, &err), CODE_OK);
        if (v.game->parse(&v, wanted[i].text, &p, &err) != CODE_OK)
            fail_msg("%s", err.text);
        if (v.game->ending(&v, &p) != wanted[i].ending)
            fail_msg("%s %s ends differently", wanted[i].game, wanted[i].text);
        registry_close(&v);
    }
}

/* In the moving phase, white to move, ranks are the numbers of the first diagram. */
static void ranks_are_numbers_of_the_first_diagram(void **state)
{
    (void)state;
    struct variant v;
    struct morris_board b;
    struct zdd z;
    struct run run = a_run();
    assert_int_equal(registry_open("morris:9", &v, &err), CODE_OK);
    board(&b, 9);
    assert_int_equal(morris_build_diagram(&b, 0, &run, NULL, &z, &err), CODE_OK);
    assert_int_equal(z.count, 142430121724);
    for (uint64_t n = 0; n < z.count; n += 1 + z.count / 5000) {
        struct position p;
        uint64_t number;
        v.game->unrank(&v, n, &p);
        assert_string_equal(v.game->side(&v, &p), "W");
        assert_int_equal(v.game->diagram_rank(&v, 0, &z, &p, &number, &err), CODE_OK);
        assert_int_equal(number, n);
    }
    zdd_free(&z);
    registry_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_boards),
        cmocka_unit_test(operations_keep_the_board),
        cmocka_unit_test(hitting_numbers),
        cmocka_unit_test(every_published_row),
        cmocka_unit_test(small_second_diagrams),
        cmocka_unit_test(the_printed_size_for_three_men),
        cmocka_unit_test(a_minimal_perfect_hash),
        cmocka_unit_test(an_interrupted_stream_goes_on),
        cmocka_unit_test(moves_and_mills),
        cmocka_unit_test(endings),
        cmocka_unit_test(ranks_are_numbers_of_the_first_diagram),
        cmocka_unit_test(large_second_diagrams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
