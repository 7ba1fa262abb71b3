/* SPDX-License-Identifier: MIT
 *
 * What the kernels of the colours engine do on a device; solve/colours_state.h says what
 * parts and wholes are and what is gathered and decided. A part is gathered by a block: its
 * warps make the arrivals at all empty cells, in memory that they share, and then the
 * departures. A whole is decided by a warp. A thread has eight placements, or one part or
 * whole of which it looks at the flags.
 */
#ifndef GPU_COLOURS_KERNEL_H
#define GPU_COLOURS_KERNEL_H

#include "gpu/lanes.h"
#include "solve/colours_turns.h"

enum {
    COLOURS_EVENTS = 8,         /* words of 32 bits: wins by distance, then losses */
    COLOURS_LIVE = 1,           /* << side: the whole has open positions */
    COLOURS_FRESH = 4,          /* << colours_news: decided in the last ply */
    COLOURS_ARRIVALS = 14 * 32, /* words of all arrivals of a part: at most, for 12 men */
    COLOURS_PARTS = 8,          /* that a block takes, one after the other */
    COLOURS_EIGHT = 3           /* log of the positions of a thread that places */
};

/* Counters: positions found, and wholes that are wanted, by kind. */
enum { COLOURS_COUNT_FOUND, COLOURS_COUNT_WANTED, COLOURS_COUNTS = 3 };

/* A layer of Yonmoque on the device, and what a kernel is to do with it. */
struct colours_args {
    uint64_t *count;
    const struct yon_numbers *n; /* with pointers to the device */
    unsigned men, empties, whole_words, part_words;
    uint32_t wholes, parts;
    uint32_t *part_of, *whole_of; /* colours_sets.h */
    /* By side to move. */
    uint8_t
        *codes[2]; /* 2^men of each whole; an open position's is what placements give */
    uint64_t *won[2], *lost[2]; /* decided before the current ply */
    uint64_t *allowed[2];       /* all placements lose by now; null: there are none */
    uint32_t *events[2];        /* of each whole, and of all; null likewise */
    uint64_t *gathered[2];      /* departures: part, empty cell */
    uint8_t *flags;             /* whole: live and fresh */
    uint8_t *news;              /* whole: 1 << colours_news */
    uint8_t *wanted;            /* whole: 1 << side, of the current kind */
    uint8_t *active;            /* part: 1 << side whose departures are wanted */
    unsigned kind, plies;       /* enum colours_kind */
    /* Placements by `side`, to the layer with one man more. */
    unsigned side;
    const uint32_t *larger_of; /* its whole_of */
    const uint8_t *after;      /* its codes, other side to move */
};

/* The flag of a decision by `side` that `kind` profits from. */
FAST unsigned colours_news(unsigned side, unsigned kind)
{
    return 1u << (2 * side + kind);
}

FAST bool colours_has_event(const struct colours_args *a, unsigned side, uint64_t whole)
{
    if (!a->events[side])
        return false;
    const uint32_t *events = a->events[side] + whole * COLOURS_EVENTS;
    return events[4 * a->kind + a->plies / 32] >> a->plies % 32 & 1;
}

/* ---- codes -------------------------------------------------------------------------- */

FAST uint64_t colours_load8(const uint8_t *codes)
{
#ifdef __CUDA_ARCH__
    return *(const uint64_t *)codes;
#else
    uint64_t eight;
    memcpy(&eight, codes, 8);
    return eight;
#endif
}

FAST void colours_store8(uint8_t *codes, uint64_t eight)
{
#ifdef __CUDA_ARCH__
    *(uint64_t *)codes = eight;
#else
    memcpy(codes, &eight, 8);
#endif
}

/* Codes that belong to a word; fewer than eight only for two men. */
FAST unsigned colours_per_word(const struct colours_args *a)
{
    return a->men < BITS_LOW ? 1u << a->men : 64;
}

