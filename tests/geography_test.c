/* SPDX-License-Identifier: MIT
 *
 * Geography: the solver agrees with a search that does nothing but move the token, on
 * random graphs of all densities; labels are right whatever was visited; limits hold.
 */
#define _GNU_SOURCE
#include "fixture.h"
#include "solve/geography.h"

enum { NODES = 14, EDGES = 64 };

struct graph {
    struct geography g;
    uint32_t first[NODES + 1], to[EDGES];
    uint8_t side[NODES], won[NODES];
};

static void make(struct graph *x, uint64_t *seed)
{
    uint32_t nodes = 2 + (uint32_t)(fixture_random(seed) % (NODES - 1)), edges = 0;
    uint32_t density = 1 + (uint32_t)(fixture_random(seed) % 4);
    uint32_t exits = (uint32_t)(fixture_random(seed) % 4);
    for (uint32_t i = 0; i < nodes; i++) {
        x->side[i] = (uint8_t)(i % 2);
        x->won[i] = exits == 0 && fixture_random(seed) % 8 == 0;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        x->first[i] = edges;
        for (uint32_t j = (i + 1) % 2; j < nodes; j += 2)
            if (edges < EDGES && fixture_random(seed) % nodes < density)
                x->to[edges++] = j;
    }
    x->first[nodes] = edges;
    x->g = (struct geography){nodes, x->first, x->to, x->side, x->won};
}

/* The rules and nothing else. */
static bool wins(const struct geography *g, uint32_t at, uint32_t visited)
{
    if (g->won[at])
        return true;
    visited |= (uint32_t)1 << at;
    for (uint32_t e = g->first[at]; e < g->first[at + 1]; e++)
        if (!(visited >> g->to[e] & 1) && !wins(g, g->to[e], visited))
            return true;
    return false;
}

static struct geography_report solve(const struct geography *g, uint32_t start,
                                     uint64_t limit, uint8_t *label)
{
    struct run run = fixture_run(1);
    struct geography_report report = {.label = label};
    struct error err;
    if (geography_solve(g, start, limit, &run, &report, &err) != CODE_OK)
        fail_msg("%s", err.text);
    return report;
}

static void agrees_with_moving_the_token(void **state)
{
    (void)state;
    uint64_t seed = 1, searched = 0, matched = 0, values[3] = {0};
    for (uint64_t i = 0; i < test_size(3000, 60000, 2000000); i++) {
        struct graph x;
        make(&x, &seed);
        for (uint32_t start = 0; start < 2; start++) {
            struct geography_report r = solve(&x.g, start, 0, NULL);
            bool won = wins(&x.g, start, 0);
            if (r.value != (won ? GEOGRAPHY_WON : GEOGRAPHY_LOST))
                fail_msg("graph %llu from %u: %d", (unsigned long long)i, start,
                         (int)r.value);
            searched += r.searched;
            matched += r.matched;
            values[r.value]++;
        }
    }
    assert_true(searched > 20 && matched > 200);
    assert_true(values[GEOGRAPHY_WON] > 200 && values[GEOGRAPHY_LOST] > 200);
}

/* What is labelled has this value also after any walk over open nodes. */
static void labels_hold_after_any_walk(void **state)
{
    (void)state;
    uint64_t seed = 2, compared = 0;
    for (uint64_t i = 0; i < test_size(2000, 20000, 500000); i++) {
        struct graph x;
        uint8_t label[NODES];
        make(&x, &seed);
        solve(&x.g, 0, 0, label);
        uint32_t at = 0, visited = 0;
        while (label[at] == GEOGRAPHY_UNKNOWN) {
            uint32_t choice[EDGES], choices = 0;
            visited |= (uint32_t)1 << at;
            for (uint32_t e = x.first[at]; e < x.first[at + 1]; e++)
                if (!(visited >> x.to[e] & 1))
                    choice[choices++] = x.to[e];
            if (!choices)
                break;
            at = choice[fixture_random(&seed) % choices];
        }
        if (label[at] == GEOGRAPHY_UNKNOWN)
            continue;
        assert_int_equal(wins(&x.g, at, visited), label[at] == GEOGRAPHY_WON);
        compared++;
    }
    assert_true(compared > 100);
}

static void a_limit_leaves_it_open(void **state)
{
    (void)state;
    uint64_t seed = 3, open = 0;
    for (uint64_t i = 0; i < test_size(3000, 20000, 20000); i++) {
        struct graph x;
        make(&x, &seed);
        struct geography_report all = solve(&x.g, 0, 0, NULL), one;
        if (all.searched < 2)
            continue;
        one = solve(&x.g, 0, 1, NULL);
        assert_true(one.value == GEOGRAPHY_UNKNOWN || one.value == all.value);
        assert_true(one.searched <= 1);
        open += one.value == GEOGRAPHY_UNKNOWN;
    }
    assert_true(open > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_moving_the_token),
        cmocka_unit_test(labels_hold_after_any_walk),
        cmocka_unit_test(a_limit_leaves_it_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
