/* SPDX-License-Identifier: MIT
 *
 * Successors of a position of the table; see children.h. A board is kept as rows of four
 * bits for each cell, as either side sees it, so that a step changes two cells of each and
 * the flip after it exchanges the two. What is rare (nobody can move, a move that leaves the
 * other side without one) is asked of the rules, where counts do not exclude it.
 */
#include "games/nocca/children.h"

#include <assert.h>
#include <string.h>

struct view {
    uint32_t row[NOCCA_ROWS],
        other[NOCCA_ROWS];       /* seen by the side to move, by the other */
    unsigned tall, mine, theirs; /* stacks of three; visible pieces */
};

struct step {
    unsigned row, column, to_row, to_column;
};

static void view_make(const struct nocca_shape *s, const struct nocca_board *b,
                      struct view *v)
{
    memset(v, 0, sizeof *v);
    for (unsigned i = 0; i < s->cells; i++) {
        const unsigned row = i / s->columns, c = i % s->columns, stack = b->cell[i];
        v->row[row] |= (uint32_t)stack << 4 * c;
        v->other[s->rows - 1u - row] |= (uint32_t)nocca_swap_colours(stack) << 4 * c;
        v->tall += nocca_height(stack) == 3;
        v->mine += nocca_black_top(stack);
        v->theirs += nocca_white_top(stack);
    }
}

/* A step, then the flip. */
static void view_step(const struct nocca_shape *s, const struct view *v, struct step m,
                      struct view *out)
{
    const unsigned last = s->rows - 1u;
    const unsigned stack = half_cell(v->row[m.row], m.column), left = nocca_pop(stack);
    const unsigned under = half_cell(v->row[m.to_row], m.to_column);
    const unsigned made = nocca_push_black(under);
    memcpy(out->row, v->other, sizeof out->row);
    memcpy(out->other, v->row, sizeof out->other);
    uint32_t *from = &out->other[m.row], *to = &out->other[m.to_row];
    *from = half_put(*from, m.column, left);
    *to = half_put(*to, m.to_column, made);
    from = &out->row[last - m.row];
    to = &out->row[last - m.to_row];
    *from = half_put(*from, m.column, nocca_swap_colours(left));
    *to = half_put(*to, m.to_column, nocca_swap_colours(made));
    out->tall = v->tall - (nocca_height(stack) == 3) + (nocca_height(under) == 2);
    out->theirs = v->mine + nocca_black_top(left) - nocca_black_top(under);
    out->mine = v->theirs + nocca_white_top(left) - nocca_white_top(under);
}

/* The steps of the piece on a cell, if it is of the side to move. */
static unsigned steps_from(const struct nocca_shape *s, const struct view *v,
                           unsigned row, unsigned c, struct step out[8])
{
    unsigned n = 0;
    if (!nocca_black_top(half_cell(v->row[row], c)))
        return 0;
    for (unsigned r = row ? row - 1 : 0; r <= row + 1 && r < s->rows; r++)
        for (unsigned d = c ? c - 1 : 0; d <= c + 1 && d < s->columns; d++)
            if ((r != row || d != c) && nocca_height(half_cell(v->row[r], d)) < 3)
                out[n++] = (struct step){row, c, r, d};
    return n;
}

/* A piece is walled in by three stacks of three at least. */
static bool stuck(const struct nocca_shape *s, const struct view *v)
{
    struct nocca_board b = {0};
    if (v->mine > 0 && v->tall < 3)
        return false;
    for (unsigned i = 0; i < s->cells; i++)
        b.cell[i] = (uint8_t)half_cell(v->row[i / s->columns], i % s->columns);
    return nocca_stuck(s, &b);
}

/* Can the side to move leave the other without a move? Not if that shows three pieces: a
 * step covers one, and two cannot both be walled in. */
static bool can_block(const struct nocca_shape *s, const struct view *v)
{
    for (unsigned i = 0; v->theirs < 3 && i < s->cells; i++) {
        struct step list[8];
        unsigned n = steps_from(s, v, i / s->columns, i % s->columns, list);
        for (unsigned k = 0; k < n; k++) {
            struct view next;
            view_step(s, v, list[k], &next);
            if (stuck(s, &next))
                return true;
        }
    }
    return false;
}

/* The entry of a position that is not under threat; HALVES_THREAT gives none. */
static bool entry_of(const struct nocca_shape *s, const struct nocca_halves *h,
                     const struct view *v, uint64_t *entry)
{
    if (stuck(s, v)) {
        *entry = NOCCA_CODE + code_loss(0);
        return true;
    }
    switch (halves_kind_of(h, v->row, v->other, entry)) {
    case HALVES_STORED:
        return true;
    case HALVES_KILL:
        *entry = NOCCA_CODE + code_win(can_block(s, v) ? 1 : 3);
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
                        const struct view *v, uint64_t *entry)
{
    unsigned n = 0, threat = s->columns;
    entry[n++] = NOCCA_CODE + code_win(1);
    for (unsigned c = 0; c < s->columns; c++)
        if (nocca_white_top(half_cell(v->row[0], c))) {
            if (threat < s->columns)
                return n; /* two threats */
            threat = c;
        }
    if (nocca_height(half_cell(v->row[0], threat)) == 3)
        return n;
    for (unsigned row = 0; row < 2; row++)
        for (unsigned c = threat ? threat - 1 : 0; c <= threat + 1 && c < s->columns;
             c++) {
            struct view next;
            if (!nocca_black_top(half_cell(v->row[row], c)))
                continue;
            view_step(s, v, (struct step){row, c, 0, threat}, &next);
            bool quiet = entry_of(s, h, &next, &entry[n]);
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
    struct view v, next;
    unsigned n = 0;
    halves_at_slot(h, slot, &a, &x);
    halves_join(h, &a, &x, &b);
    view_make(s, &b, &v);
    out->children = 0;
    out->first[0] = 0;
    out->ending = stuck(s, &v) ? ENDS_LOSS : GOES_ON;
    for (unsigned row = 0; out->ending == GOES_ON && row < s->rows; row++)
        for (unsigned c = 0; c < s->columns; c++) {
            struct step list[8];
            const unsigned steps = steps_from(s, &v, row, c, list);
            for (unsigned i = 0; i < steps; i++) {
                view_step(s, &v, list[i], &next);
                bool plain = entry_of(s, h, &next, &out->entry[n]);
                n += plain ? 1 : answers(s, h, &next, &out->entry[n]);
                out->deeper[out->children++] = !plain;
                out->first[out->children] = n;
            }
        }
}
