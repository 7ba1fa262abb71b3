/* SPDX-License-Identifier: MIT
 *
 * Position sets; see sets.h. Mirror classes are (members + self-mirror members) / 2, and
 * the self-mirror members are a problem of their own: half of the columns, those with a
 * mirror image taken twice.
 */
#include "games/nocca/sets.h"

#include "games/nocca/rules.h"
#include "zdd/zdd.h"

#include <stdio.h>

/* What each stack adds to the counters. */
static const uint8_t whites[NOCCA_STATES] = {0, 1, 0, 2, 1, 1, 0, 3, 2, 2, 2, 1, 1, 1, 0};
static const uint8_t blacks[NOCCA_STATES] = {0, 0, 1, 0, 1, 1, 2, 0, 1, 1, 1, 2, 2, 2, 3};
static const uint8_t white_top[NOCCA_STATES] = {0, 1, 0, 1, 0, 1, 0, 1,
                                                0, 1, 1, 0, 0, 1, 0};
static const uint8_t black_top[NOCCA_STATES] = {0, 0, 1, 0, 1, 0, 1, 0,
                                                1, 0, 0, 1, 1, 0, 1};
static const uint8_t threes[NOCCA_STATES] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
static const uint8_t twos[NOCCA_STATES] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0};

static void add(struct nocca_problem *p, const uint8_t *counter, unsigned least,
                unsigned most)
{
    p->counters.counter[p->counters.counters++] =
        (struct zdd_counter){counter, (uint8_t)least, (uint8_t)most};
}

void nocca_declare(struct nocca_problem *p, unsigned rows, unsigned columns,
                   enum nocca_set set)
{
    *p = (struct nocca_problem){.columns = columns};
    add(p, whites, columns, columns);
    add(p, blacks, columns, columns);
    if (set == NOCCA_P) {
        add(p, white_top, 1, ZDD_ANY);
        add(p, black_top, 1, ZDD_ANY);
    }
    p->problem = zdd_count_problem(rows * columns, NOCCA_STATES, &p->counters);
}

static uint64_t take_with_image(const void *context, unsigned cell, unsigned state,
                                uint64_t carried)
{
    const struct nocca_problem *p = context;
    unsigned half = (p->columns + 1) / 2;
    bool middle = p->columns % 2 == 1 && cell % half == half - 1;
    carried = p->problem.take(&p->counters, cell, state, carried);
    if (!middle && carried != ZDD_DEAD)
        carried = p->problem.take(&p->counters, cell, state, carried);
    return carried;
}

static bool accept(const void *context, uint64_t carried)
{
    const struct nocca_problem *p = context;
    return p->problem.accept(&p->counters, carried);
}

/* The boards of p that equal their mirror image. */
static struct zdd_problem self_mirror(const struct nocca_problem *p)
{
    return (struct zdd_problem){
        .cells = p->problem.cells / p->columns * ((p->columns + 1) / 2),
        .states = NOCCA_STATES,
        .context = p,
        .take = take_with_image,
        .accept = accept,
    };
}

/* Members of a problem; none is fine here. */
static enum code members(const struct zdd_problem *problem, uint64_t *count,
                         struct error *err)
{
    struct zdd z;
    struct error empty;
    *count = 0;
    enum code code = zdd_build(problem, ZDD_REDUCED, &z, &empty);
    if (code == CODE_USAGE)
        return CODE_OK;
    if (code == CODE_OK)
        code = zdd_numbered(&z, err);
    else
        error_set(err, code, "%s", empty.text);
    *count = z.count;
    zdd_free(&z);
    return code;
}

static enum code count_profiles(unsigned rows, unsigned columns,
                                struct count_report *report, struct error *err)
{
    unsigned pieces = 2 * columns;
    for (unsigned three = pieces / 3 + 1; three-- > 0;)
        for (unsigned two = (pieces - 3 * three) / 2 + 1; two-- > 0;) {
            struct nocca_problem p;
            nocca_declare(&p, rows, columns, NOCCA_P);
            add(&p, threes, three, three);
            add(&p, twos, two, two);
            uint64_t count;
            TRY(members(&p.problem, &count, err));
            if (count == 0)
                continue;
            char name[48];
            snprintf(name, sizeof name, "%u-%u-%u", three, two,
                     pieces - 3 * three - 2 * two);
            TRY(count_add(report, "pseudo-reachable", name, count, err));
        }
    return CODE_OK;
}

enum code nocca_count(unsigned rows, unsigned columns, struct count_report *report,
                      struct error *err)
{
    uint64_t count[2], mirror[2], seen;
    struct nocca_problem p;
    for (int set = NOCCA_ALL; set <= NOCCA_P; set++) {
        nocca_declare(&p, rows, columns, (enum nocca_set)set);
        TRY(members(&p.problem, &count[set], err));
        struct zdd_problem half = self_mirror(&p);
        TRY(members(&half, &mirror[set], err));
    }
    nocca_declare(&p, rows, columns, NOCCA_ALL);
    add(&p, black_top, 1, ZDD_ANY);
    TRY(members(&p.problem, &seen, err));

    TRY(count_add(report, "all", NULL, count[NOCCA_ALL], err));
    TRY(count_add(report, "pseudo-reachable", NULL, count[NOCCA_P], err));
    TRY(count_profiles(rows, columns, report, err));
    TRY(count_add(report, "unique", NULL, (count[NOCCA_P] + mirror[NOCCA_P]) / 2, err));
    TRY(count_add(report, "self-mirror", NULL, mirror[NOCCA_P], err));
    TRY(count_add(report, "all-unique", NULL, (count[NOCCA_ALL] + mirror[NOCCA_ALL]) / 2,
                  err));
    TRY(count_add(report, "all-self-mirror", NULL, mirror[NOCCA_ALL], err));
    return count_add(report, "no-black-visible", NULL, count[NOCCA_ALL] - seen, err);
}
