/* SPDX-License-Identifier: MIT
 *
 * The game interface, slow face. A game is one `const struct game`; opening it under a
 * name such as "gobblet:lift-loses" gives a `struct variant`, which carries the sizes and
 * the game's own tables. Everything generic (command line, play, prober, checker, naive
 * solver, property test) works through these calls alone.
 *
 * The fast face is a header of the game's folder, fast.h, that the engines compile in; it
 * is described in docs/adding-a-game.md. Both faces call the same rules.
 *
 * Positions are numbered twice:
 *   rank  0 .. positions-1   every position of the game's set, without gaps
 *   slot  0 .. slots-1       the entries of a table; symmetric positions may share one
 * A slot stands for weight(slot) positions, and the weights add up to `positions`, less
 * those that no table holds because their value follows from a few successors
 * (SLOT_DERIVED). A weight may be 0: the positions are counted with another slot of the
 * same value.
 *
 * A large game may fall into parts that are solved one after the other: every move stays
 * in its part or leads to an earlier one. The slots are numbered in the order of solving,
 * so that a part is a run of slots; then a solve holds one part and those it needs in
 * memory, and stores each when it is done.
 */
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include "base/error.h"
#include "base/run.h"
#include "game/count.h"
#include "game/value.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GAME_MOVES = 512, /* no position has more moves */
    GAME_TEXT = 256,  /* no position or move is longer in print, terminator included */
    GAME_NAME = 64,
    GAME_NEEDS = 64, /* no part needs more parts */
    GAME_PICTURE = 4096
};

/* What slot() gives for positions that are never stored: known() tells their value, or it
 * is to be derived from their successors, which are stored or known. */
#define SLOT_DERIVED (UINT64_MAX - 3) /* below those of fast.h */

struct position {
    /* The game's own; equal positions have equal bytes. */
    alignas(8) unsigned char byte[64];
};

struct move {
    uint32_t code; /* the game's own */
};

#define GAME_UNRANKED UINT64_MAX /* rank of a position that the index does not number */

/* Slots first .. first+count-1. */
struct part {
    uint64_t first, count; /* at least 1 */
    char name[GAME_NAME];
};

struct game;

struct variant {
    const struct game *game;
    char name[GAME_NAME]; /* as users write it: "gobblet", "gobblet:lift-loses" */
    const char *summary;  /* one line */
    uint64_t positions;   /* how many positions the index numbers */
    uint64_t slots;       /* how many entries a table has */
    /* weight() is constant on runs of this many slots; divides slots. 0: slots have no
     * weights, statistics of the positions are made by subset. */
    uint64_t span;
    const void *tables;  /* the game's own, read-only once open */
    const char *example; /* a correct position; null: game->position_example is one */
};

struct blocks;
struct zdd;

/* A decision diagram that the game can build, for `hissho index`. */
struct diagram {
    const char *name;
    const char *summary;
    unsigned leaves; /* how many of the two leaves its published size counts */
    bool large;      /* takes minutes and gigabytes: keep the result, write checkpoints */
};

struct variant_info {
    const char *name; /* without the game's name; "" is the default variant */
    const char *summary;
};

struct game {
    /* Required. */
    const char *name;
    const char *title;
    const char *rules; /* a page of text: rules and notation */
    const char *position_example;
    const struct variant_info *variants; /* for listings; ends with a null name */

    /* Opens the variant called `variant` ("" for the default): sets sizes and tables.
     * CODE_USAGE with the list of variants when there is no such one. */
    enum code (*open)(struct variant *v, const char *variant, struct error *err);
    void (*close)(struct variant *v);

    void (*initial)(const struct variant *v, struct position *out);
    /* CODE_USAGE names the offending character and shows a correct example. */
    enum code (*parse)(const struct variant *v, const char *text, struct position *out,
                       struct error *err);
    void (*print)(const struct variant *v, const struct position *p, char out[GAME_TEXT]);
    const char *(*side)(const struct variant *v, const struct position *p);

    /* GOES_ON, or how the game has ended for the side to move. ENDS_DRAW is code 0: where
     * undecided() is given, that is what such an end means. */
    enum ending (*ending)(const struct variant *v, const struct position *p);
    /* All moves, none if the game has ended; the order is fixed. */
    unsigned (*moves)(const struct variant *v, const struct position *p,
                      struct move out[GAME_MOVES]);
    void (*print_move)(const struct variant *v, const struct position *p, struct move m,
                       char out[GAME_TEXT]);
    /* Makes the move. The answer is the ending of the position that arises; it differs
     * from ending(next) only where the rules judge the move itself (Gobblet's
     * lift-loses). */
    enum ending (*play)(const struct variant *v, const struct position *p, struct move m,
                        struct position *next);

    /* Every position in which the game goes on has a rank; one in which it is over may be
     * GAME_UNRANKED. */
    uint64_t (*rank)(const struct variant *v, const struct position *p);
    void (*unrank)(const struct variant *v, uint64_t rank, struct position *out);

