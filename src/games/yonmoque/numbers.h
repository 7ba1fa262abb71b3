/* SPDX-License-Identifier: MIT
 *
 * The numbers of Yonmoque's positions. A layer is what the players hold; its boards have
 * k pieces, a set of k occupied cells and one of 2^k colourings (bit i: the i-th occupied
 * cell holds a white piece).
 *
 *   rank  layer, side to move, occupied set, colouring; every set
 *   slot  the same with one set of each class of symmetric ones, the smallest as a number
 *
 * A set that is its own image keeps all its colourings: slots of symmetric colourings hold
 * equal values, but the numbering stays a product, which is what the bit-parallel engine
 * lives on. Layers are numbered in the order in which they can be solved: most pieces on
 * the board first. Both hands are below the full one except in the first two plies; these
 * come last, one slot for each position.
 *
 * Sets of k cells are ranked in increasing order: by their upper cells (12 bits), then by
 * their lower ones (13 bits). A bit for each tells the smallest of their classes, so that
 * counting bits numbers the classes.
 */
#ifndef GAMES_YONMOQUE_NUMBERS_H
#define GAMES_YONMOQUE_NUMBERS_H

#include "base/error.h"
#include "games/yonmoque/rules.h"

enum {
    YON_LOW = 13,            /* cells of the lower part */
    YON_LOWS = 1 << YON_LOW, /* sets of them */
    YON_HIGHS = 1 << (YON_CELLS - YON_LOW),
    YON_MEN = 2 * YON_PIECES, /* no board has more */
    YON_LAYERS = YON_PIECES * YON_PIECES
};

/* The sets of k cells. */
struct yon_sets {
    uint32_t sets, classes;
    uint32_t start[YON_HIGHS + 1]; /* rank of the first set with these upper cells */
    uint64_t *smallest;            /* by rank: is it the smallest of its class? */
    uint32_t *before;              /* classes before each 64 ranks */
    uint32_t *member;              /* the smallest set of each class */
};

struct yon_layer {
    uint8_t hand[2], men;
    uint64_t first_rank, first_slot; /* blue to move; then white to move */
};

struct yon_numbers {
    struct yon_board board;
    uint16_t low_rank[YON_LOWS]; /* among those with as many cells */
    uint16_t low_set[YON_LOWS];  /* sorted by number of cells, then value */
    uint16_t low_start[YON_LOW + 2];
    uint32_t image_low[YON_SYMMETRIES][YON_LOWS];
    uint32_t image_high[YON_SYMMETRIES][YON_HIGHS];
    struct yon_sets sets[YON_MEN + 1];
    unsigned layers;
    struct yon_layer layer[YON_LAYERS];
    uint8_t layer_of[YON_PIECES][YON_PIECES]; /* by hands */
    uint64_t second_rank, second_slot;        /* one blue piece on cell 0.. */
    uint64_t start_rank, start_slot;          /* the empty board */
};

enum code yon_numbers_make(const struct yon_board *board, struct yon_numbers **out,
                           struct error *err);
void yon_numbers_free(struct yon_numbers *n);

FAST uint32_t yon_turned(const struct yon_numbers *n, unsigned g, uint32_t set)
{
    return n->image_low[g][set % YON_LOWS] | n->image_high[g][set / YON_LOWS];
}

/* Rank of a set among those with as many cells. */
FAST uint32_t yon_set_rank(const struct yon_numbers *n, unsigned men, uint32_t set)
{
    return n->sets[men].start[set / YON_LOWS] + n->low_rank[set % YON_LOWS];
}

FAST uint32_t yon_set_at(const struct yon_numbers *n, unsigned men, uint32_t rank)
{
    const uint32_t *start = n->sets[men].start;
    uint32_t high = 0;
    for (uint32_t step = YON_HIGHS / 2; step; step /= 2)
        if (start[high + step] <= rank)
            high += step;
    unsigned low_men = men - portable_ones(high);
    return high * YON_LOWS | n->low_set[n->low_start[low_men] + rank - start[high]];
}

/* Number of the class of a set and a symmetry that takes the set to the smallest of its
 * class. */
FAST uint32_t yon_class(const struct yon_numbers *n, unsigned men, uint32_t set,
                        unsigned *symmetry)
{
    uint32_t least = set;
    *symmetry = 0;
    for (unsigned g = 1; g < n->board.symmetries; g++) {
        uint32_t image = yon_turned(n, g, set);
        if (image < least) {
            least = image;
            *symmetry = g;
        }
    }
    uint32_t rank = yon_set_rank(n, men, least);
    const struct yon_sets *s = &n->sets[men];
    uint64_t below = s->smallest[rank / 64] & (((uint64_t)1 << rank % 64) - 1);
    return s->before[rank / 64] + portable_ones64(below);
}

/* How many sets the class of a set has. */
FAST unsigned yon_class_size(const struct yon_numbers *n, uint32_t set)
{
    unsigned fixed = 0;
    for (unsigned g = 0; g < n->board.symmetries; g++)
        fixed += yon_turned(n, g, set) == set;
    return n->board.symmetries / fixed;
}

