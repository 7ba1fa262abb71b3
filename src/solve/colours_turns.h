/* SPDX-License-Identifier: MIT
 *
 * What a move does on arrival, for all colourings of a part at once: men turn along the
 * rays, lines of four and five are made. One text for the kernels of the processor and of
 * GPUs; a vector has a bit for every colouring of the part (per_isa/index_bits.h). Who
 * includes this defines struct vector before, and
 *
 *   vector_clear(v, bits)                    v = 0; bits is the length of the index
 *   vector_or(v, from, bits)                 v |= from
 *   vector_drop(v, from, bits)               v &= ~from
 *   vector_keep(v, from, bits)               v &= from
 *   vector_any(v, bits)                      is v not 0?
 *   vector_where(v, bits, set, clear)        as bits_where
 *   vector_pull(v, bits, set, clear, change) as bits_pull
 */
#ifndef SOLVE_COLOURS_TURNS_H
#define SOLVE_COLOURS_TURNS_H

#include "solve/colours_sets.h"

enum { COLOURS_TURNS = 8 * (YON_RAY - 1) };

/* Men of the part that turn if `near` are the opponent's and `anchor` is the mover's; as
 * bits of the part's index. */
struct turn {
    uint16_t near, anchor;
};

/* An arrival: a part and the cell where the mover has arrived. */
struct arrival {
    const struct yon_board *b;
    uint32_t set; /* the part's cells */
    unsigned bits, cell;
    unsigned turns;
    struct turn turn[COLOURS_TURNS];
    uint32_t may_turn; /* cells */
};

FAST void find_turns(struct arrival *a)
{
    unsigned turns = 0;
    uint32_t may_turn = 0;
    for (unsigned d = 0; d < 8; d++) {
        const uint8_t *ray = a->b->ray[a->cell][d];
        unsigned length = a->b->ray_length[a->cell][d];
        uint32_t near = 0;
        for (unsigned i = 0; i + 1 < length; i++) {
            if (!(a->set >> ray[i] & 1) || !(a->set >> ray[i + 1] & 1))
                break;
            near |= 1u << colours_place_in(a->set, ray[i]);
            may_turn |= (uint32_t)1 << ray[i];
            a->turn[turns].near = (uint16_t)near;
            a->turn[turns].anchor =
                (uint16_t)(1u << colours_place_in(a->set, ray[i + 1]));
            turns++;
        }
    }
    a->turns = turns;
    a->may_turn = may_turn;
}

/* From colourings after turning to colourings before. */
FAST void pull_turns(const struct arrival *a, unsigned side, struct vector *v)
{
    for (unsigned i = 0; i < a->turns; i++) {
        unsigned near = a->turn[i].near, anchor = a->turn[i].anchor;
        vector_pull(v, a->bits, side ? anchor : near, side ? near : anchor, near);
    }
}

FAST void own_where(const struct arrival *a, unsigned side, uint32_t cells,
                    struct vector *v)
{
    unsigned bits = colours_index_of(a->set, cells);
    vector_where(v, a->bits, side ? bits : 0, side ? 0 : bits);
}

/* Colourings (before turning) in which some man of the line turns. */
FAST void turned_where(const struct arrival *a, unsigned side, uint32_t line,
                       struct vector *v)
{
    unsigned bits = colours_index_of(a->set, line & a->may_turn);
    for (unsigned i = 0; i < a->turns; i++) {
        unsigned near = a->turn[i].near, anchor = a->turn[i].anchor;
        if (near & bits)
            vector_where(v, a->bits, side ? anchor : near, side ? near : anchor);
    }
}

/* A line without the arrival cell: it counts if a man of it has turned. */
FAST void line_aside(const struct arrival *a, unsigned side, uint32_t line,
                     struct vector *v)
{
    struct vector made, turned;
    vector_clear(&made, a->bits);
    vector_clear(&turned, a->bits);
    own_where(a, side, line, &made);
    pull_turns(a, side, &made);
    turned_where(a, side, line, &turned);
    vector_keep(&made, &turned, a->bits);
    vector_or(v, &made, a->bits);
}

/* v = colourings in which the arrival makes one of the lines; false if there are none. */
FAST bool lines_made(const struct arrival *a, unsigned side, const uint32_t *line,
                     unsigned lines, struct vector *v)
{
    const uint32_t here = (uint32_t)1 << a->cell;
    bool any = false;
    for (unsigned i = 0; i < lines; i++) {
        bool counts = line[i] & here || a->b->counted == YON_ANY;
        if (!counts || line[i] & ~here & ~a->set)
            continue;
        if (!any)
            vector_clear(v, a->bits);
        any = true;
        own_where(a, side, line[i] & ~here, v);
    }
    if (any)
        pull_turns(a, side, v);
    if (a->b->counted != YON_CHANGED || !a->may_turn)
        return any;
    for (unsigned i = 0; i < lines; i++) {
        if (line[i] & (here | ~a->set) || !(line[i] & a->may_turn))
            continue;
        if (!any)
            vector_clear(v, a->bits);
        any = true;
        line_aside(a, side, line[i], v);
    }
    return any;
}

/* The moves that end the game: five is a loss, else four (found at ply 1) a win. */
FAST void judge(const struct arrival *a, unsigned side, bool fours, struct vector *v)
{
    struct vector made;
    if (fours && lines_made(a, side, a->b->four, a->b->fours, &made))
        vector_or(v, &made, a->bits);
    if (vector_any(v, a->bits) && lines_made(a, side, a->b->five, a->b->fives, &made))
        vector_drop(v, &made, a->bits);
}

#endif
