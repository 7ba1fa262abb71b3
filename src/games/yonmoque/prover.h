/* SPDX-License-Identifier: MIT
 *
 * Yonmoque for the proof search: the rules of rules.h, prepared for speed. The tables are
 * made by asking the rules: which cells a move can reach, and which single cells block it.
 *
 * A side that can make four at once is found without trying all its moves: a new line of
 * four holds the arrival cell and three pieces, or else four pieces of which some turn.
 * So only arrival cells that complete an occupied line are tried, or all if a full line
 * stands on the board.
 */
#ifndef GAMES_YONMOQUE_PROVER_H
#define GAMES_YONMOQUE_PROVER_H

#include "game/game.h"
#include "games/yonmoque/numbers.h"

#include <stdlib.h>
#include <string.h>

enum { PROVER_MOVES = 160, YON_SLIDES = 16 };

#define prover_position yon_state

static inline unsigned yon_first_cell(uint32_t set)
{
    return (unsigned)__builtin_ctz(set);
}

struct yon_slide {
    uint32_t to, blockers; /* sets of cells */
};

struct prover_tables {
    const struct yon_numbers *numbers;
    const struct yon_board *board;
    uint32_t step[YON_CELLS];   /* one step, blocked by nothing but a piece on the cell */
    uint32_t near[YON_CELLS];   /* all neighbours */
    uint32_t ray[YON_CELLS][8]; /* cells in each direction */
    uint8_t slides[2][YON_CELLS];
    struct yon_slide slide[2][YON_CELLS][YON_SLIDES];
    uint32_t start[4]; /* first cells of lines of four in each direction */
    uint8_t stride[4];
};

static inline void prover_add_targets(struct prover_tables *t, unsigned from,
                                      unsigned colour)
{
    const struct yon_board *b = t->board;
    uint32_t reach = yon_targets(b, from, colour, 0);
    for (; reach; reach &= reach - 1) {
        uint32_t to = reach & (0u - reach), blockers = 0;
        for (unsigned c = 0; c < b->cells; c++)
            if (c != from && !(yon_targets(b, from, colour, (uint32_t)1 << c) & to))
                blockers |= (uint32_t)1 << c;
        if (blockers == to && t->near[from] & to)
            t->step[from] |= to;
        else
            t->slide[colour][from][t->slides[colour][from]++] =
                (struct yon_slide){to, blockers};
    }
}

static inline enum code prover_open(const struct variant *v, struct prover_tables **out,
                                    struct error *err)
{
    struct prover_tables *t;
    TRY(mem_small(1, sizeof *t, &t, err));
    memcpy(&t->numbers, v->tables, sizeof t->numbers);
    const struct yon_board *b = t->board = &t->numbers->board;
    for (unsigned from = 0; from < b->cells; from++) {
        for (unsigned d = 0; d < 8; d++)
            for (unsigned i = 0; i < b->ray_length[from][d]; i++) {
                t->ray[from][d] |= (uint32_t)1 << b->ray[from][d][i];
                t->near[from] |= i == 0 ? (uint32_t)1 << b->ray[from][d][i] : 0;
            }
        for (unsigned colour = 0; colour < 2; colour++)
            prover_add_targets(t, from, colour);
        for (unsigned d = 2; d < 6; d++)
            if (b->ray_length[from][d] >= 3)
                t->start[d - 2] |= (uint32_t)1 << from;
    }
    t->stride[0] = 1;
    for (unsigned d = 1; d < 4; d++)
        t->stride[d] = (uint8_t)(b->columns + 2 - d);
    *out = t;
    return CODE_OK;
}

static inline void prover_close(struct prover_tables *t)
{
    free(t);
}

static inline void prover_load(const struct prover_tables *t, const struct position *p,
                               struct yon_state *out)
{
    (void)t;
    memset(out, 0, sizeof *out);
    memcpy(out->men, p->byte, 8);
    out->hand[0] = p->byte[8];
    out->hand[1] = p->byte[9];
    out->side = p->byte[10];
}

