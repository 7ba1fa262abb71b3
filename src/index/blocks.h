/* SPDX-License-Identifier: MIT
 *
 * The compiled index: the numbering of a diagram (zdd/zdd.h) from tables.
 *
 * Rank. Cells are grouped into blocks; a block's cells, packed, are a code. The diagram is an
 * automaton that reads one code after the other, so with
 *   kind    what a code does to every node of the automaton (codes of one kind do the same)
 *   next    (node, kind) -> node before the next block
 *   term    (node, code) -> members that agree before this block and come earlier in it
 * the number of a member is the sum of one term per block. Only the chain of nodes is
 * serial, and its table is small; terms are independent look-ups. Codes are stored by how
 * many members use them, so that the part of a table that is in use stays dense. Node 0 is
 * dead and leads to itself: a non-member is noticed once, at the end.
 *
 * Unrank. A node's jumps split its members, in order, into runs that agree on their next
 * cells: many cells where these are nearly certain, few where not, so that every jump is
 * about as likely as the others (as in Tunstall's code), and the more of them the more
 * often the node is come to. A member takes about five. A guide starts the search for a
 * jump next to its end; two steps further without a branch, because a mispredicted one
 * would cost more than the rest.
 *
 * Plain structs, no calls: compiles as C, as CUDA device code and as wasm.
 */
#ifndef INDEX_BLOCKS_H
#define INDEX_BLOCKS_H

#include "base/portable.h"

#include <stdbool.h>
#include <stdint.h>

#define INDEX_NONE UINT64_MAX /* the number of what is not a member */

enum {
    BLOCKS_LANES = 16,  /* positions treated at once by the functions for many */
    BLOCKS_WORDS = 16,  /* a packed position has at most so many words */
    BLOCKS_JUMPS = 1024 /* a member takes at most so many jumps: at least one cell each */
};

struct block_code {
    uint16_t place; /* column in `term` */
    uint16_t kind;
};

/* Members from number `from` of a node on, up to the next jump's, have these cells
 * next. A node is written as its key: first entry of its guide << 6 | shift of its
 * guide; 0 is the node behind the last cell, which jumps to itself. */
struct block_jump {
    uint64_t from;
    uint64_t code; /* the cells, where they belong in the word */
    uint32_t word; /* of the packed position */
    uint32_t key;  /* of the node behind them */
};

struct blocks {
    uint64_t count; /* members */
    uint64_t bytes; /* of all tables, in one block: */
    const void *memory;
    uint32_t cells, states;
    uint32_t cell_bits;   /* of a packed cell */
    uint32_t block_cells; /* in one block; the last block may have fewer */
    uint32_t block_bits;  /* cell_bits * block_cells */
    uint32_t word_blocks; /* blocks in one word of a packed position, first one lowest */
    uint32_t word_cells;  /* block_cells * word_blocks */
    uint32_t words;       /* of a packed position */
    uint32_t block_count;
    uint32_t kind_bits; /* kinds are numbered in so many bits */
    uint32_t stride;    /* columns of `term` */
    uint32_t nodes;     /* 0 is dead, 1 is done */
    uint32_t root;
    uint32_t jump_root; /* key */
    uint32_t jumps, guides;

    const struct block_code *code; /* by code */
    const uint16_t *next;          /* by node << kind_bits | kind */
    const uint64_t *term;          /* by node * stride + place */
    const struct block_jump *jump; /* lists, each ended by two jumps from UINT64_MAX */
    const uint32_t *guide; /* by (key >> 6) + (number >> shift): index of a jump */
};

/* Points to a copy of the tables, for example on another device. */
FAST void blocks_attach(struct blocks *x, const void *memory)
{
    const char *from = (const char *)x->memory, *to = (const char *)memory;
    x->code = (const struct block_code *)(to + ((const char *)x->code - from));
    x->next = (const uint16_t *)(to + ((const char *)x->next - from));
    x->term = (const uint64_t *)(to + ((const char *)x->term - from));
    x->jump = (const struct block_jump *)(to + ((const char *)x->jump - from));
    x->guide = (const uint32_t *)(to + ((const char *)x->guide - from));
    x->memory = memory;
}

/* blocks_rank for a known shape: with literals the inner loop unrolls. */
FAST uint64_t blocks_rank_shaped(const struct blocks *x, const uint64_t *packed,
                                 uint32_t block_bits, uint32_t word_blocks)
{
    const struct block_code *const codes = x->code;
    const uint64_t *const term = x->term;
    const uint16_t *const next = x->next;
    const uint32_t kind_bits = x->kind_bits;
    const uint64_t mask = ((uint64_t)1 << block_bits) - 1, stride = x->stride;
    uint64_t number = 0;
    uint32_t node = x->root;
    for (uint32_t left = x->block_count; left > 0; packed++) {
        uint64_t word = *packed;
        uint32_t here = left < word_blocks ? left : word_blocks;
        left -= here;
        if (here == word_blocks) {
            for (uint32_t b = 0; b < word_blocks; b++, word >>= block_bits) {
                struct block_code code = codes[word & mask];
                number += term[node * stride + code.place];
                node = next[node << kind_bits | code.kind];
            }
            continue;
        }
        for (; here > 0; here--, word >>= block_bits) {
            struct block_code code = codes[word & mask];
            number += term[node * stride + code.place];
            node = next[node << kind_bits | code.kind];
        }
    }
    return node == 1 ? number : INDEX_NONE;
}