/* Which of up to 64 codes are equal to the given one. */
FAST uint64_t colours_equal(const uint8_t *codes, unsigned count, unsigned code)
{
    const uint64_t ones = 0x0101010101010101, low = 0x7f7f7f7f7f7f7f7f;
    uint64_t equal = 0;
    if (count < 8) {
        for (unsigned i = 0; i < count; i++)
            equal |= (uint64_t)(codes[i] == code) << i;
        return equal;
    }
    for (unsigned i = 0; i < count; i += 8) {
        uint64_t x = colours_load8(codes + i) ^ code * ones;
        uint64_t zero = ~(((x & low) + low) | x) >> 7 & ones;
        equal |= zero * 0x0102040810204080 >> 56 << i;
    }
    return equal;
}

FAST void colours_write(uint8_t *codes, unsigned count, uint64_t bits, unsigned code)
{
    if (count < 8) {
        for (unsigned i = 0; i < count; i++)
            if (bits >> i & 1)
                codes[i] = (uint8_t)code;
        return;
    }
    for (unsigned i = 0; i < count; i += 8) {
        uint64_t bytes = bits_spread(bits >> i & 255);
        if (bytes)
            colours_store8(codes + i,
                           (colours_load8(codes + i) & ~(bytes * 255)) | bytes * code);
    }
}

/* ---- before the first ply ----------------------------------------------------------- */

FAST void colours_link_whole(const struct colours_args *a, uint64_t whole,
                             uint32_t *count)
{
    uint32_t set = a->n->sets[a->men].member[whole], men = set;
    (void)count;
    for (unsigned i = 0; i < a->men; i++, men &= men - 1)
        a->part_of[whole * a->men + i] =
            colours_part_of(a->n, a->men, set, men & (0u - men));
}

FAST void colours_link_part(const struct colours_args *a, uint64_t part, uint32_t *count)
{
    uint32_t set = a->n->sets[a->men - 1].member[part];
    uint32_t empty = ~set & (((uint32_t)1 << a->n->board.cells) - 1);
    (void)count;
    for (unsigned i = 0; i < a->empties; i++, empty &= empty - 1)
        a->whole_of[part * a->empties + i] =
            colours_whole_of(a->n, a->men, set, empty & (0u - empty));
}

/* Placing on a cell: where the positions lie afterwards. `low` are the bits of the index of
 * the first men, base what the other men and the new one add. */
struct colours_landing {
    uint64_t base;
    uint32_t low[COLOURS_EIGHT];
};

FAST struct colours_landing colours_land(const struct colours_args *a, uint64_t whole,
                                         uint32_t set, unsigned cell, uint32_t colours)
{
    const unsigned outside = a->n->board.cells - a->men;
    uint32_t entry = a->larger_of[whole * outside + colours_place_in(~set, cell)];
    uint32_t larger = a->n->sets[a->men + 1].member[entry >> 3];
    const uint8_t *image = a->n->board.image[entry & 7];
    struct colours_landing to;
    to.base = (uint64_t)(entry >> 3) << (a->men + 1);
    to.base += a->side << colours_place_in(larger, image[cell]);
    KERNEL_UNROLL_ALL
    for (unsigned i = 0; i < YON_MEN; i++) {
        uint32_t bit = 0;
        if (set)
            bit = (uint32_t)1 << colours_place_in(larger, image[portable_lowest(set)]);
        if (i < COLOURS_EIGHT)
            to.low[i] = bit;
        else if (colours >> i & 1)
            to.base += bit;
        set &= set - 1;
    }
    return to;
}

/* Merit of a placement in colouring `colours`, after which the code is there. */
FAST unsigned colours_placed(const struct colours_args *a, uint32_t set, unsigned cell,
                             uint32_t colours, unsigned code)
{
    const struct yon_board *b = &a->n->board;
    if (b->five_loses) {
        uint32_t white = yon_white(colours, set), here = (uint32_t)1 << cell;
        if (yon_line(b->five, b->fives, (a->side ? white : set & ~white) | here, here))
            code = code_win(0);
    }
    return colours_merit(code);
}

