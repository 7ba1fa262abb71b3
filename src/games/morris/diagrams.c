/* SPDX-License-Identifier: MIT
 * The diagrams of N men's morris; see diagrams.h. */
#include "games/morris/diagrams.h"

#include "games/morris/numbers.h"
#include "games/morris/unique.h"
#include "index/compile.h"

#include <inttypes.h>
#include <string.h>

enum { CARRIED, REDUCED, UNIQUE, UNIQUE_ANY };

#define PLACEMENTS                                                                       \
    {"positions", "all placements, nodes shared when they carry the same", 1, false},    \
    {                                                                                    \
        "reduced", "all placements, the canonical reduced diagram", 1, false             \
    }
#define UNIQUE_POSITIONS "unique pseudo-reachable positions by their numbers"

static const struct diagram small[] = {
    PLACEMENTS,
    {"unique", UNIQUE_POSITIONS, 1, false},
};

static const struct diagram large[] = {
    PLACEMENTS,
    {"unique", UNIQUE_POSITIONS, 1, true},
    {"unique-any-mills", "unique positions, no condition on mills", 1, true},
};

const struct diagram *morris_diagram(const struct morris_board *b, unsigned i)
{
    if (b->rings < 3)
        return i <= UNIQUE ? &small[i] : NULL;
    return i <= (b->men == 12 ? UNIQUE_ANY : UNIQUE) ? &large[i] : NULL;
}

enum code morris_build_diagram(const struct morris_board *b, unsigned i, struct run *run,
                               const char *checkpoint, struct zdd *out, struct error *err)
{
    if (i >= UNIQUE) {
        struct morris_unique_options options = {i == UNIQUE_ANY, checkpoint, 120};
        struct morris_counts counts;
        return morris_unique(b, &options, run, out, &counts, err);
    }
    struct morris_problem p;
    morris_declare(&p, b);
    return zdd_build(&p.problem, i == CARRIED ? ZDD_SHARE_CARRIED : ZDD_REDUCED, out,
                     err);
}

static void states_of(const struct morris_board *b, const struct morris_position *p,
                      uint8_t *state)
{
    for (unsigned i = 0; i < b->points; i++)
        state[i] = p->men[0] & morris_bit(b, i)   ? MORRIS_WHITE
                   : p->men[1] & morris_bit(b, i) ? MORRIS_BLACK
                                                  : MORRIS_EMPTY;
}

/* States are numbered against the order of the positions: white, the last, is 0. */
static bool earlier(const uint8_t *a, const uint8_t *b, unsigned points)
{
    for (unsigned i = 0; i < points; i++)
        if (a[i] != b[i])
            return a[i] > b[i];
    return false;
}

/* The position of the orbit that comes first. */
static void least_image(const struct morris_board *b, uint8_t *state)
{
    uint8_t from[MORRIS_POINTS], image[MORRIS_POINTS];
    unsigned men[MORRIS_STATES] = {0};
    for (unsigned i = 0; i < b->points; i++) {
        from[i] = state[i];
        men[state[i]]++;
    }
    bool flying = men[MORRIS_WHITE] == MORRIS_LEAST && men[MORRIS_BLACK] == MORRIS_LEAST;
    for (unsigned k = 1; k < (flying ? b->all_ops : b->ops); k++) {
        for (unsigned i = 0; i < b->points; i++)
            image[i] = from[b->op[k][i]];
        if (earlier(image, state, b->points))
            memcpy(state, image, b->points);
    }
}

static enum code placements(const struct morris_board *b, struct cell_index *x,
                            struct error *err)
{
    struct morris_problem p;
    morris_declare(&p, b);
    return cell_index_compile(&p.problem, x, err);
}

enum code morris_diagram_rank(const struct morris_board *b, unsigned i,
                              const struct zdd *z, const struct morris_position *p,
                              uint64_t *number, struct error *err)
{
    uint8_t state[MORRIS_POINTS];
    states_of(b, p, state);
    if (p->hand[0] || p->hand[1])
        return error_set(err, CODE_USAGE, "not numbered: there are men in hand");
    if (i < UNIQUE)
        return zdd_number_of(z, state, number, err);
    struct cell_index x;
    TRY(placements(b, &x, err));
    least_image(b, state);
    uint64_t place = cell_index_rank(&x, state);
    cell_index_free(&x);
    *number = place == INDEX_NONE ? ZDD_NONE : zdd_rank_bits(z, place);
    if (*number == ZDD_NONE)
        return error_set(
            err, CODE_USAGE,
            place == INDEX_NONE
                ? "not numbered: each side must have 3 to %u men on the board"
                : "not numbered: its mills cannot have been completed (%u men)",
            b->men);
    return CODE_OK;
}

enum code morris_diagram_unrank(const struct morris_board *b, unsigned i,
                                const struct zdd *z, uint64_t number,
                                struct morris_position *p, struct error *err)
{
    uint8_t state[MORRIS_POINTS];
    if (i < UNIQUE) {
        TRY(zdd_unrank(z, number, state, err));
    } else {
        struct cell_index x;
        if (number >= z->count)
            return error_set(err, CODE_USAGE,
                             "number %" PRIu64
                             " is out of range; the last one is %" PRIu64,
                             number, z->count - 1);
        TRY(placements(b, &x, err));
        cell_index_unrank(&x, zdd_unrank_bits(z, number), state);
        cell_index_free(&x);
    }
    *p = (struct morris_position){.side = 0};
    for (unsigned c = 0; c < b->points; c++)
        if (state[c] != MORRIS_EMPTY)
            p->men[state[c] == MORRIS_BLACK] |= morris_bit(b, c);
    return CODE_OK;
}
