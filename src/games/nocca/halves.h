/* SPDX-License-Identifier: MIT
 *
 * Boards of three to six rows as two halves, and the table's slots made of them.
 *
 * A is black's half of the board, B the other one; x = flip(B), rows reversed and colours
 * exchanged, is numbered as A is. Of a half, row 0 is the home row: white on top there
 * threatens a goal step. The last row, at the middle of the board, is the front, the rows
 * before it are the tail. Black is to move:
 *
 *   x with threats           a goal step, won in 1
 *   x without, A with        black must cover the one threat; two are lost
 *   both without: "quiet"    and x a *kill*: some step of black's reaches the far row and
 *                            cannot be covered: won in 3, or in 1
 *   all other quiet ones     need an entry: the slots
 *
 * A half's class is 6 * white pieces + black pieces; class k of A meets class k* of x. The
 * halves of a class without threats are numbered by (front, second row, home row); rows of
 * cells are sorted by class, then by how they stand to their mirror image (before it, equal,
 * after it), then by a mask that decides kills. x counts as a column if it is no kill and
 * not after its mirror image; with x goes A. Columns keep the order of the numbers.
 *
 * On an odd number of rows the middle row is the front of A, and x, one row shorter, is
 * written as a half whose front is empty. After the flip the middle row is the front of the
 * other half, so both halves still have the same form.
 *
 * Slots: class after class of A; in a class strips of 512 columns; in a strip A by A; for
 * each the columns of the strip.
 */
#ifndef GAMES_NOCCA_HALVES_H
#define GAMES_NOCCA_HALVES_H

#include "base/error.h"
#include "games/nocca/rules.h"

enum {
    HALF_COLUMNS = 5, /* no wider boards */
    HALF_ROWS = 3,
    HALF_SIDE = 6, /* classes are HALF_SIDE * white + black */
    HALF_CLASSES = HALF_SIDE * HALF_SIDE,
    HALF_STRIP = 512
};

#define HALF_NONE UINT32_MAX

/* How a row or half stands to its mirror image. */
enum half_turn { HALF_BEFORE, HALF_EQUAL, HALF_AFTER };

struct half_row {
    uint32_t cells;  /* four bits each, column 0 lowest */
    uint32_t mirror; /* place of the mirror image in the list */
    uint16_t mask;   /* second rows: where they strike; home rows: where they are weak */
    uint8_t class, turn;
    uint8_t whites; /* on top */
};

/* Rows of the same class, turn and mask follow each other. */
struct half_bucket {
    uint32_t start, count;
    uint16_t mask;
    uint8_t turn;
};

struct half_list {
    uint32_t count;
    struct half_row *row;
    uint32_t start[HALF_CLASSES + 1]; /* by class */
    uint32_t turn[HALF_CLASSES][4];   /* by class and turn */
    uint32_t buckets;
    struct half_bucket *bucket;
    uint32_t *bucket_of;                     /* by row */
    uint32_t bucket_start[HALF_CLASSES + 1]; /* by class */
};

struct nocca_halves {
    unsigned columns, rows; /* rows of a half: 2 or 3 */
    bool odd;               /* the middle row of the board is the front of A */
    struct half_list any;   /* all rows: fronts and second rows */
    struct half_list quiet; /* home rows without white on top */
    struct half_list loud;  /* home rows with white on top once */
    uint32_t *place_any;    /* by cells: place in `any`, or HALF_NONE */
    uint32_t *place_home;   /* by cells: place in `quiet` or `loud` */

    /* Tails of a class without (0) or with one (1) threat, and where those begin that
     * have a second row of some class. */
    uint32_t tails[2][HALF_CLASSES], tail_start[2][HALF_CLASSES][HALF_CLASSES];
    /* Halves likewise, by class of the front. */
    uint32_t halves[2][HALF_CLASSES], half_start[2][HALF_CLASSES][HALF_CLASSES];

    /* Tails that are no kill: all, and those not after their mirror image. before[]: in
     * front of the first row of a bucket, by class of the home row. */
    uint32_t open_tails[2][HALF_CLASSES], open_start[2][HALF_CLASSES][HALF_CLASSES];
    uint32_t *open_before[2];       /* [bucket of `any`][class of the home row] */
    uint32_t (*open_home)[1024][2]; /* [class][mask]: home rows that it does not strike */