FAST void colours_note_event(uint32_t *events, uint64_t whole, uint64_t wholes,
                             unsigned code)
{
    const unsigned plies = (code - 1) / 2;
    const unsigned word = (code % 2 ? 0 : 4) + plies / 32;
    const uint32_t bit = (uint32_t)1 << plies % 32;
    if (kernel_load32(events + whole * COLOURS_EVENTS + word) & bit)
        return;
    kernel_or(events + whole * COLOURS_EVENTS + word, bit);
    kernel_or(events + wholes * COLOURS_EVENTS + word, bit);
}

/* Items are runs of eight colourings; of four with two men. */
FAST void colours_place_eight(const struct colours_args *a, uint64_t i, uint32_t *count)
{
    const unsigned log = a->men < COLOURS_EIGHT ? a->men : COLOURS_EIGHT;
    const uint64_t whole = i >> (a->men - log);
    const uint32_t first = (uint32_t)(i << log & (((uint64_t)1 << a->men) - 1));
    const uint32_t set = a->n->sets[a->men].member[whole];
    uint32_t empty = ~set & (((uint32_t)1 << a->n->board.cells) - 1);
    unsigned best[1 << COLOURS_EIGHT] = {0};
    (void)count;
    for (; empty; empty &= empty - 1) {
        const unsigned cell = portable_lowest(empty);
        struct colours_landing to = colours_land(a, whole, set, cell, first);
        KERNEL_UNROLL_ALL
        for (unsigned k = 0; k < 1u << COLOURS_EIGHT; k++) {
            uint64_t at = to.base + (k & 1 ? to.low[0] : 0) + (k & 2 ? to.low[1] : 0) +
                          (k & 4 ? to.low[2] : 0);
            unsigned merit =
                k < 1u << log ? colours_placed(a, set, cell, first + k, a->after[at]) : 0;
            best[k] = merit > best[k] ? merit : best[k];
        }
    }
    uint8_t *codes = a->codes[a->side] + (whole << a->men) + first;
    uint64_t eight = 0;
    KERNEL_UNROLL_ALL
    for (unsigned k = 0; k < 1u << COLOURS_EIGHT; k++) {
        unsigned code = k < 1u << log ? colours_code_of_merit(best[k]) : 0;
        eight |= (uint64_t)code << 8 * k;
        if (code)
            colours_note_event(a->events[a->side], whole, a->wholes, code);
    }
    if (log == COLOURS_EIGHT)
        colours_store8(codes, eight);
    else
        for (unsigned k = 0; k < 1u << log; k++)
            codes[k] = (uint8_t)(eight >> 8 * k);
}

/* Without pieces in hand, positions without a move are lost. */
FAST uint64_t colours_stuck(const struct colours_args *a, uint64_t whole, unsigned side,
                            unsigned word)
{
    const uint32_t set = a->n->sets[a->men].member[whole];
    uint32_t men = set;
    uint64_t can = 0;
    for (unsigned i = 0; i < a->men; i++, men &= men - 1)
        if (yon_targets(&a->n->board, portable_lowest(men), side, set))
            can |= lanes_where(word, a->men, side ? 1u << i : 0, side ? 0 : 1u << i);
    return ~can & bits_low_end(a->men);
}

FAST void colours_begin(const struct colours_args *a, uint64_t whole, uint32_t *found)
{
    for (unsigned side = 0; side < 2; side++)
        for (unsigned j = 0; j < LANES_WHOLE(a->whole_words); j++) {
            const unsigned word = lanes_word(j);
            if (a->events[side] || word >= a->whole_words)
                continue;
            uint64_t stuck = colours_stuck(a, whole, side, word);
            a->lost[side][whole * a->whole_words + word] = stuck;
            colours_write(a->codes[side] + (whole << a->men) + 64 * word,
                          colours_per_word(a), stuck, code_loss(0));
            *found += portable_ones64(stuck);
        }
    a->flags[whole] = COLOURS_LIVE * 3; /* nothing is fresh: ply 1 looks at all */
}

/* ---- what a ply has to look at ------------------------------------------------------ */