    /* Optional; the default is given after each. */
    uint64_t (*slot)(const struct variant *v, const struct position *p); /* rank */
    void (*at_slot)(const struct variant *v, uint64_t slot,
                    struct position *out);                      /* unrank */
    uint64_t (*weight)(const struct variant *v, uint64_t slot); /* 1 */
    /* The code of a position that goes on and is not stored, if the position itself tells
     * it. Default: it never does. */
    bool (*known)(const struct variant *v, const struct position *p, uint16_t *code);
    /* Image of p under the k-th of `symmetries` symmetries of the game, 0 the identity;
     * values are the same for all of them. Default: only the identity. */
    unsigned symmetries;
    void (*symmetric)(const struct variant *v, const struct position *p, unsigned k,
                      struct position *out);
    /* What code 0 means for the side to move: the value of positions from which nobody can
     * force an end. Win or loss where the rules give endless play to one side; such a win
     * has no plies. Default: VALUE_DRAW. */
    enum value (*undecided)(const struct variant *v, const struct position *p);
    /* What statistics count: "positions", or "orbits", one for each class of symmetric
     * positions. Default: "positions". */
    const char *unit;
    /* The subsets that statistics are given for: how many, what they are called, and
     * which one a position is in. All three or none; default: no subsets. */
    unsigned (*subsets)(const struct variant *v);
    void (*subset_name)(const struct variant *v, unsigned i, char out[GAME_NAME]);
    unsigned (*subset)(const struct variant *v, const struct position *p);
    /* The subset of a slot's positions; returns how many slots from this one on, at
     * least 1, are certainly in the same subset, with the same undecided(). With it
     * statistics by subset are counted while codes stream by. Default: positions are
     * visited one by one, for which a game must be small. */
    uint64_t (*slot_subset)(const struct variant *v, uint64_t slot, unsigned *subset);
    /* weight() of slots first .. first+count-1, for games in which it changes from slot
     * to slot. Default: weight() of each span. */
    void (*weights)(const struct variant *v, uint64_t first, uint64_t count,
                    uint16_t *out);
    /* With weights: how many slots from this one on, at least 1, are of one kind; *same:
     * weights, counts and next_counts are constant on them. Then these need not be asked
     * slot by slot. Default: they are. */
    uint64_t (*alike)(const struct variant *v, uint64_t slot, bool *same);
    /* With slot_subset: how many units (see unit) statistics count for each slot.
     * Default: the weights. */
    void (*counts)(const struct variant *v, uint64_t first, uint64_t count,
                   uint16_t *out);
    /* With counts: units of the same slots that belong to the next subset, for subsets in
     * which neighbouring slots alternate. Default: none. */
    void (*next_counts)(const struct variant *v, uint64_t first, uint64_t count,
                        uint16_t *out);
    /* The parts, all three or none: how many; the i-th, which begins where the one before
     * ends; the earlier ones that its positions can move to, how many and in ascending
     * order. Default: one part, which is all slots. */
    unsigned (*parts)(const struct variant *v);
    void (*part)(const struct variant *v, unsigned i, struct part *out);
    unsigned (*part_needs)(const struct variant *v, unsigned i, unsigned out[GAME_NEEDS]);
    /* A variant, by the name users write, among whose positions are all of this one, with
     * the same values; and where a slot of this one stands there: how many slots from it
     * on, at least 1, follow each other there, too. Both or none; larger() may give null.
     * Default: none. */
    const char *(*larger)(const struct variant *v);
    uint64_t (*slot_in_larger)(const struct variant *v, const struct variant *large,
                               uint64_t slot, uint64_t *there);
    /* The board as people see it, several lines; color allows escape sequences.
     * Default: the position's text. */
    void (*draw)(const struct variant *v, const struct position *p, bool color,
                 char out[GAME_PICTURE]);
    /* The compiled index behind rank() and unrank(). Default: none. */
    const struct blocks *(*blocks)(const struct variant *v);
    /* The i-th diagram of the variant, null past the end. Default: none. */
    const struct diagram *(*diagram)(const struct variant *v, unsigned i);
    /* Builds it. checkpoint: a file name for large ones, may be null; on
     * CODE_INTERRUPTED the file holds what was done, and another call goes on from
     * there. */
    enum code (*build_diagram)(const struct variant *v, unsigned i, struct run *run,
                               const char *checkpoint, struct zdd *out,
                               struct error *err);
    /* A position's number in the i-th diagram and the position of a number. CODE_USAGE
     * for a position or number that is not there. */
    enum code (*diagram_rank)(const struct variant *v, unsigned i, const struct zdd *z,
                              const struct position *p, uint64_t *number,
                              struct error *err);
    enum code (*diagram_unrank)(const struct variant *v, unsigned i, const struct zdd *z,
                                uint64_t number, struct position *out, struct error *err);
    /* Sizes of the position sets. Default: one set, "all". */
    enum code (*count)(const struct variant *v, struct run *run,
                       struct count_report *report, struct error *err);
};

/* The optional calls with their defaults filled in. */
const char *game_example(const struct variant *v);
uint64_t game_slot(const struct variant *v, const struct position *p);
void game_at_slot(const struct variant *v, uint64_t slot, struct position *out);
uint64_t game_weight(const struct variant *v, uint64_t slot);
unsigned game_parts(const struct variant *v);
void game_part(const struct variant *v, unsigned i, struct part *out);
unsigned game_part_needs(const struct variant *v, unsigned i, unsigned out[GAME_NEEDS]);
/* The code as it is shown: 0 becomes what undecided() says. */
uint16_t game_shown(const struct variant *v, const struct position *p, uint16_t code);
const char *game_unit(const struct variant *v);
unsigned game_subsets(const struct variant *v);
unsigned game_symmetries(const struct variant *v);
void game_symmetric(const struct variant *v, const struct position *p, unsigned k,
                    struct position *out);
void game_draw(const struct variant *v, const struct position *p, bool color,
               char out[GAME_PICTURE]);
enum code game_count(const struct variant *v, struct run *run,
                     struct count_report *report, struct error *err);

/* Finds the legal move that prints as text, ignoring case. CODE_USAGE otherwise, with an
 * example. */
enum code game_parse_move(const struct variant *v, const struct position *p,
                          const char *text, struct move *out, struct error *err);

/* For use in open(): the index of `name` in game->variants, or CODE_USAGE. Sets
 * v->summary and v->name. */
enum code game_choose_variant(struct variant *v, const char *name, unsigned *index,
                              struct error *err);

#endif
