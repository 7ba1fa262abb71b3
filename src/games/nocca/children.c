/* SPDX-License-Identifier: MIT
 * Successors of a position of the table; see children.h. */
#include "games/nocca/children.h"

#include <assert.h>

static void step(struct nocca_board *b, unsigned from, unsigned to)
{
    b->cell[from] = nocca_pop(b->cell[from]);
    b->cell[to] = nocca_push_black(b->cell[to]);
}

/* The board as the other side sees it. */
static void flip(const struct nocca_shape *s, const struct nocca_board *b,
                 struct nocca_board *out)
{
    for (unsigned c = 0; c < s->cells; c++) {
        unsigned image = s->cells - s->columns - c + 2 * (c % s->columns);
        out->cell[image] = nocca_swap_colours(b->cell[c]);
    }
}

static bool may_step(const struct nocca_board *b, unsigned from, unsigned to)
{
    return nocca_black_top(b->cell[from]) && nocca_height(b->cell[to]) < 3;
}

/* Can black leave white without a move? Not if white shows three pieces: a step covers
 * one, and two cannot both be walled in. */
static bool can_block(const struct nocca_shape *s, const struct nocca_board *b)
{
    unsigned shown = 0;
    for (unsigned c = 0; c < s->cells; c++)
        shown += nocca_white_top(b->cell[c]);
    for (unsigned from = 0; shown < 3 && from < s->cells; from++)
        for (unsigned i = 0; i < s->neighbours[from]; i++) {
            unsigned to = s->neighbour[from][i];
            struct nocca_board next = *b, seen;
            if (!may_step(b, from, to))
                continue;
            step(&next, from, to);
            flip(s, &next, &seen);
            if (nocca_stuck(s, &seen))
                return true;
        }
    return false;
}

/* The entry of a position that is not under threat; HALVES_THREAT gives none. */
static bool entry_of(const struct nocca_shape *s, const struct nocca_halves *h,
                     const struct nocca_board *b, uint64_t *entry)
{
    if (nocca_stuck(s, b)) {
        *entry = NOCCA_CODE + code_loss(0);
        return true;
    }
    switch (halves_kind(h, b, entry)) {
    case HALVES_STORED:
        return true;
    case HALVES_KILL:
        *entry = NOCCA_CODE + code_win(can_block(s, b) ? 1 : 3);
        return true;
    case HALVES_GOAL:
        *entry = NOCCA_CODE + code_win(1);
        return true;
    default:
        return false;
    }
}

/* Under threat: any move that leaves it loses in 2; those that may help cover it. */
static unsigned answers(const struct nocca_shape *s, const struct nocca_halves *h,
                        const struct nocca_board *b, uint64_t *entry)
{
    unsigned n = 0, threat = s->columns;
    entry[n++] = NOCCA_CODE + code_win(1);
    for (unsigned c = 0; c < s->columns; c++)
        if (nocca_white_top(b->cell[c])) {
            if (threat < s->columns)
                return n; /* two threats */
            threat = c;
        }
    for (unsigned i = 0; i < s->neighbours[threat]; i++) {
        unsigned from = s->neighbour[threat][i];
        struct nocca_board next = *b, seen;
        if (!may_step(b, from, threat))
            continue;
        step(&next, from, threat);
        flip(s, &next, &seen);
        bool quiet = entry_of(s, h, &seen, &entry[n]);
        assert(quiet);
        n += quiet;
    }
    return n;
}

void nocca_children(const struct nocca_shape *s, const struct nocca_halves *h,
                    uint64_t slot, struct nocca_children *out)
{
    struct half a, x;
    struct nocca_board b;
    unsigned n = 0;
    halves_at_slot(h, slot, &a, &x);
    halves_join(h, &a, &x, &b);
    out->children = 0;
    out->first[0] = 0;
    out->ending = nocca_stuck(s, &b) ? ENDS_LOSS : GOES_ON;
    for (unsigned from = 0; out->ending == GOES_ON && from < s->cells; from++)
        for (unsigned i = 0; i < s->neighbours[from]; i++) {
            unsigned to = s->neighbour[from][i];
            struct nocca_board next = b, seen;
            if (!may_step(&b, from, to))
                continue;
            step(&next, from, to);
            flip(s, &next, &seen);
            bool plain = entry_of(s, h, &seen, &out->entry[n]);
            n += plain ? 1 : answers(s, h, &seen, &out->entry[n]);
            out->deeper[out->children++] = !plain;
            out->first[out->children] = n;
        }
}