static inline void prover_store(const struct prover_tables *t, const struct yon_state *s,
                                struct position *out)
{
    (void)t;
    memset(out, 0, sizeof *out);
    memcpy(out->byte, s->men, 8);
    out->byte[8] = s->hand[0];
    out->byte[9] = s->hand[1];
    out->byte[10] = s->side;
}

/* 50 bits of the board as the least of its images, hands and side to move. */
static inline uint64_t prover_id(const struct prover_tables *t, const struct yon_state *s)
{
    uint64_t least = (uint64_t)s->men[0] << YON_CELLS | s->men[1];
    for (unsigned g = 1; g < t->board->symmetries; g++) {
        uint64_t image = (uint64_t)yon_turned(t->numbers, g, s->men[0]) << YON_CELLS |
                         yon_turned(t->numbers, g, s->men[1]);
        if (image < least)
            least = image;
    }
    return least << 7 | (uint64_t)s->hand[0] << 4 | (uint64_t)s->hand[1] << 1 | s->side;
}

static inline uint32_t prover_targets(const struct prover_tables *t, unsigned from,
                                      unsigned colour, uint32_t occupied)
{
    uint32_t targets = t->step[from] & ~occupied;
    for (unsigned i = 0; i < t->slides[colour][from]; i++) {
        const struct yon_slide *slide = &t->slide[colour][from][i];
        targets |= occupied & slide->blockers ? 0 : slide->to;
    }
    return targets;
}

/* Is there any line of four, whoever made it and when? */
static inline bool prover_any_four(const struct prover_tables *t, uint32_t own)
{
    uint32_t found = 0;
    for (unsigned d = 0; d < 4; d++) {
        unsigned k = t->stride[d];
        uint32_t two = own & own >> k;
        found |= two & two >> 2 * k & t->start[d];
    }
    return found != 0;
}

/* yon_flips with whole rays: the nearest cell that is not the other side's must be own.
 * Directions 2 to 5 lead to higher cells. */
static inline uint32_t prover_flips(const struct prover_tables *t, unsigned to,
                                    uint32_t own, uint32_t other)
{
    uint32_t flips = 0;
    for (unsigned d = 2; d < 6; d++) {
        uint32_t stop = t->ray[to][d] & ~other;
        uint32_t nearest = stop & (0u - stop);
        flips |= nearest & own ? t->ray[to][d] & (nearest - 1) : 0;
    }
    for (unsigned d = 6; d < 10; d++) {
        uint32_t ray = t->ray[to][d % 8], stop = ray & ~other & own;
        if (!stop)
            continue;
        stop = ray & ~other;
        uint32_t nearest = (uint32_t)1 << (31 - __builtin_clz(stop));
        flips |= nearest & own ? ray & ~(2 * nearest - 1) : 0;
    }
    return flips;
}

/* yon_play for a move, with short cuts where nothing turns and no line stands. */
static inline enum ending prover_move_to(const struct prover_tables *t,
                                         const struct yon_state *s, unsigned from,
                                         unsigned to, struct yon_state *next)
{
    const unsigned side = s->side;
    uint32_t own = (s->men[side] & ~((uint32_t)1 << from)) | (uint32_t)1 << to;
    uint32_t other = s->men[!side], flips = 0;
    if (other & t->near[to]) {
        flips = prover_flips(t, to, own, other);
        own |= flips;
        other &= ~flips;
    }
    *next = *s;
    next->side = (uint8_t)!side;
    next->men[side] = own;
    next->men[!side] = other;
    return prover_any_four(t, own) ? yon_judge(t->board, own, to, flips) : GOES_ON;
}

struct prover_move {
    struct yon_state next;
    uint32_t move;
    enum ending ending;
    bool fresh;
};

/* Has the side to move a piece in hand or one that can step? If not, the rules say. */
static inline bool prover_can_step(const struct prover_tables *t,
                                   const struct yon_state *s)
{
    uint32_t empty = ~yon_occupied(s);
    for (uint32_t men = s->men[s->side]; men; men &= men - 1)
        if (t->step[yon_first_cell(men)] & empty)
            return true;
    return s->hand[s->side] != 0;
}