/* Which sides have a fresh successor across the part, and a position left to decide. */
FAST void colours_choose_part(const struct colours_args *a, uint64_t part,
                              uint32_t *count)
{
    const uint32_t *entry = a->whole_of + part * a->empties;
    unsigned all = 0, fresh = a->plies == 1 ? 3 : 0;
    (void)count;
    for (unsigned i = 0; i < a->empties; i++)
        all |= a->flags[entry[i] >> 3];
    for (unsigned side = 0; side < 2; side++)
        if (all & COLOURS_FRESH * colours_news(!side, a->kind))
            fresh |= 1u << side;
    a->active[part] = (uint8_t)(fresh & all);
}

/* Wholes that are wanted are counted. */
FAST void colours_choose_whole(const struct colours_args *a, uint64_t whole,
                               uint32_t *count)
{
    unsigned sides = a->plies == 1 ? 3 : 0;
    for (unsigned i = 0; i < a->men; i++)
        sides |= a->active[(a->part_of[whole * a->men + i] >> 3) / a->empties];
    for (unsigned side = 0; side < 2; side++)
        if (colours_has_event(a, side, whole))
            sides |= 1u << side;
    sides &= a->flags[whole] & 3u;
    a->wanted[whole] = (uint8_t)sides;
    if (sides)
        kernel_add(count, COLOURS_COUNT_WANTED + a->kind, 1);
}

/* A loss needs all moves, not only those with news. */
FAST void colours_choose_again(const struct colours_args *a, uint64_t part,
                               uint32_t *count)
{
    unsigned sides = 0;
    (void)count;
    for (unsigned i = 0; i < a->empties; i++)
        sides |= a->wanted[a->whole_of[part * a->empties + i] >> 3];
    a->active[part] = (uint8_t)sides;
}

/* ---- gather ------------------------------------------------------------------------- */

/* What the warps of a block share. */
struct colours_block {
    uint64_t v[2][COLOURS_ARRIVALS]; /* by side; empty cell, word */
    uint8_t any[2][YON_CELLS];
    struct arrival arrival[LANES_WARPS];
};

FAST unsigned colours_empty_cell(uint32_t set, unsigned i)
{
    uint32_t empty = ~set;
    for (; i > 0; i--)
        empty &= empty - 1;
    return portable_lowest(empty);
}

/* How the part lies in the smallest set of the class of part and cell. */
FAST struct lanes_plan colours_plan_arrival(const struct colours_args *a, uint32_t part,
                                            unsigned cell, uint32_t entry)
{
    const uint8_t *image = a->n->board.image[entry & 7];
    uint32_t whole = a->n->sets[a->men].member[entry >> 3];
    struct lanes_plan p = lanes_plan(a->men, colours_place_in(whole, image[cell]));
    for (unsigned i = 0; part; i++, part &= part - 1)
        lanes_plan_bit(&p, i, colours_place_in(whole, image[portable_lowest(part)]));
    return p;
}

/* The vector of one side; false if it is empty. */
FAST bool colours_arrive_side(const struct colours_args *a, const struct lanes_plan *p,
                              const struct arrival *x, uint64_t whole, unsigned side,
                              struct vector *v)
{
    const bool wins = a->kind == COLOURS_WINS;
    const uint64_t *from = (wins ? a->lost : a->won)[!side] + whole * a->whole_words;
    lanes_extract(p, from, side, v);
    for (unsigned j = 0; j < LANES_PART(a->part_words); j++)
        if (!wins && lanes_word(j) < a->part_words)
            v->w[j] = ~v->w[j] & bits_low_end(x->bits);
    if (a->plies != 1 && !vector_any(v, x->bits))
        return false;
    pull_turns(x, side, v);
    judge(x, side, a->plies == 1 && wins, v);
    return vector_any(v, x->bits);
}

