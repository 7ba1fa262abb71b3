/* SPDX-License-Identifier: MIT
 *
 * Gobblet Gobblers, fast face: slots of the successors and predecessors of a slot. A step
 * changes one layer; the two others are only recoloured for the next player.
 */
#ifndef GAMES_GOBBLET_FAST_H
#define GAMES_GOBBLET_FAST_H

#include "game/fast.h"
#include "games/gobblet/layers.h"

enum {
    FAST_MOVES = GOB_SIZES * GOB_LAYER_STEPS,
    FAST_UNMOVES = GOB_SIZES * GOB_LAYER_STEPS * GOB_SYMMETRIES
};

#define FAST_JUDGES_MOVES(tables) ((tables)->rule == GOB_LIFT_LOSES)

struct fast_position {
    struct gob_board board;
    uint32_t swapped[GOB_SIZES]; /* numbers of its layers, colours exchanged */
};

FAST void fast_at(const struct fast_tables *t, uint64_t slot, struct fast_position *p)
{
    struct gob_triple at = gob_at_slot(t, slot);
    const uint32_t number[GOB_SIZES] = {at.small, at.medium, at.large};
    for (int size = 0; size < GOB_SIZES; size++) {
        p->board.layer[size] = t->layer[number[size]];
        p->swapped[size] = t->swapped[number[size]];
    }
}

FAST enum ending fast_ending(const struct fast_tables *t, const struct fast_position *p)
{
    return gob_ending(t->rule, &p->board);
}

/* The slot of the position that is p with colours exchanged and one layer replaced. */
FAST uint64_t gob_neighbour(const struct fast_tables *t, const struct fast_position *p,
                            unsigned size, struct gob_layer layer)
{
    uint32_t number[GOB_SIZES] = {p->swapped[0], p->swapped[1], p->swapped[2]};
    number[size] = gob_layer_number(t, layer);
    struct gob_triple next = {number[0], number[1], number[2]};
    return gob_slot(t, next);
}

FAST unsigned fast_successors(const struct fast_tables *t, const struct fast_position *p,
                              uint64_t slot[FAST_MOVES])
{
    unsigned n = 0;
    for (unsigned size = 0; size < GOB_SIZES; size++) {
        struct gob_layer here = p->board.layer[size];
        struct gob_step step[GOB_LAYER_STEPS];
        unsigned steps = gob_steps(here, gob_blocked(&p->board, size), t->pieces, step);
        for (unsigned i = 0; i < steps; i++) {
            struct gob_layer next = {here.other, gob_apply(here.own, step[i])};
            slot[n++] = gob_step_loses(t->rule, &p->board, size, step[i])
                            ? SLOT_WON
                            : gob_neighbour(t, p, size, next);
        }
    }
    return n;
}

/* Where symmetries keep the large layer, a class of positions has several slots. The
 * un-moves of one of them lead to one slot of each class; its fellows are predecessors as
 * well. */
FAST unsigned gob_add_fellows(const struct fast_tables *t, uint64_t first, uint64_t *slot,
                              unsigned n)
{
    struct gob_triple p = gob_unrank(t, first);
    slot[n++] = first;
    for (unsigned k = 1, rest = t->stabilizer[p.large] >> 1; rest; k++, rest >>= 1)
        if (rest & 1) {
            struct gob_triple fellow = {t->image[k][p.small], t->image[k][p.medium],
                                        p.large};
            slot[n++] = gob_rank(t, fellow);
        }
    return n;
}

/* The same board for the player who has just moved, with one layer replaced. */
FAST struct gob_board gob_seen_before(const struct gob_board *b, unsigned size,
                                      struct gob_layer layer)
{
    struct gob_board before;
    for (unsigned k = 0; k < GOB_SIZES; k++) {
        before.layer[k].own = b->layer[k].other;
        before.layer[k].other = b->layer[k].own;
    }
    before.layer[size] = layer;
    return before;
}

FAST unsigned fast_predecessors(const struct fast_tables *t,
                                const struct fast_position *p,
                                uint64_t slot[FAST_UNMOVES])
{
    unsigned n = 0;
    for (unsigned size = 0; size < GOB_SIZES; size++) {
        struct gob_layer here = p->board.layer[size];
        struct gob_step step[GOB_LAYER_STEPS];
        unsigned steps = gob_unsteps(here, gob_blocked(&p->board, size), step);
        for (unsigned i = 0; i < steps; i++) {
            struct gob_layer layer = {gob_undo(here.other, step[i]), here.own};
            if (t->rule == GOB_LIFT_LOSES) {
                struct gob_board before = gob_seen_before(&p->board, size, layer);
                if (gob_step_loses(t->rule, &before, size, step[i]))
                    continue;
            }
            n = gob_add_fellows(t, gob_neighbour(t, p, size, layer), slot, n);
        }
    }
    return n;
}

#endif
