/* SPDX-License-Identifier: MIT
 *
 * What the files of the men engine share (men.c tells the idea).
 *
 * Inside the engine a value is one byte: 0 is a draw, 1 + d a win or loss in d plies.
 * Nobody can lose by his own move here, so wins are odd and losses even; 252 plies fit.
 *
 * Where the best of several is looked for, codes become merits, signed bytes: the larger
 * the better for who moves there. 127 is a win in one ply, 0 a draw.
 *
 * Views: a colouring is seen by the side to move (its own men are the ones), or by the
 * side that has just moved (the other way round). Codes and what is open are in the first
 * view; what moves look up is in the second, so that no look-up turns it round.
 */
#ifndef SOLVE_MEN_STATE_H
#define SOLVE_MEN_STATE_H

#include "games/morris/tables.h"
#include "solve/engine.h"
#include "solve/men_kernel.h"

enum {
    MEN_PLIES = 252,
    MEN_FEW = 32,      /* so many places of a vector are kept as a list */
    MEN_NEVER = 255,   /* count of a flying side that has a move to a draw */
    MEN_FLY_BITS = 15, /* most men on the board when a side has three */
    MEN_TRIPLES = 455, /* of so many men */
    MEN_ROWS = 4,      /* three layers and captures */
    MEN_WAYS = 40,     /* most slides of a set: edges of a board */
    /* Most places of a vector that are handled one by one: few ones from every way, without
     * a mill and with one, and those who fly. */
    MEN_LIST = 2 * MEN_WAYS * MEN_FEW + MEN_TRIPLES
};

/* Codes of one layer: a row of 2^men bytes for each class. */
struct men_codes {
    const struct morris_layer *layer;
    uint8_t *row;
    bool merits; /* of who moves into the position */
};

/* Changes of one ply: for each class a vector, its number of ones, and a list if few. */
struct men_delta {
    uint64_t *plane;
    uint32_t *count;
    uint32_t (*few)[MEN_FEW];
    uint64_t *some; /* one bit for each class: count is not 0 */
};

/* Positions with a flying side to move, by class and triple of men. */
struct men_fly {
    uint32_t triples;
    uint16_t *triple;                 /* colourings with three ones */
    uint16_t rank[1 << MEN_FLY_BITS]; /* of a colouring among them */
    uint16_t with[MEN_FLY_BITS]
                 [MEN_FLY_BITS * MEN_FLY_BITS / 2]; /* those who have a man */
    /* Flights by class, man, empty point: the class they lead to; and four bits for each
     * man there: who he is here; the last four: who, there, has flown. */
    uint32_t *to;
    uint64_t *from;
    uint8_t *open;        /* moves without a mill that the other side has not won */
    uint8_t *best;        /* best by taking a man, as a code */
    uint64_t (*plies)[4]; /* by class: which codes occur in best */
    /* Decided last ply and the ply before: colourings in the view of who has moved. */
    uint16_t *list[2];
    uint16_t *length[2];
    uint64_t *some[2]; /* one bit for each class: the list is not empty */
};

/* A layer without men in hand that is being solved. */
struct men_layer {
    unsigned k;
    uint32_t classes;
    size_t words;        /* of a vector */
    uint32_t *first_way; /* slides of a class: */
    uint32_t *to;        /* the class they lead to, */
    struct men_way *way; /* and how */
    uint64_t *open;      /* undecided and not flying, own view */
    uint64_t *won;       /* decided so far, view of who has moved */
    uint64_t *beaten;    /* taking a man loses in no more plies than now */
    struct men_delta wins, losses, takes;
    uint64_t (*plies)[4]; /* by class: which codes occur in takes */
    struct men_fly fly;
    unsigned last; /* the largest code among those */
};

/* The colourings of k men that occur, in the order of slots. */
struct men_order {
    unsigned k, least, most;           /* men of the side to move */
    uint32_t first[MORRIS_POINTS + 2]; /* by number of own men */
    uint32_t *colouring;
};

struct solver {
    const struct variant *v;
    const struct morris_tables *t;
    const struct morris_board *b;
    struct run *run;
    const struct men_kernel *kernel;
    uint8_t image_bit[MORRIS_OPS][MORRIS_POINTS]; /* bits of sets under operations */
    struct men_codes now;                         /* the layer at work */
    struct men_codes smaller;                     /* what taking a man leads to */
    struct men_codes larger;                      /* what placing a man leads to */
    uint8_t *taken; /* by class and colouring: best by taking a man */
    uint64_t rows_bytes;
    struct {
        uint8_t *at;
        bool used;
    } rows[MEN_ROWS]; /* memory for all of these */
    struct men_layer layer;
    struct men_order order; /* of the layer at work */
    bool loaded;            /* codes of a checkpoint are there */
    uint64_t found[256];    /* slots by code, when men are placed */
    bool too_long;          /* a distance did not fit */
};

static inline void men_note_long(struct solver *s)
{
#pragma omp atomic write
    s->too_long = true;
}

static inline uint64_t men_row_bytes(unsigned k)
{
    return (uint64_t)1 << (k < 6 ? 6 : k);
}

static inline uint8_t *men_row(const struct men_codes *c, uint32_t number)
{
    return c->row + number * men_row_bytes(c->layer->men);
}