/* The colouring: bits of `white` at the places of `set`, packed; and back. */
FAST uint32_t yon_colouring(uint32_t white, uint32_t set)
{
    uint32_t colours = 0;
    for (unsigned i = 0; set; i++, set &= set - 1)
        colours |= (white & set & (0u - set) ? (uint32_t)1 : 0) << i;
    return colours;
}

FAST uint32_t yon_white(uint32_t colours, uint32_t set)
{
    uint32_t white = 0;
    for (; set; set &= set - 1, colours >>= 1)
        white |= colours & 1 ? set & (0u - set) : 0;
    return white;
}

/* The three kinds of position: start, one blue piece, in a layer. */
FAST bool yon_is_first(const struct yon_numbers *n, const struct yon_state *s)
{
    return s->hand[0] == n->board.pieces || s->hand[1] == n->board.pieces;
}

FAST const struct yon_layer *yon_layer_of(const struct yon_numbers *n,
                                          const struct yon_state *s)
{
    return &n->layer[n->layer_of[s->hand[0]][s->hand[1]]];
}

FAST unsigned yon_lowest(uint32_t set)
{
    return portable_ones(~set & (set - 1));
}

FAST uint64_t yon_rank(const struct yon_numbers *n, const struct yon_state *s)
{
    uint32_t set = yon_occupied(s);
    if (yon_is_first(n, s))
        return set ? n->second_rank + yon_lowest(set) : n->start_rank;
    const struct yon_layer *l = yon_layer_of(n, s);
    uint64_t boards = s->side ? n->sets[l->men].sets : 0;
    boards += yon_set_rank(n, l->men, set);
    return l->first_rank + (boards << l->men) + yon_colouring(s->men[1], set);
}

FAST uint64_t yon_slot(const struct yon_numbers *n, const struct yon_state *s)
{
    uint32_t set = yon_occupied(s);
    if (yon_is_first(n, s))
        return set ? n->second_slot + yon_lowest(set) : n->start_slot;
    const struct yon_layer *l = yon_layer_of(n, s);
    unsigned g;
    uint64_t boards = s->side ? n->sets[l->men].classes : 0;
    boards += yon_class(n, l->men, set, &g);
    uint32_t white = yon_turned(n, g, s->men[1]);
    return l->first_slot + (boards << l->men) +
           yon_colouring(white, yon_turned(n, g, set));
}

FAST void yon_first(const struct yon_numbers *n, uint32_t blue, struct yon_state *out)
{
    uint8_t pieces = n->board.pieces;
    out->men[0] = blue;
    out->men[1] = 0;
    out->hand[0] = (uint8_t)(pieces - (blue != 0));
    out->hand[1] = pieces;
    out->side = blue != 0;
}

FAST void yon_in_layer(const struct yon_layer *l, unsigned side, uint32_t set,
                       uint32_t colours, struct yon_state *out)
{
    out->men[1] = yon_white(colours, set);
    out->men[0] = set & ~out->men[1];
    out->hand[0] = l->hand[0];
    out->hand[1] = l->hand[1];
    out->side = (uint8_t)side;
}

FAST void yon_unrank(const struct yon_numbers *n, uint64_t rank, struct yon_state *out)
{
    if (rank >= n->second_rank) {
        uint64_t cell = rank - n->second_rank;
        yon_first(n, rank == n->start_rank ? 0 : (uint32_t)1 << cell, out);
        return;
    }
    unsigned i = n->layers - 1;
    while (n->layer[i].first_rank > rank)
        i--;
    const struct yon_layer *l = &n->layer[i];
    uint64_t boards = (rank - l->first_rank) >> l->men, sets = n->sets[l->men].sets;
    uint32_t set = yon_set_at(n, l->men, (uint32_t)(boards % sets));
    uint32_t mask = ((uint32_t)1 << l->men) - 1;
    yon_in_layer(l, boards >= sets, set, (uint32_t)(rank - l->first_rank) & mask, out);
}

FAST void yon_at_slot(const struct yon_numbers *n, uint64_t slot, struct yon_state *out)
{
    if (slot >= n->second_slot) {
        uint64_t cell = slot - n->second_slot;
        yon_first(n, slot == n->start_slot ? 0 : (uint32_t)1 << cell, out);
        return;
    }
    unsigned i = n->layers - 1;
    while (n->layer[i].first_slot > slot)
        i--;
    const struct yon_layer *l = &n->layer[i];
    uint64_t boards = (slot - l->first_slot) >> l->men, sets = n->sets[l->men].classes;
    uint32_t set = n->sets[l->men].member[boards % sets];
    uint32_t mask = ((uint32_t)1 << l->men) - 1;
    yon_in_layer(l, boards >= sets, set, (uint32_t)(slot - l->first_slot) & mask, out);
}

#endif
