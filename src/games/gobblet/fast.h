/* SPDX-License-Identifier: MIT
 *
 * Gobblet Gobblers, fast face: slots of the successors and predecessors of a slot. A step
 * changes one layer; the two others are only recoloured for the next player.
 */
#ifndef GAMES_GOBBLET_FAST_H
#define GAMES_GOBBLET_FAST_H

#include "game/fast.h"
#include "games/gobblet/layers.h"

enum { FAST_MOVES = GOB_SIZES * GOB_LAYER_STEPS };

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

FAST unsigned fast_predecessors(const struct fast_tables *t, const struct fast_position *p,
                                uint64_t slot[FAST_MOVES])
{
    unsigned n = 0;
    for (unsigned size = 0; size < GOB_SIZES; size++) {
        struct gob_layer here = p->board.layer[size];
        struct gob_step step[GOB_LAYER_STEPS];
        unsigned steps = gob_unsteps(here, gob_blocked(&p->board, size), step);
        for (unsigned i = 0; i < steps; i++) {
            struct gob_layer before = {gob_undo(here.other, step[i]), here.own};
            if (t->rule == GOB_LIFT_LOSES) {
                struct gob_board b;
                for (unsigned k = 0; k < GOB_SIZES; k++) {
                    b.layer[k].own = p->board.layer[k].other;
                    b.layer[k].other = p->board.layer[k].own;
                }
                b.layer[size] = before;
                if (gob_step_loses(t->rule, &b, size, step[i]))
                    continue;
            }
            slot[n++] = gob_neighbour(t, p, size, before);
        }
    }
    return n;
}

#endif