/* Number of a packed position, INDEX_NONE when it is no member. */
FAST uint64_t blocks_rank(const struct blocks *x, const uint64_t *packed)
{
    return x->block_bits == 12
               ? blocks_rank_shaped(x, packed, 12, 5)
               : blocks_rank_shaped(x, packed, x->block_bits, x->word_blocks);
}

/* The jump of a node that the number falls into. */
FAST const struct block_jump *blocks_find(const struct blocks *x, uint32_t key,
                                          uint64_t number)
{
    const struct block_jump *at = x->jump + x->guide[(key >> 6) + (number >> (key & 63))];
    at += at[1].from <= number;
    at += at[1].from <= number;
    while (at[1].from <= number)
        at++;
    return at;
}

/* The member with this number, which must be below count. */
FAST void blocks_unrank(const struct blocks *x, uint64_t number, uint64_t *packed)
{
    for (uint32_t w = 0; w < x->words; w++)
        packed[w] = 0;
    uint32_t key = x->jump_root;
    do {
        const struct block_jump *jump = blocks_find(x, key, number);
        number -= jump->from;
        packed[jump->word] |= jump->code;
        key = jump->key;
    } while (key != 0);
}

/* Several at once, `words` words each: the look-ups of one member wait for each other,
 * those of different members do not. */
FAST void blocks_unrank_lanes(const struct blocks *x, const uint64_t number[BLOCKS_LANES],
                              uint64_t *packed)
{
    uint64_t left[BLOCKS_LANES];
    uint32_t key[BLOCKS_LANES], going;
    for (uint32_t i = 0; i < x->words * BLOCKS_LANES; i++)
        packed[i] = 0;
    for (uint32_t i = 0; i < BLOCKS_LANES; i++) {
        left[i] = number[i];
        key[i] = x->jump_root;
    }
    do {
        going = 0;
        for (uint32_t i = 0; i < BLOCKS_LANES; i++) {
            const struct block_jump *jump = blocks_find(x, key[i], left[i]);
            left[i] -= jump->from;
            packed[i * x->words + jump->word] |= jump->code;
            key[i] = jump->key;
            going |= jump->key;
        }
    } while (going);
}

FAST void blocks_pack(const struct blocks *x, const uint8_t *state, uint64_t *packed)
{
    for (uint32_t first = 0; first < x->cells; first += x->word_cells, packed++) {
        uint64_t word = 0;
        for (uint32_t c = 0; c < x->word_cells && first + c < x->cells; c++)
            word |= (uint64_t)state[first + c] << c * x->cell_bits;
        *packed = word;
    }
}

FAST void blocks_unpack(const struct blocks *x, const uint64_t *packed, uint8_t *state)
{
    const uint64_t mask = ((uint64_t)1 << x->cell_bits) - 1;
    for (uint32_t first = 0; first < x->cells; first += x->word_cells, packed++)
        for (uint32_t c = 0; c < x->word_cells && first + c < x->cells; c++)
            state[first + c] = (uint8_t)(*packed >> c * x->cell_bits & mask);
}

/* In order from any number: blocks_seek, then blocks_advance until it answers false. */
struct blocks_walk {
    uint64_t packed[BLOCKS_WORDS];
    uint64_t number;
    uint32_t depth;
    uint32_t jump[BLOCKS_JUMPS];  /* taken from each node on the way */
    uint64_t under[BLOCKS_JUMPS]; /* the word of `packed` before the jump was put in */
};

FAST uint32_t blocks_put(const struct blocks *x, struct blocks_walk *walk,
                         uint32_t number)
{
    const struct block_jump *jump = &x->jump[number];
    uint64_t *word = &walk->packed[jump->word];
    walk->jump[walk->depth] = number;
    walk->under[walk->depth++] = *word;
    *word |= jump->code;
    return jump->key;
}

FAST void blocks_seek(const struct blocks *x, struct blocks_walk *walk, uint64_t number)
{
    for (uint32_t w = 0; w < BLOCKS_WORDS; w++)
        walk->packed[w] = 0;
    walk->number = number;
    walk->depth = 0;
    for (uint32_t key = x->jump_root; key != 0;) {
        const struct block_jump *jump = blocks_find(x, key, number);
        number -= jump->from;
        key = blocks_put(x, walk, (uint32_t)(jump - x->jump));
    }
}

FAST bool blocks_advance(const struct blocks *x, struct blocks_walk *walk)
{
    uint32_t jump, key;
    do {
        if (walk->depth == 0)
            return false;
        jump = walk->jump[--walk->depth];
        walk->packed[x->jump[jump].word] = walk->under[walk->depth];
        jump++;
    } while (x->jump[jump].from == UINT64_MAX);
    while ((key = blocks_put(x, walk, jump)) != 0)
        jump = x->guide[key >> 6];
    walk->number++;
    return true;
}

#endif
