/* SPDX-License-Identifier: MIT
 *
 * The prover face of games that have none: everything through the slow face. The number of
 * a position is the least rank among its symmetric images, so it is exact.
 */
#ifndef SOLVE_PER_PROVER_SLOW_H
#define SOLVE_PER_PROVER_SLOW_H

#include "game/game.h"

#include <stdlib.h>

enum { PROVER_MOVES = GAME_MOVES };

struct prover_position {
    struct position p;
};

struct prover_tables {
    struct variant v;
};

static inline enum code prover_open(const struct variant *v, struct prover_tables **out,
                                    struct error *err)
{
    TRY(mem_small(1, sizeof **out, out, err));
    (*out)->v = *v;
    return CODE_OK;
}

static inline void prover_close(struct prover_tables *t)
{
    free(t);
}

static inline void prover_load(const struct prover_tables *t, const struct position *p,
                               struct prover_position *out)
{
    (void)t;
    out->p = *p;
}

static inline void prover_store(const struct prover_tables *t,
                                const struct prover_position *p, struct position *out)
{
    (void)t;
    *out = p->p;
}

static inline uint64_t prover_id(const struct prover_tables *t,
                                 const struct prover_position *p)
{
    uint64_t least = t->v.game->rank(&t->v, &p->p);
    for (unsigned k = 1; k < game_symmetries(&t->v); k++) {
        struct position image;
        game_symmetric(&t->v, &p->p, k, &image);
        uint64_t rank = t->v.game->rank(&t->v, &image);
        if (rank < least)
            least = rank;
    }
    return least;
}

struct prover_move {
    struct prover_position next;
    uint32_t move;
    enum ending ending; /* for the side to move in next */
    bool fresh;         /* nothing that was before can come again */
};

static inline unsigned prover_moves(const struct prover_tables *t,
                                    const struct prover_position *p,
                                    struct prover_move out[PROVER_MOVES])
{
    struct move list[GAME_MOVES];
    unsigned n = t->v.game->moves(&t->v, &p->p, list);
    for (unsigned i = 0; i < n; i++) {
        out[i].move = list[i].code;
        out[i].ending = t->v.game->play(&t->v, &p->p, list[i], &out[i].next.p);
        out[i].fresh = false;
    }
    return n;
}

static inline bool prover_wins_at_once(const struct prover_tables *t,
                                       const struct prover_position *p)
{
    struct move list[GAME_MOVES];
    struct position next;
    unsigned n = t->v.game->moves(&t->v, &p->p, list);
    for (unsigned i = 0; i < n; i++)
        if (t->v.game->play(&t->v, &p->p, list[i], &next) == ENDS_LOSS)
            return true;
    return false;
}

/* First numbers of a position that nobody has searched. */
static inline void prover_guess(const struct prover_tables *t,
                                const struct prover_position *p, uint32_t *phi,
                                uint32_t *delta)
{
    (void)t, (void)p;
    *phi = *delta = 1;
}

#endif
