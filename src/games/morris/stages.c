/* SPDX-License-Identifier: MIT
 *
 * Stages; see stages.h. White begins and the sides alternate, so with h men in the
 * mover's hand the other side has h (white is to move) or h - 1 (black is); stage 2h and
 * 2h - 1.
 */
#include "games/morris/stages.h"

#include "games/morris/numbers.h"

#include <assert.h>

static unsigned own_hand(unsigned stage)
{
    return (stage + 1) / 2;
}

static unsigned other_hand(unsigned stage)
{
    return stage / 2;
}

static uint8_t least(unsigned hand)
{
    return (uint8_t)(hand < MORRIS_LEAST ? MORRIS_LEAST - hand : 0);
}

enum code morris_stages_make(struct morris_stages *s, const struct morris_board *b,
                             struct error *err)
{
    *s = (struct morris_stages){0};
    for (unsigned stage = 0; stage <= 2 * b->men; stage++) {
        struct morris_problem p;
        morris_declare(&p, b);
        unsigned own = own_hand(stage), other = other_hand(stage);
        p.counters.counter[0].least = least(own);
        p.counters.counter[0].most = (uint8_t)(b->men - own);
        p.counters.counter[1].least = least(other);
        p.counters.counter[1].most = (uint8_t)(b->men - other);
        struct cell_index *x = &s->index[stage];
        enum code code = cell_index_compile(&p.problem, x, err);
        if (code != CODE_OK) {
            morris_stages_free(s);
            return code;
        }
        s->base[stage + 1] = s->base[stage] + x->f.count[x->f.nodes - 1];
        s->stages++;
    }
    return CODE_OK;
}

void morris_stages_free(struct morris_stages *s)
{
    for (unsigned i = 0; i < MORRIS_STAGES; i++)
        cell_index_free(&s->index[i]);
}

uint64_t morris_rank(const struct morris_stages *s, const struct morris_board *b,
                     const struct morris_position *p)
{
    unsigned stage = p->hand[p->side] + p->hand[!p->side];
    uint8_t state[MORRIS_POINTS];
    for (unsigned i = 0; i < b->points; i++)
        state[i] = p->men[p->side] & morris_bit(b, i)    ? MORRIS_WHITE
                   : p->men[!p->side] & morris_bit(b, i) ? MORRIS_BLACK
                                                         : MORRIS_EMPTY;
    assert(stage < s->stages && p->hand[p->side] == own_hand(stage));
    uint64_t number = cell_index_rank(&s->index[stage], state);
    return number == INDEX_NONE ? GAME_UNRANKED : s->base[stage] + number;
}

void morris_unrank(const struct morris_stages *s, const struct morris_board *b,
                   uint64_t rank, struct morris_position *p)
{
    unsigned stage = 0;
    while (rank >= s->base[stage + 1])
        stage++;
    uint8_t state[MORRIS_POINTS];
    cell_index_unrank(&s->index[stage], rank - s->base[stage], state);
    *p = (struct morris_position){.side = stage % 2};
    p->hand[p->side] = (uint8_t)own_hand(stage);
    p->hand[!p->side] = (uint8_t)other_hand(stage);
    for (unsigned i = 0; i < b->points; i++)
        if (state[i] != MORRIS_EMPTY)
            p->men[(state[i] == MORRIS_BLACK) != p->side] |= morris_bit(b, i);
}
