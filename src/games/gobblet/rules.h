/* SPDX-License-Identifier: MIT
 *
 * Gobblet Gobblers, the rules. Every other file of the game and every engine calls these.
 *
 * Sizes in a stack strictly increase upwards, so a cell holds at most one piece of each
 * size and a position is three independent layers (small, medium, large), each two sets
 * of cells. A piece can be lifted, or put down on a cell, exactly where no piece of its
 * own size (for putting down) and no larger piece stands. Hence moves of a size are moves
 * inside one layer in which some cells are blocked: by the larger pieces of either
 * colour.
 */
#ifndef GAMES_GOBBLET_RULES_H
#define GAMES_GOBBLET_RULES_H

#include "game/value.h"

enum { GOB_CELLS = 9, GOB_ALL = 0777, GOB_SIZES = 3, GOB_LINES = 8 };

enum gob_rule {
    GOB_AFTER_OPP,
    GOB_AFTER_MOVER,
    GOB_AFTER_DRAW,
    GOB_LIFT_LOSES,
    GOB_OWN_MOVE
};

/* The pieces of one size as seen by the side to move. */
struct gob_layer {
    uint16_t own, other;
};

struct gob_board {
    struct gob_layer layer[GOB_SIZES]; /* small, medium, large */
};

/* Cells of the i-th line. */
FAST unsigned gob_line(unsigned i)
{
    static const uint16_t cells[GOB_LINES] = {0007, 0070, 0700, 0111,
                                              0222, 0444, 0421, 0124};
    return cells[i];
}

FAST unsigned gob_count(unsigned cells)
{
#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
    return (unsigned)__builtin_popcount(cells);
#else
    unsigned n = 0;
    for (; cells; cells &= cells - 1)
        n++;
    return n;
#endif
}

FAST unsigned gob_occupied(struct gob_layer layer)
{
    return layer.own | (unsigned)layer.other;
}

/* Cells whose larger pieces block pieces of this size. */
FAST unsigned gob_blocked(const struct gob_board *b, unsigned size)
{
    unsigned blocked = 0;
    for (unsigned larger = size + 1; larger < GOB_SIZES; larger++)
        blocked |= gob_occupied(b->layer[larger]);
    return blocked;
}

FAST struct gob_layer gob_visible(const struct gob_board *b)
{
    struct gob_layer top = b->layer[0];
    for (unsigned size = 1; size < GOB_SIZES; size++) {
        unsigned bare = ~gob_occupied(b->layer[size]);
        top.own = (uint16_t)((top.own & bare) | b->layer[size].own);
        top.other = (uint16_t)((top.other & bare) | b->layer[size].other);
    }
    return top;
}

FAST bool gob_has_line(unsigned cells)
{
    for (unsigned i = 0; i < GOB_LINES; i++)
        if ((cells & gob_line(i)) == gob_line(i))
            return true;
    return false;
}

/* The verdict on a board after a move: `own` is a line of the side now to move, `other` a
 * line of the player who has just moved. */
FAST enum ending gob_verdict(enum gob_rule rule, bool own, bool other)
{
    if (own && other)
        return rule == GOB_AFTER_DRAW                            ? ENDS_DRAW
               : rule == GOB_AFTER_MOVER || rule == GOB_OWN_MOVE ? ENDS_LOSS
                                                                 : ENDS_WIN;
    if (other)
        return ENDS_LOSS;
    return own && rule != GOB_OWN_MOVE ? ENDS_WIN : GOES_ON;
}

FAST enum ending gob_ending(enum gob_rule rule, const struct gob_board *b)
{
    struct gob_layer top = gob_visible(b);
    return gob_verdict(rule, gob_has_line(top.own), gob_has_line(top.other));
}

/* A step inside one layer: from a cell, or GOB_HAND, to a cell. */
enum { GOB_HAND = 15, GOB_LAYER_STEPS = 27 };

struct gob_step {
    uint8_t from, to;
};

/* All steps of the own pieces of a layer with the given cells blocked, `pieces` of them
 * belonging to each side: placements first, then lifts by cell, targets in rising order.
 */
FAST unsigned gob_steps(struct gob_layer layer, unsigned blocked, unsigned pieces,
                        struct gob_step out[GOB_LAYER_STEPS])
{
    unsigned n = 0;
    unsigned free = GOB_ALL & ~(gob_occupied(layer) | blocked);
    if (gob_count(layer.own) < pieces)
        for (uint8_t to = 0; to < GOB_CELLS; to++)
            if (free >> to & 1)
                out[n++] = (struct gob_step){GOB_HAND, to};
    for (uint8_t from = 0; from < GOB_CELLS; from++)
        if ((layer.own & ~blocked) >> from & 1)
            for (uint8_t to = 0; to < GOB_CELLS; to++)
                if (free >> to & 1)
                    out[n++] = (struct gob_step){from, to};
    return n;
}

/* The steps that the other side may just have made in a layer, to be undone: a piece goes
 * back from `to`, where it stands, to `from`, an empty cell or the hand. */
FAST unsigned gob_unsteps(struct gob_layer layer, unsigned blocked,
                          struct gob_step out[GOB_LAYER_STEPS])
{
    unsigned n = 0;
    unsigned free = GOB_ALL & ~(gob_occupied(layer) | blocked);
    for (uint8_t to = 0; to < GOB_CELLS; to++)
        if ((layer.other & ~blocked) >> to & 1) {
            out[n++] = (struct gob_step){GOB_HAND, to};
            for (uint8_t from = 0; from < GOB_CELLS; from++)
                if (free >> from & 1)
                    out[n++] = (struct gob_step){from, to};
        }
    return n;
}

/* The cells of one side after its step. */
FAST uint16_t gob_apply(uint16_t cells, struct gob_step step)
{
    unsigned lifted = step.from == GOB_HAND ? 0 : 1u << step.from;
    return (uint16_t)((cells & ~lifted) | 1u << step.to);
}

/* ... and before it. */
FAST uint16_t gob_undo(uint16_t cells, struct gob_step step)
{
    unsigned lifted = step.from == GOB_HAND ? 0 : 1u << step.from;
    return (uint16_t)((cells & ~(1u << step.to)) | lifted);
}

/* Does lifting the own piece of this size from the cell show a line of the other side? */
FAST bool gob_lift_shows_line(const struct gob_board *b, unsigned size, unsigned from)
{
    struct gob_board lifted = *b;
    lifted.layer[size].own &= (uint16_t) ~(1u << from);
    return gob_has_line(gob_visible(&lifted).other);
}

/* Under lift-loses a lift that shows an enemy line loses at once, wherever the piece
 * lands. */
FAST bool gob_step_loses(enum gob_rule rule, const struct gob_board *b, unsigned size,
                         struct gob_step step)
{
    return rule == GOB_LIFT_LOSES && step.from != GOB_HAND &&
           gob_lift_shows_line(b, size, step.from);
}

#endif
