/* SPDX-License-Identifier: MIT
 *
 * Boards of Sixteen Musashi. A board is drawn as straight lines through numbered points;
 * edges (neighbours on a line), capture pairs (a, b around m, consecutive on a line) and
 * symmetries (pictures of the board that keep the lines) follow from the drawing.
 *
 * A set of points is a bit mask. A position with black on p and brown on a set has the
 * *index* of that set in p's slice: N-1 bits, each a point, in an order that suits the
 * bit-parallel engine. One point, the spare, has no bit of its own and takes the one that
 * p leaves unused. So every move changes an index by moving one bit, and no bits have to
 * be closed up. Black's points below the middle row have no slice; those positions are
 * seen in the mirror.
 */
#ifndef GAMES_MUSASHI_BOARD_H
#define GAMES_MUSASHI_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MUS_POINTS = 33,
    MUS_PAIRS = 4,
    MUS_SYMMETRIES = 8,
    MUS_ROWS = 5,
    MUS_COLUMNS = 7,
    MUS_BYTES = 5, /* of a set of points */
    MUS_NO_POINT = 255
};

struct mus_drawing {
    const char *name;
    const char *rows[MUS_ROWS]; /* point numbers from the top, '.' for no point */
    const char *lines;          /* "10-11-12 5-6-7": consecutive points */
    const char *bits;           /* points in the order of their bits, the spare last */
    const char *initial;
};

extern const struct mus_drawing mus_drawings[]; /* ends with a null name */

struct mus_board {
    const struct mus_drawing *drawing;
    unsigned points, rows, columns;
    uint8_t at[MUS_ROWS][MUS_COLUMNS]; /* point there, or MUS_NO_POINT */
    uint64_t near[MUS_POINTS];         /* neighbours */
    unsigned pairs[MUS_POINTS];        /* capture pairs on arrival */
    uint64_t pair[MUS_POINTS][MUS_PAIRS];
    unsigned symmetries;
    uint8_t image[MUS_SYMMETRIES][MUS_POINTS]; /* 0 the identity, 1 the mirror */

    unsigned slices;            /* black points on or above the middle row */
    uint8_t black[MUS_POINTS];  /* of a slice */
    uint8_t slice[MUS_POINTS];  /* of a black point, through the mirror if need be */
    bool on_axis[MUS_POINTS];   /* the mirror leaves the point where it is */
    uint8_t bit_of[MUS_POINTS]; /* MUS_NO_POINT for the spare */
    uint8_t spare;
    uint64_t pack[MUS_POINTS][MUS_BYTES][256];   /* by black point: set to index */
    uint64_t unpack[MUS_POINTS][MUS_BYTES][256]; /* by slice: index to set */
};

void mus_board_make(struct mus_board *b, const struct mus_drawing *drawing);

/* The bit of point j in the slice of p. */
static inline unsigned mus_bit(const struct mus_board *b, unsigned p, unsigned j)
{
    return j == b->spare ? b->bit_of[p] : b->bit_of[j];
}

static inline uint64_t mus_slice_size(const struct mus_board *b)
{
    return (uint64_t)1 << (b->points - 1);
}

/* Index of the set in the slice of p, mirrored when p is below the middle row. */
static inline uint64_t mus_index(const struct mus_board *b, unsigned p, uint64_t brown)
{
    uint64_t index = 0;
    for (unsigned k = 0; k < MUS_BYTES; k++)
        index |= b->pack[p][k][brown >> 8 * k & 255];
    return index;
}

static inline uint64_t mus_set(const struct mus_board *b, unsigned slice, uint64_t index)
{
    uint64_t brown = 0;
    for (unsigned k = 0; k < MUS_BYTES; k++)
        brown |= b->unpack[slice][k][index >> 8 * k & 255];
    return brown;
}

/* What black, arriving on p, leaves of the brown men. */
static inline uint64_t mus_capture(const struct mus_board *b, unsigned p, uint64_t brown)
{
    for (unsigned k = 0; k < b->pairs[p]; k++)
        if ((brown & b->pair[p][k]) == b->pair[p][k])
            brown &= ~b->pair[p][k];
    return brown;
}

/* Image of a set of points under symmetry k. */
uint64_t mus_image(const struct mus_board *b, unsigned k, uint64_t set);

#endif
