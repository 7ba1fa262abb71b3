/* SPDX-License-Identifier: MIT
 *
 * What the files of the matrix engine share (matrix.c tells the idea, games/nocca/halves.h
 * what halves, fronts, tails, classes and columns are). Everything here is plain arrays, so
 * that kernels for other machines can use the same tables.
 *
 * T_k, for each class k of A: one bit per row A and column x, "black to move has won", and
 * another, "has lost". Rows: the quiet halves by number, then the loud ones (one threat)
 * that black may be able to answer, then one row for all other loud ones, which are lost in
 * 2. Columns: first the open ones, in the order of the table, then kills; each part is
 * filled up to whole strips with columns that count as won. White to move is the
 * transpose: class k* of x as rows. On an odd number of rows fronts are middle rows, columns
 * have an empty one, and white to move is made of many transposes (matrix_middle.c).
 *
 * A plane is stored strip by strip: `rows` lines of `width` bytes, 8 * width columns.
 */
#ifndef SOLVE_MATRIX_STATE_H
#define SOLVE_MATRIX_STATE_H

#include "games/nocca/halves.h"
#include "solve/bit_stream.h"

#include <stddef.h>

enum {
    MATRIX_TILE = 512, /* columns of the widest strip; lines of a tile */
    MATRIX_LINE = 64,  /* bytes of the widest line */
    MATRIX_WIDTHS = 7, /* 1, 2, 4 .. 64 bytes */
    MATRIX_GROUP = 4,  /* strips that share the finding of indices at most */
    BLACK = 0,
    WHITE = 1,
    POP = 0,
    PUSH = HALF_COLUMNS, /* links: pop a column, push a column */
    LINKS = 2 * HALF_COLUMNS
};

/* A front row: where steps inside it lead, and popping and pushing a piece. */
struct matrix_front {
    uint32_t move[3];                /* black's moves, white's moves, end */
    uint32_t link[2][LINKS];         /* by colour; HALF_NONE */
    uint32_t swapped;                /* colours exchanged */
    uint8_t class, tops[2], showing; /* columns on top by colour; MATRIX_SHOWS_* */
};

enum {
    MATRIX_KILL = 1,
    MATRIX_KEPT = 2,         /* not after its mirror image */
    MATRIX_IMAGE_KEPT = 4,   /* not before it */
    MATRIX_SHOWS_WHITE = 8,  /* on top of some stack */
    MATRIX_SHOWS_BLACK = 16, /* likewise */
    MATRIX_STILL = 32        /* black has no step inside the tail */
};

/* The tails of a class: numbers 0 .. quiet-1, then `loud` with a threat that may be
 * answered (black can cover it, or not move at all), then one number for the others. */
struct matrix_tails {
    uint32_t quiet, loud;
    uint64_t *start[2];         /* moves inside: of black (ending quiet), of white */
    uint32_t *move[2];          /* those of white are from quiet tails */
    uint32_t (*link[2])[LINKS]; /* at the row next to the front; black's end quiet */
    uint32_t *mirror;           /* of quiet ones */
    uint32_t *place[2];         /* among all of its kind, among the kept ones */
    uint8_t *flags;             /* quiet and loud */
    uint32_t *list[2][2];       /* [kill][only kept ones] */
    uint32_t listed[2][2];
    uint32_t *loud_of; /* by number among all with one threat */
};

/* Columns with the same kind of front: `each` for every front. */
struct matrix_run {
    uint32_t column, front, fronts, each, end; /* columns column .. end-1 */
    const uint32_t *list;                      /* tails */
    uint8_t class, rest;                       /* of front and tails */
};

struct matrix_class {
    uint8_t k, partner; /* classes of A and x */
    bool used;
    uint32_t quiet, loud, rows; /* rows = quiet + loud + 1 */
    uint32_t quiet_start[HALF_CLASSES], loud_start[HALF_CLASSES]; /* by class of front */
    /* Columns of the partner's T: halves of this class. */
    uint32_t columns, kills;
    uint32_t column_start[HALF_CLASSES][2]
                         [2]; /* [class of front][kill][kept tails only] */
    unsigned runs;
    struct matrix_run run[4 * HALF_CLASSES];
    uint32_t all_columns, kill_columns; /* with padding */
    uint32_t *kept[2][3]; /* [mirrored]: numbers, fronts, tails of all; or null */

    /* T of this class. */
    uint32_t width, width_index, strips, open_strips;
    uint8_t *won, *lost;
    uint8_t *white, *black, *same; /* columns: shows white, shows black, self-mirrored */
    uint8_t *busy;                 /* strips with something undecided */
    bool news[2]; /* did the last even, the last odd ply decide something? */
    /* Lines with something undecided: [strip][mirrored][strip of the partner's T, or of
     * that of the class with one black less][width]; bits are columns. */
    uint8_t *open, *open_less;
    uint64_t unit_first; /* history: number of the first unit */
    uint32_t unit_rows, unit_strips, units;
};

struct matrix_board {
    const struct nocca_halves *halves;
    struct matrix_front *front;
    uint32_t *front_move;
    struct matrix_tails tails[HALF_CLASSES];
    struct matrix_class class[HALF_CLASSES];
    uint64_t table_bytes;
};

