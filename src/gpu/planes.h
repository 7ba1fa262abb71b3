/* SPDX-License-Identifier: MIT
 *
 * NOCCAxNOCCA on a GPU, as matrices of bits. A board of an even number of rows is two halves
 * (games/nocca/halves.h): a, black's, in class K = (w, b), and x, the other one flipped, in class
 * K* = (C-b, C-w). Black moves. T_K[a][x] are two planes, won and lost; with white to move
 * it is the transpose, T_K*[x][a].
 *
 * What the position tells is not stored: x with a threat is won in one; a with two is lost
 * in two, with one that black cannot end, too. So columns are the x without threat, rows
 * the a without, then those with one ("live"), then one row for all that are lost so. Of a
 * column and its mirror image only one is kept.
 *
 * A ply asks for every open position: has it a child among those lost (odd plies: then it is
 * won), those not won (even plies: if there is none it is lost)? With s these children,
 *     inside a:  OR of rows a' of S_K = transpose of s(T_K*)
 *     inside x:  OR of rows x' of s(T_K*), transposed
 *     a to x:    for each column c of the board, rows x with a piece pushed near c of
 *                s(T_(w,b-1)*), transposed, so that its rows are a with that piece in hand
 *     x to a:    the same with the halves exchanged, into what is inside x
 * so that there are only ORs of rows and transposes. A transposed tile of the rows x gives the
 * rows a, the tile of their mirror images the mirror images.
 */
#ifndef GPU_PLANES_H
#define GPU_PLANES_H

#include "base/run.h"
#include "games/nocca/halves.h"
#include "gpu/device.h"
#include "gpu/planes_kernels.h"

struct planes_rows {
    uint32_t *start;
    struct planes_quad *quad;
};

struct planes_class {
    uint32_t class_, white, black;
    uint32_t none, one, live, rows;
    uint32_t columns, first_kill; /* when it is the class of x */
    /* The plane of the rows of this class. */
    uint32_t log_width, strips;
    uint64_t table_at, other_at; /* words before it, in the table and in S */
    /* On the device. */
    uint32_t *row_of, *canonical, *image, *place, *push[2];
    uint8_t *shows;
    uint16_t *mobility;
    uint32_t *column_shows[2], *column_self;
    struct planes_rows black_stays, white_stays, black_goes, white_goes;
    /* What is open in the plane, after a ply: columns by strip of the other table, in all;
     * rows. */
    uint32_t *open_tiles, *open_columns;
    uint8_t *open_rows;
};

enum { PLANES_BLOCKS = 1024 /* of device memory, at most */ };

struct planes {
    const struct device *device;
    const struct planes_kernels *kernels;
    struct run *run;
    struct pack_tables half, *device_half;
    struct planes_class class_[PACK_CLASSES];
    uint64_t table_words, other_words;
    uint32_t *won, *lost;  /* on the device, as all that follow */
    uint32_t *other;       /* S */
    uint32_t *inside;      /* of one class at a time */
    uint32_t *gone, *come; /* a piece in hand that leaves a, that leaves x */
    uint32_t *depth;
    uint64_t *count;
    void *block[PLANES_BLOCKS];
    unsigned blocks;
    uint64_t bytes;    /* taken on the device */
    uint64_t stuck[2]; /* lost in 0: positions of P, as planes_ply counts them */
};

/* Bytes of device memory, about. */
uint64_t planes_memory(const struct nocca_halves *h);

enum code planes_make(struct planes *p, const struct nocca_halves *halves,
                      const struct device *device, const struct planes_kernels *kernels,
                      struct run *run, struct error *err);
void planes_free(struct planes *p);

/* Ply n >= 1, after all before it; decided are positions of P in the planes, those of rows
 * without threat and with one. */
enum code planes_ply(struct planes *p, unsigned plies, uint64_t decided[2],
                     struct error *err);

/* Codes of slots first .. first+count-1 into memory of the device. */
void planes_codes_put(struct planes *p, const struct nocca_halves *h, uint64_t first,
                      uint64_t count, uint8_t *codes);

/* Class K* of K. */
static inline struct planes_class *planes_star(struct planes *p,
                                               const struct planes_class *k)
{
    return &p->class_[6 * (p->half.columns - k->black) + p->half.columns - k->white];
}

/* After the second ply: the rows that stand for positions lost in two. */
void planes_lose(struct planes *p, const struct planes_class *k);

/* For planes_make: device memory that planes_free gives back. */
enum code planes_take(struct planes *p, uint64_t count, uint64_t size, const char *what,
                      void *out_pointer, struct error *err);

enum code planes_put_halves(struct planes *p, const struct nocca_halves *h,
                            struct error *err);

#endif