/* Arrivals at the i-th empty cell of a part, for the sides that want them. */
FAST void colours_arrive(const struct colours_args *a, uint64_t part, unsigned i,
                         struct colours_block *block, struct arrival *x)
{
    const uint32_t entry = a->whole_of[part * a->empties + i];
    unsigned sides = a->active[part];
    for (unsigned side = 0; side < 2; side++) {
        bool fresh = a->flags[entry >> 3] & COLOURS_FRESH * colours_news(!side, a->kind);
        if (a->kind == COLOURS_WINS && a->plies != 1 && !fresh)
            sides &= ~(1u << side);
        block->any[side][i] = 0;
    }
    if (!sides)
        return;
    lanes_meet(); /* the arrival before this is done with */
    x->b = &a->n->board;
    x->set = a->n->sets[a->men - 1].member[part];
    x->bits = a->men - 1;
    x->cell = colours_empty_cell(x->set, i);
    find_turns(x);
    lanes_meet();
    struct lanes_plan p = colours_plan_arrival(a, x->set, x->cell, entry);
    for (unsigned side = 0; side < 2; side++) {
        struct vector v;
        if (!(sides >> side & 1) || !colours_arrive_side(a, &p, x, entry >> 3, side, &v))
            continue;
        block->any[side][i] = 1;
        for (unsigned j = 0; j < LANES_PART(a->part_words); j++)
            if (lanes_word(j) < a->part_words)
                block->v[side][i * a->part_words + lanes_word(j)] = v.w[j];
    }
}

/* Departures of a side from the i-th empty cell, when all arrivals are there. */
FAST void colours_depart(const struct colours_args *a, uint64_t part, unsigned side,
                         unsigned i, const struct colours_block *block)
{
    const uint32_t set = a->n->sets[a->men - 1].member[part];
    const unsigned words = a->part_words;
    struct vector sum;
    if (!(a->active[part] >> side & 1))
        return;
    uint32_t targets = yon_targets(&a->n->board, colours_empty_cell(set, i), side, set);
    vector_clear(&sum, a->men - 1);
    for (; targets; targets &= targets - 1) {
        unsigned k = colours_place_in(~set, portable_lowest(targets));
        for (unsigned j = 0; j < LANES_PART(words); j++)
            if (block->any[side][k] && lanes_word(j) < words)
                sum.w[j] |= block->v[side][k * words + lanes_word(j)];
    }
    uint64_t *out = a->gathered[side] + (part * a->empties + i) * words;
    for (unsigned j = 0; j < LANES_PART(words); j++)
        if (lanes_word(j) < words)
            out[lanes_word(j)] = sum.w[j];
}

/* ---- decide ------------------------------------------------------------------------- */

/* How the part without the man lies in the whole. */
FAST struct lanes_plan colours_plan_departure(const struct colours_args *a,
                                              uint32_t whole, unsigned man,
                                              uint32_t entry)
{
    const uint8_t *image = a->n->board.image[entry & 7];
    uint32_t part = a->n->sets[a->men - 1].member[(entry >> 3) / a->empties];
    struct lanes_plan p = lanes_plan(a->men, man);
    for (unsigned i = 0; whole; i++, whole &= whole - 1)
        if (i != man)
            lanes_plan_bit(&p, colours_place_in(part, image[portable_lowest(whole)]), i);
    return p;
}

/* Adds what the departures of a man bring. */
FAST void colours_put_man(const struct colours_args *a, uint64_t whole, unsigned man,
                          unsigned sides, struct lanes_whole sum[2])
{
    const uint32_t entry = a->part_of[whole * a->men + man];
    if (a->kind == COLOURS_WINS)
        sides &= a->active[(entry >> 3) / a->empties];
    if (!sides)
        return;
    struct lanes_plan p =
        colours_plan_departure(a, a->n->sets[a->men].member[whole], man, entry);
    KERNEL_UNROLL_ALL
    for (unsigned side = 0; side < 2; side++) {
        const uint64_t *from = a->gathered[side] + (uint64_t)(entry >> 3) * a->part_words;
        struct vector v;
        if (!(sides >> side & 1))
            continue;
        for (unsigned j = 0; j < LANES_PART(a->part_words); j++)
            v.w[j] = lanes_word(j) < a->part_words ? from[lanes_word(j)] : 0;
        if (vector_any(&v, p.bits))
            lanes_insert(&p, &v, side, &sum[side]);
    }
}

