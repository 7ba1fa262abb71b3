/* SPDX-License-Identifier: MIT
 *
 * Vectors of 2^k bits, one bit for each colouring of k men, and what the men engine does
 * with them. Bit i of an index is the colour of the i-th man. An exchange of index bits
 * carries a vector from the order of one set of points to that of another: a man moves,
 * and a symmetry of the board renames the others.
 */
#ifndef SOLVE_MEN_KERNEL_H
#define SOLVE_MEN_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MEN_BITS = 24,   /* most men */
    MEN_DENSE = 10,  /* vectors of fewer index bits are handled bit by bit */
    MEN_AT_POINT = 6 /* most lines through a point: the centre of seven men */
};

/* Lines through the man who has just moved: masks of the other two men of each. */
struct men_lines {
    unsigned lines;
    uint32_t mask[MEN_AT_POINT];
};

static inline bool men_closes(const struct men_lines *l, uint32_t colouring)
{
    for (unsigned i = 0; i < l->lines; i++)
        if ((colouring & l->mask[i]) == l->mask[i])
            return true;
    return false;
}

/* A move as the colourings of its set see it. */
struct men_way {
    uint8_t there[MEN_BITS]; /* man i here is man there[i] after the move */
    uint8_t man;             /* who moves, here */
    uint8_t arrived;         /* the same, there */
    struct men_lines mill;   /* through him, there */
};

/* It is seen by all colourings at once. */
struct men_gather {
    unsigned k;
    const struct men_way *way;
    const uint64_t *plain; /* there, where the move closes no mill; null: zeros */
    const uint64_t *taken; /* there, where it closes one; null: zeros */
};

/* What the colourings of the six lowest men become after a move. */
struct men_low {
    uint32_t place[64];
    uint8_t near[64]; /* the same in bytes */
    bool is_near;     /* all are below 128, and the vector there is as long */
};

struct men_kernel {
    const char *name;
    /* acc |= what is found after the move, for those who have the man. */
    void (*any)(const struct men_gather *g, uint64_t *acc, uint64_t *buffer);
    /* acc &= the same; who has not the man keeps his bit. */
    void (*all)(const struct men_gather *g, uint64_t *acc, uint64_t *buffer);
    /* The same for single places. carry: of n places there those that the move leads to,
     * closing a mill or not, as colourings here; keep: of n colourings here those who have
     * not the man or find a one after the move. How many are left. */
    unsigned (*carry)(unsigned k, const struct men_way *way, bool closing,
                      const uint32_t *place, unsigned n, uint32_t *out);
    unsigned (*keep)(const struct men_gather *g, uint32_t *colouring, unsigned n);
    /* out[c] = in[complement of c]. */
    void (*reverse)(uint64_t *out, const uint64_t *in, unsigned k);
    /* best[v] = the larger of it and row[(high | low place v) ^ flip], for the v of
     * `where`; 64 merits. */
    void (*better)(int8_t *best, const int8_t *row, uint32_t high, uint32_t flip,
                   const struct men_low *low, uint64_t where);
    /* out[c] = in[place], where bit to[i] of the place is bit i of c; 2^k bytes, at least 64,
     * both at multiples of 8. Null where that is not faster than looking them up. */
    void (*rename_bytes)(int8_t *out, const int8_t *in, unsigned k, const uint8_t *to);
    /* out[c] = (codes[c] == code); the number of ones. */
    uint64_t (*equal)(uint64_t *out, const uint8_t *codes, unsigned k, uint8_t code);
};

/* Two vectors' worth of words. */
static inline size_t men_buffer_words(unsigned k)
{
    return (size_t)2 << (k > 9 ? k - 6 : 3);
}

/* The forms that this processor can run, best first; null after the last. */
const struct men_kernel *men_kernel(unsigned i);

#endif
