/* SPDX-License-Identifier: MIT
 *
 * The fast face of one game as a `struct face`; compiled once for each game that has one
 * (FAST_FACE is its header, FAST_GAME its name).
 */
#include "game/face.h"

#include FAST_FACE

#define PASTE(a, b)  a##b
#define NAME(prefix) PASTE2(prefix, FAST_GAME)
#define PASTE2(a, b) PASTE(a, b)

#ifndef FAST_SUITS
#define FAST_SUITS(tables) ((void)(tables), 1)
#endif

static enum ending ending(const struct variant *v, uint64_t slot)
{
    struct fast_position p;
    fast_at(v->tables, slot, &p);
    return fast_ending(v->tables, &p);
}

static unsigned successors(const struct variant *v, uint64_t slot, uint64_t *out)
{
    struct fast_position p;
    fast_at(v->tables, slot, &p);
    return fast_successors(v->tables, &p, out);
}

static unsigned predecessors(const struct variant *v, uint64_t slot, uint64_t *out)
{
    struct fast_position p;
    fast_at(v->tables, slot, &p);
    return fast_predecessors(v->tables, &p, out);
}

static bool suits(const struct variant *v)
{
    return FAST_SUITS((const struct fast_tables *)v->tables);
}

extern const struct face NAME(face_);
const struct face NAME(face_) = {
    .moves = FAST_MOVES,
    .unmoves = FAST_UNMOVES,
    .ending = ending,
    .successors = successors,
    .predecessors = predecessors,
    .suits = suits,
};