/* Wins: a lost successor, or a placement that wins now. Losses: no successor that is not
 * won, and placements that lose by now. Says how many are new. */
FAST unsigned colours_decide_word(const struct colours_args *a, uint64_t whole,
                                  unsigned side, unsigned word, uint64_t sum)
{
    const uint64_t at = whole * a->whole_words + word;
    const unsigned count = colours_per_word(a);
    const bool wins = a->kind == COLOURS_WINS;
    const unsigned code = wins ? code_win(a->plies) : code_loss(a->plies);
    uint8_t *codes = a->codes[side] + (whole << a->men) + 64 * word;
    uint64_t open = ~(a->won[side][at] | a->lost[side][at]) & bits_low_end(a->men);
    uint64_t now = 0, found;
    if (open && colours_has_event(a, side, whole))
        now = colours_equal(codes, count, code) & open;
    if (wins) {
        found = (sum & open) | now;
    } else {
        found = open & ~sum;
        if (a->allowed[side]) { /* from now on moves alone can save them */
            uint64_t allowed = a->allowed[side][at] | now;
            a->allowed[side][at] = allowed;
            found &= allowed;
            colours_write(codes, count, now & ~found, 0);
        }
    }
    colours_write(codes, count, found, code);
    return portable_ones64(found);
}

FAST void colours_decide(const struct colours_args *a, uint64_t whole, uint32_t *found)
{
    const unsigned sides = a->wanted[whole];
    struct lanes_whole sum[2];
    unsigned news = 0;
    if (!sides)
        return;
    KERNEL_UNROLL_ALL
    for (unsigned j = 0; j < LANES_WHOLE(a->whole_words); j++)
        sum[0].w[j] = sum[1].w[j] = 0;
    for (unsigned man = 0; man < a->men; man++)
        colours_put_man(a, whole, man, sides, sum);
    KERNEL_UNROLL_ALL
    for (unsigned side = 0; side < 2; side++) {
        unsigned fresh = 0;
        if (!(sides >> side & 1))
            continue;
        KERNEL_UNROLL_ALL
        for (unsigned j = 0; j < LANES_WHOLE(a->whole_words); j++)
            if (lanes_word(j) < a->whole_words)
                fresh +=
                    colours_decide_word(a, whole, side, lanes_word(j), sum[side].w[j]);
        *found += fresh;
        if (lanes_some(fresh > 0)) /* wins are news for losses and the reverse */
            news |= colours_news(side, !a->kind);
    }
    if (news)
        a->news[whole] = (uint8_t)(a->news[whole] | news);
}

/* Takes the news over into won and lost. */
FAST void colours_commit(const struct colours_args *a, uint64_t whole, uint32_t *found)
{
    const unsigned news = a->news[whole], count = colours_per_word(a);
    unsigned flags = a->flags[whole] & 3u;
    (void)found;
    for (unsigned side = 0; side < 2; side++) {
        bool some = false;
        if (!(news >> 2 * side & 3))
            continue;
        for (unsigned j = 0; j < LANES_WHOLE(a->whole_words); j++) {
            const unsigned word = lanes_word(j);
            const uint64_t at = whole * a->whole_words + word;
            if (word >= a->whole_words)
                continue;
            const uint8_t *codes = a->codes[side] + (whole << a->men) + 64 * word;
            uint64_t won = a->won[side][at], lost = a->lost[side][at];
            won |= colours_equal(codes, count, code_win(a->plies));
            lost |= colours_equal(codes, count, code_loss(a->plies));
            a->won[side][at] = won;
            a->lost[side][at] = lost;
            some = some || (~(won | lost) & bits_low_end(a->men));
        }
        if (!lanes_some(some))
            flags &= ~((unsigned)COLOURS_LIVE << side);
    }
    lanes_meet(); /* all lanes have read the flags */
    a->flags[whole] = (uint8_t)(flags | COLOURS_FRESH * news);
    a->news[whole] = 0;
}

#endif
