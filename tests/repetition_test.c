/* SPDX-License-Identifier: MIT
 *
 * Values under the rule against repetition: on random games of few positions, in parts,
 * what the table and query/repetition.h say is what a search finds that knows only the
 * rules and the positions seen so far. So wins and losses of the table stand, too.
 */
#define _GNU_SOURCE
#include "fixture.h"
#include "query/repetition.h"

enum { NODES = 15, PARTS = 3, DEGREE = 3 };

static char folder[128];

struct maze {
    uint8_t ending[NODES], degree[NODES], next[NODES][DEGREE];
    uint64_t first[PARTS + 1];
};

static uint64_t rank(const struct variant *v, const struct position *p)
{
    (void)v;
    return p->byte[0];
}

static void unrank(const struct variant *v, uint64_t number, struct position *out)
{
    (void)v;
    memset(out, 0, sizeof *out);
    out->byte[0] = (unsigned char)number;
}

static void initial(const struct variant *v, struct position *out)
{
    unrank(v, v->positions - 1, out);
}

static enum ending ending(const struct variant *v, const struct position *p)
{
    const struct maze *m = v->tables;
    return (enum ending)m->ending[p->byte[0]];
}

static unsigned moves(const struct variant *v, const struct position *p,
                      struct move out[GAME_MOVES])
{
    const struct maze *m = v->tables;
    for (unsigned i = 0; i < m->degree[p->byte[0]]; i++)
        out[i].code = i;
    return m->degree[p->byte[0]];
}

static enum ending play(const struct variant *v, const struct position *p, struct move m,
                        struct position *next)
{
    const struct maze *maze = v->tables;
    unrank(v, maze->next[p->byte[0]][m.code], next);
    return ending(v, next);
}

static unsigned parts(const struct variant *v)
{
    (void)v;
    return PARTS;
}

static void part(const struct variant *v, unsigned i, struct part *out)
{
    const struct maze *m = v->tables;
    *out = (struct part){.first = m->first[i], .count = m->first[i + 1] - m->first[i]};
}

static unsigned part_needs(const struct variant *v, unsigned i, unsigned out[GAME_NEEDS])
{
    (void)v;
    for (unsigned n = 0; n < i; n++)
        out[n] = n;
    return i;
}

static const struct game maze_game = {.name = "maze",
                                      .title = "Maze",
                                      .initial = initial,
                                      .ending = ending,
                                      .moves = moves,
                                      .play = play,
                                      .rank = rank,
                                      .unrank = unrank,
                                      .parts = parts,
                                      .part = part,
                                      .part_needs = part_needs};

/* Odd nodes belong to one side, even ones to the other; edges stay in the part or lead to
 * an earlier one. */
static struct variant draw_maze(struct maze *m, uint64_t *seed)
{
    unsigned ends = (unsigned)(fixture_random(seed) % 3);
    *m = (struct maze){.first = {0, 3 + fixture_random(seed) % 3, 0, NODES}};
    m->first[2] = m->first[1] + 4 + fixture_random(seed) % 2;
    for (unsigned p = 0, n = 0; p < PARTS; p++)
        for (; n < m->first[p + 1]; n++) {
            uint64_t kind = fixture_random(seed) % 20;
            m->ending[n] = kind < ends ? ENDS_LOSS : kind == 19 ? ENDS_WIN : GOES_ON;
            unsigned wanted = (unsigned)(1 + fixture_random(seed) % DEGREE);
            for (unsigned i = 0; i < wanted && m->ending[n] == GOES_ON; i++) {
                unsigned from = fixture_random(seed) % 4 ? (unsigned)m->first[p] : 0;
                unsigned to =
                    from + (unsigned)(fixture_random(seed) % (m->first[p + 1] - from));
                if (to % 2 != n % 2)
                    m->next[n][m->degree[n]++] = (uint8_t)to;
            }
            if (m->degree[n] == 0 && m->ending[n] == GOES_ON)
                m->ending[n] = ENDS_LOSS; /* who has no ply loses */
        }
    return (struct variant){.game = &maze_game,
                            .name = "maze",
                            .summary = "for tests",
                            .positions = NODES,
                            .slots = NODES,
                            .span = 1,
                            .tables = m};
}

/* The rules and the positions seen, nothing else. */
static bool wins(const struct maze *m, unsigned at, uint32_t seen)
{
    if (m->ending[at] != GOES_ON)
        return m->ending[at] == ENDS_WIN;
    seen |= (uint32_t)1 << at;
    for (unsigned i = 0; i < m->degree[at]; i++)
        if (!(seen >> m->next[at][i] & 1) && !wins(m, m->next[at][i], seen))
            return true;
    return false;
}

static void compare(const struct variant *v, struct table *t, uint64_t found[3])
{
    struct run run = fixture_run(1);
    struct repetition *r;
    struct error err;
    assert_int_equal(repetition_open(v, t, &run, 0, &r, &err), CODE_OK);
    for (unsigned n = NODES; n-- > 0;) {
        struct position p;
        enum value value;
        bool by_rule;
        unrank(v, n, &p);
        if (repetition_value(r, &p, &value, &by_rule, &err) != CODE_OK)
            fail_msg("%s", err.text);
        if (value != (wins(v->tables, n, 0) ? VALUE_WIN : VALUE_LOSS))
            fail_msg("node %u: %d, %s", n, (int)value, by_rule ? "rule" : "table");
        found[by_rule ? value : 0]++;
    }
    repetition_close(r);
}

static void agrees_with_the_rules_alone(void **state)
{
    (void)state;
    uint64_t seed = 1, found[3] = {0};
    char path[256];
    snprintf(path, sizeof path, "%s/maze.hissho", folder);
    for (uint64_t i = 0; i < test_size(500, 1500, 30000); i++) {
        struct maze m;
        struct variant v = draw_maze(&m, &seed);
        struct table *t;
        struct error err;
        uint16_t *codes = fixture_solve(&v, "naive", 1);
        fixture_write(path, &v, codes, 1);
        if (table_open(path, &v, &t, &err) != CODE_OK)
            fail_msg("%s", err.text);
        compare(&v, t, found);
        table_close(t);
        free(codes);
    }
    assert_true(found[0] > 500); /* by the table */
    assert_true(found[VALUE_WIN] > 100 && found[VALUE_LOSS] > 100);
}

static void refuses_other_games(void **state)
{
    (void)state;
    struct variant v = fixture_open("musashi:3x3");
    struct run run = fixture_run(1);
    struct repetition *r;
    struct error err;
    assert_int_equal(repetition_open(&v, NULL, &run, 0, &r, &err), CODE_USAGE);
    registry_close(&v);
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%s", fixture_folder());
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    fixture_remove(folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_rules_alone),
        cmocka_unit_test(refuses_other_games),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