    uint32_t column_count[HALF_CLASSES], column_start[HALF_CLASSES][HALF_CLASSES][2];
    uint64_t slot_start[HALF_CLASSES + 1];
};

/* Rows of a half as places in the lists; threats: white on top of the home row, 2 for more
 * (home is then HALF_NONE). The second row is unused on boards of four rows. */
struct half {
    uint32_t front, second, home;
    uint8_t class, threats;
};

/* Can boards of this size be treated as halves? */
bool halves_suit(unsigned rows, unsigned columns);
enum code halves_make(unsigned rows, unsigned columns, struct nocca_halves **out,
                      struct error *err);
void halves_free(struct nocca_halves *h);

/* The class that A has when x has class k, and the reverse. */
static inline unsigned half_partner(const struct nocca_halves *h, unsigned k)
{
    return HALF_SIDE * (h->columns - k % HALF_SIDE) + h->columns - k / HALF_SIDE;
}

/* Does class `part` fit into `whole`? Then the rest is whole - part. */
static inline bool half_within(unsigned part, unsigned whole)
{
    return part / HALF_SIDE <= whole / HALF_SIDE && part % HALF_SIDE <= whole % HALF_SIDE;
}

/* May a column of the class have a front of class `part`? */
static inline bool half_fronts(const struct nocca_halves *h, unsigned part,
                               unsigned class)
{
    return half_within(part, class) && !(h->odd && part);
}

/* Rows of cells, home row first, as four bits for each cell. */
struct half half_read(const struct nocca_halves *h, const uint32_t cells[HALF_ROWS]);
void half_write(const struct nocca_halves *h, const struct half *x,
                uint32_t cells[HALF_ROWS]);
void half_mirror(const struct nocca_halves *h, const struct half *x, struct half *out);
enum half_turn half_turn(const struct nocca_halves *h, const struct half *x);
bool half_kill(const struct nocca_halves *h, const struct half *x);

/* Number of a half without or with one threat among those of its class, and back. */
uint32_t half_number(const struct nocca_halves *h, const struct half *x);
struct half half_at(const struct nocca_halves *h, unsigned class, unsigned threats,
                    uint32_t number);
/* The same for tails; the front of x is ignored. */
uint32_t tail_number(const struct nocca_halves *h, unsigned class, const struct half *x);
void tail_at(const struct nocca_halves *h, unsigned class, unsigned threats,
             uint32_t number, struct half *x);
/* The column that x is, if it is one; and back. */
uint32_t half_column(const struct nocca_halves *h, const struct half *x);
struct half half_at_column(const struct nocca_halves *h, unsigned class, uint32_t column);

/* Slot of a quiet pair whose x is a column, and the pair of a slot. */
uint64_t halves_slot(const struct nocca_halves *h, const struct half *a,
                     const struct half *x);
void halves_at_slot(const struct nocca_halves *h, uint64_t slot, struct half *a,
                    struct half *x);

/* A board, black to move, as two halves, and back. */
void halves_split(const struct nocca_halves *h, const struct nocca_board *b,
                  struct half *a, struct half *x);
void halves_join(const struct nocca_halves *h, const struct half *a, const struct half *x,
                 struct nocca_board *b);

/* What a board, black to move, is to the table: a slot, or SLOT_DERIVED and why. */
enum halves_kind { HALVES_STORED, HALVES_KILL, HALVES_THREAT, HALVES_GOAL };
enum halves_kind halves_kind(const struct nocca_halves *h, const struct nocca_board *b,
                             uint64_t *slot);
/* The same of the board's rows as half_read takes them: seen by black, and flipped. Rows
 * behind a half are not looked at. */
enum halves_kind halves_kind_of(const struct nocca_halves *h, const uint32_t *near,
                                const uint32_t *far, uint64_t *slot);

static inline unsigned half_cell(uint32_t cells, unsigned column)
{
    return cells >> 4 * column & 15;
}

static inline uint32_t half_put(uint32_t cells, unsigned column, uint32_t stack)
{
    return (cells & ~((uint32_t)15 << 4 * column)) | stack << 4 * column;
}

#endif