static inline unsigned prover_moves(const struct prover_tables *t,
                                    const struct yon_state *s,
                                    struct prover_move out[PROVER_MOVES])
{
    const uint32_t occupied = yon_occupied(s), all = ((uint32_t)1 << t->board->cells) - 1;
    unsigned n = 0;
    for (uint32_t men = s->men[s->side]; men; men &= men - 1) {
        unsigned from = yon_first_cell(men);
        uint32_t targets = prover_targets(t, from, s->side, occupied);
        for (; targets; targets &= targets - 1) {
            unsigned to = yon_first_cell(targets);
            struct prover_move *m = &out[n++];
            m->ending = prover_move_to(t, s, from, to, &m->next);
            m->move = from << 8 | to;
            m->fresh = false;
        }
    }
    for (uint32_t empty = all & ~occupied; empty && s->hand[s->side];
         empty &= empty - 1) {
        struct prover_move *m = &out[n++];
        unsigned to = yon_first_cell(empty);
        m->ending = yon_play(t->board, s, YON_HAND, to, &m->next);
        m->move = YON_HAND << 8 | to;
        m->fresh = true;
    }
    for (unsigned i = 0; i < n; i++)
        if (out[i].ending == GOES_ON && !prover_can_step(t, &out[i].next))
            out[i].ending = yon_ending(t->board, &out[i].next);
    return n;
}

/* Cells that make a line of four pieces when one arrives there; all cells where such a
 * line stands already. */
static inline uint32_t prover_arrivals(const struct prover_tables *t,
                                       const struct yon_state *s)
{
    const uint32_t own = s->men[s->side], occupied = yon_occupied(s);
    uint32_t arrivals = t->board->counted == YON_ANY ? ~(uint32_t)0 : 0;
    for (unsigned d = 0; d < 4; d++) {
        unsigned k = t->stride[d];
        uint32_t a = occupied, b = occupied >> k, c = occupied >> 2 * k,
                 e = occupied >> 3 * k;
        uint32_t lines = t->start[d] & (own | own >> k | own >> 2 * k | own >> 3 * k);
        uint32_t ab = a & b, ce = c & e;
        uint32_t full = lines & ab & ce;
        arrivals |= (lines & ~a & b & ce) | (lines & a & ~b & ce) << k |
                    (lines & ab & ~c & e) << 2 * k | (lines & ab & c & ~e) << 3 * k;
        if (full)
            return ~(uint32_t)0;
    }
    return arrivals;
}

/* Can the side to move make four? (It may also win by leaving the other side no ply; the
 * search finds that like any other move.) */
static inline bool prover_wins_at_once(const struct prover_tables *t,
                                       const struct yon_state *s)
{
    const uint32_t occupied = yon_occupied(s),
                   arrivals = prover_arrivals(t, s) & ~occupied;
    if (!arrivals)
        return false;
    for (uint32_t men = s->men[s->side]; men; men &= men - 1) {
        unsigned from = yon_first_cell(men);
        uint32_t targets = prover_targets(t, from, s->side, occupied) & arrivals;
        for (; targets; targets &= targets - 1) {
            struct yon_state next;
            if (prover_move_to(t, s, from, yon_first_cell(targets), &next) == ENDS_LOSS)
                return true;
        }
    }
    return false;
}

/* How hard a position nobody has searched looks to its side to move: harder when the
 * other side could win by the next move. The weights are from measurements. */
enum { YON_THREATENED = 4, YON_CALM = 8 };

static inline void prover_guess(const struct prover_tables *t, const struct yon_state *s,
                                uint32_t *phi, uint32_t *delta)
{
    struct yon_state turned = *s;
    turned.side = (uint8_t)!s->side;
    bool threatened = prover_wins_at_once(t, &turned);
    *phi = threatened ? YON_THREATENED : 1;
    *delta = threatened ? 1 : YON_CALM;
}

#endif