static inline int8_t men_merit(uint8_t code)
{
    return (int8_t)(code == 0 ? 0 : code & 1 ? (code - 1) / 2 - 127 : 128 - code / 2);
}

static inline uint8_t men_code(int8_t merit)
{
    return (uint8_t)(merit == 0  ? 0
                     : merit > 0 ? 2 * (128 - merit)
                                 : 2 * (merit + 127) + 1);
}

/* One ply earlier, seen by the other side. */
static inline uint8_t men_before(uint8_t code)
{
    return code ? (uint8_t)(code + 1) : 0;
}

/* Memory for a row of bytes for each class of any layer; it is not cleared. */
enum code men_rows_take(struct solver *s, uint8_t **out, struct error *err);
void men_rows_give(struct solver *s, const uint8_t *rows);

/* ---- sets and lines (men_sets.c) ---- */

void men_sets_start(struct solver *s);
/* The number of each bit of a set among its bits. */
void men_places(uint32_t set, uint8_t place[MORRIS_POINTS]);
/* The lines inside a set of points, as masks of its colourings. */
unsigned men_lines_in(const struct morris_board *b, uint32_t set,
                      uint32_t mask[MORRIS_MILLS]);

/* A move to the set whose image under `op` is the least set of its class, `there`: `from`
 * goes to `dest` (bits of sets); if nobody stands on `from`, dest is placed; if dest is
 * nobody's, the way has no mover. */
struct men_way men_look(const struct solver *s, uint32_t here, unsigned op, unsigned from,
                        unsigned dest, uint32_t there);

enum code men_order_make(struct men_order *o, struct solver *s, unsigned k,
                         unsigned least, unsigned most, struct error *err);
void men_order_free(struct men_order *o, struct solver *s);

/* ---- taking a man (men_take.c) ---- */

/* Makes merits of the codes of a layer. */
void men_make_merits(struct solver *s, struct men_codes *c);

/* A set of men in the order of another: what its colourings become, by six bits. */
enum { MEN_CHUNK = 6, MEN_CHUNKS = 3 };
struct men_map {
    struct men_low low;
    uint32_t high[MEN_CHUNKS][1 << MEN_CHUNK];
};

/* Where the lowest men of a set do not stay low after a move, looking up merits one by one
 * takes longer than to bring the whole row into the order of this set. Is it so? */
enum { MEN_RENAMED = 20 }; /* men of a set that is worth it, at most */
bool men_is_far(const struct solver *s, const struct men_way *way, unsigned k);
/* The way as it is when that is done; who arrived comes after the k men of the set. */
void men_come_near(struct men_way *way, unsigned k);

/* Man i of k becomes bit[i] of a vector of so many men; UINT8_MAX: nobody. */
void men_map_make(struct men_map *m, unsigned k, const uint8_t *bit, unsigned there);

static inline uint32_t men_map_high(const struct men_map *m, uint32_t colouring)
{
    return m->high[0][colouring >> 6 & 63] | m->high[1][colouring >> 12 & 63] |
           m->high[2][colouring >> 18];
}

/* Sixty-four colourings from a multiple of 64 on, as a word: */
/* those who have man i, */
static inline uint64_t men_with(uint32_t base, unsigned i)
{
    static const uint64_t in_word[6] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                        0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                        0xffff0000ffff0000, 0xffffffff00000000};
    return i < 6 ? in_word[i] : (uint64_t)0 - (base >> i & 1);
}
/* and those with a number of men from least to most. */
uint64_t men_with_number(uint32_t base, unsigned least, unsigned most);

/* Fills s->taken for the classes of k men: what the side that has just closed a mill gets
 * by the best of its captures, which lead to s->smaller; codes, or merits. hand: men in
 * hand of the other side. own: the range of numbers of men of the side that took. */
enum code men_take(struct solver *s, unsigned k, unsigned hand, unsigned least_own,
                   unsigned most_own, bool merits, struct error *err);

/* ---- placing (men_place.c) ---- */
enum code men_place(struct solver *s, struct error *err);

/* ---- sliding and flying (men_slide.c, men_fly.c) ---- */
uint64_t men_layer_bytes(const struct morris_tables *t, const struct morris_layer *l);
enum code men_layer_start(struct solver *s, struct error *err);
void men_layer_end(struct solver *s);
/* One ply of s->layer. */
enum code men_slide(struct solver *s, unsigned plies, uint64_t *decided,
                    struct error *err);
uint64_t men_fly_bytes(const struct morris_tables *t, const struct morris_layer *l);
enum code men_fly_start(struct solver *s, struct error *err);
void men_fly_end(struct solver *s);
/* Decides the flying sides of a class; new ones are written into fresh (colourings in the
 * own view) and counted. */
unsigned men_fly_class(struct solver *s, uint32_t number, unsigned plies,
                       uint32_t *fresh);

/* Makes the state before a ply from the codes found so far. */
enum code men_slide_resume(struct solver *s, unsigned plies, struct error *err);
void men_fly_resume(struct solver *s, unsigned plies);
/* Called when a ply is complete. */
void men_fly_mark(struct solver *s, unsigned plies);

#endif