/* One class in one step. win: ply is odd, sources are losses; else they are non-wins. */
struct matrix_job {
    const struct matrix_board *board;
    const struct matrix_class *k, *x;           /* the class and its partner */
    const struct matrix_class *k_less, *x_more; /* one black less in A, its partner */
    const struct matrix_class *x_less; /* partner of one black more in A: gave from_b */
    bool win;
    uint8_t *source;               /* transpose of the source in T of x, quiet rows */
    uint8_t *inside;               /* moves inside B and from B to A, transposed */
    uint8_t *to_b[HALF_COLUMNS];   /* A to B from column c of the front, transposed */
    uint8_t *from_b[HALF_COLUMNS]; /* B to A, by the class with one black more */
    uint8_t *next_from_b[HALF_COLUMNS]; /* the same for the next class */
};

/* A record of the history under construction. */
struct matrix_record {
    struct bit_stream bits;
    bool any; /* something new was written */
};

/* What a thread gathers. */
struct matrix_part {
    uint8_t *open, *open_less, *busy;
    uint64_t quiet, loud; /* positions of P decided */
    struct matrix_record out[2];
    bool record, news; /* news: something was decided */
};

/* Halves as columns: number, front, tail; kept for the class, or found into `own`. */
struct matrix_columns {
    const uint32_t *row, *front, *tail;
    uint32_t own[3][MATRIX_TILE];
};

struct matrix_kernel {
    const char *name;
    /* n lines of `from` bytes, inverted or not, to lines row[i] of `to` bytes at out. */
    void (*transpose)(const uint8_t *const *line, unsigned n, unsigned from, bool invert,
                      uint8_t *out, const uint32_t *row, unsigned rows, unsigned to);
    /* By width of the lines; grouped: several strips of the widest lines. */
    struct matrix_lines {
        unsigned group;
        /* Moves inside B and from B to A for the listed columns of a strip of T_x. */
        void (*inside)(const struct matrix_job *job, uint32_t strip,
                       const struct matrix_columns *at, const uint16_t *list, unsigned n,
                       uint8_t *out);
        /* From A to B: a tile for each column of the front. */
        void (*to_b)(const struct matrix_job *job, uint32_t strip,
                     const struct matrix_columns *at, const uint16_t *list, unsigned n,
                     uint8_t *out);
        void (*from_b)(const struct matrix_job *job, uint32_t strip,
                       const struct matrix_columns *at, unsigned n, uint8_t *out);
        /* New bits of quiet rows first .. end-1, and of loud rows, by number. */
        void (*quiet)(const struct matrix_job *job, uint32_t strip, uint32_t first,
                      uint32_t end, struct matrix_part *part);
        void (*loud)(const struct matrix_job *job, uint32_t strip, uint32_t first,
                     uint32_t end, struct matrix_part *part);
    } lines[MATRIX_WIDTHS], inside_grouped, quiet_grouped;
    /* Writes which positions of some lines, except closed ones, are new. */
    void (*pack)(struct matrix_record *out, uint32_t lines, unsigned width,
                 const uint8_t *closed, const uint8_t *fresh);
    /* The inverse: gives the code to the new positions of the lines, 8 * width
     * bytes each, and clears them in `open`. */
    void (*unpack)(struct bit_stream *in, uint32_t lines, unsigned width, uint8_t *open,
                   uint8_t code, uint8_t *codes);
};

/* The kernels that this processor can run, best first; null after the last. */
const struct matrix_kernel *matrix_kernel(unsigned i);

/* Number of the row (front m, tail t of the rest's class). */
static inline uint32_t matrix_row(const struct matrix_board *b,
                                  const struct matrix_class *k, uint32_t m, uint32_t t)
{
    unsigned part = b->front[m].class;
    const struct matrix_tails *tails = &b->tails[k->k - part];
    uint32_t nth = m - b->halves->any.start[part];
    if (t < tails->quiet)
        return k->quiet_start[part] + nth * tails->quiet + t;
    if (t < tails->quiet + tails->loud)
        return k->quiet + k->loud_start[part] + nth * tails->loud + t - tails->quiet;
    return k->rows - 1;
}

/* The column that a quiet half is (0 .. with padding), if it is kept, else that of its
 * mirror image; *which: 1 kept, 2 mirror image kept, 3 both. */
static inline uint32_t matrix_column(const struct matrix_board *b,
                                     const struct matrix_class *k, uint32_t m, uint32_t t,
                                     unsigned *which)
{
    unsigned part = b->front[m].class;
    const struct matrix_tails *tails = &b->tails[k->k - part];
    const struct half_row *front = &b->halves->any.row[m];
    unsigned half = front->turn == HALF_EQUAL;
    *which = 1;
    if (front->turn == HALF_AFTER) {
        *which = 2;
    } else if (half) {
        *which = tails->flags[t] >> 1 & 3;
    }
    if (*which == 2) {
        m = front->mirror;
        t = tails->mirror[t];
    }
    unsigned kill = tails->flags[t] & MATRIX_KILL;
    uint32_t nth = m - b->halves->any.turn[part][half];
    return k->column_start[part][kill][half] + nth * tails->listed[kill][half] +
           tails->place[half][t];
}

/* Columns first .. first+n-1 of a strip, or their mirror images; n of them are real. */
unsigned matrix_columns(const struct matrix_board *b, const struct matrix_class *k,
                        uint32_t first, uint32_t n, bool mirrored,
                        struct matrix_columns *out);

#endif
