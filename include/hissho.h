/* SPDX-License-Identifier: MIT
 *
 * Hissho solves two-player board games completely and answers for every position who wins
 * and in how many moves. This is the library's one header.
 *
 *     struct hissho_error err;
 *     struct hissho_game *game;
 *     struct hissho_table *table;
 *     struct hissho_position start;
 *     struct hissho_value value;
 *     if (hissho_open("gobblet", &game, &err) ||
 *         hissho_solve(game, "tables", NULL, &err) ||
 *         hissho_table_open(game, "tables", &table, &err))
 *         die(err.text);
 *     hissho_initial(game, &start);
 *     if (hissho_value(table, &start, &value, &err)) die(err.text);
 *     // value.outcome == HISSHO_WIN, value.plies == 13
 *
 * Errors. Functions that can fail return HISSHO_OK (0) or what went wrong, and write one
 * sentence about it into *err, which may be null. The library prints nothing, ends no
 * process and has no global state.
 *
 * Threads. A game and a table may be used by any number of threads at once; opening and
 * closing a handle are for one thread. Solving the same game into the same directory
 * twice at once is refused, from other processes too.
 */
#ifndef HISSHO_H
#define HISSHO_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HISSHO_API __attribute__((visibility("default")))
#else
#define HISSHO_API
#endif

enum {
    HISSHO_MOVES = 512, /* no position has more moves */
    HISSHO_TEXT = 256,  /* no position, move or name is longer in print */
};

enum hissho_status {
    HISSHO_OK = 0,
    HISSHO_NO = 1,        /* verify: the table is wrong */
    HISSHO_USAGE = 2,     /* unknown game, unreadable position, illegal move */
    HISSHO_NO_TABLE = 3,  /* not solved yet in that directory */
    HISSHO_DAMAGED = 4,   /* a file fails its own checks */
    HISSHO_RESOURCES = 5, /* not enough memory or disk */
    HISSHO_IO = 6,        /* the system refused to read or write */
    HISSHO_INTERRUPTED =
        130, /* the progress function asked to stop; solve again to go on */
};

struct hissho_error {
    char text[1024];
};

struct hissho_game;
struct hissho_table;

/* A position of one game: copy it, compare it with memcmp, and leave the inside alone. */
struct hissho_position {
    uint64_t word[8];
};

enum hissho_outcome { HISSHO_DRAW, HISSHO_WIN, HISSHO_LOSS }; /* for the side to move */

struct hissho_value {
    enum hissho_outcome outcome;
    unsigned plies; /* single moves to the end with best play; 0 for a draw */
};

/* A move with its value as the player sees it who makes it, the move itself counted. */
struct hissho_move {
    struct hissho_value value;
    struct hissho_position next;
    char text[HISSHO_TEXT]; /* in the game's notation: "S@b2" */
};

HISSHO_API const char *hissho_version(void);

/* ---- games ------------------------------------------------------------------------ */

/* Name of the i-th game variant ("gobblet:lift-loses") into out; 0 past the end. */
HISSHO_API int hissho_name(unsigned i, char out[HISSHO_TEXT]);

HISSHO_API enum hissho_status hissho_open(const char *name, struct hissho_game **out,
                                          struct hissho_error *err);
/* Close the game's tables first. Null is ignored. */
HISSHO_API void hissho_close(struct hissho_game *game);

HISSHO_API const char *hissho_rules(const struct hissho_game *game); /* a page of text */
HISSHO_API uint64_t hissho_positions(const struct hissho_game *game);

/* ---- positions -------------------------------------------------------------------- */

HISSHO_API void hissho_initial(const struct hissho_game *game,
                               struct hissho_position *out);
HISSHO_API enum hissho_status hissho_parse(const struct hissho_game *game,
                                           const char *text, struct hissho_position *out,
                                           struct hissho_error *err);
HISSHO_API void hissho_print(const struct hissho_game *game,
                             const struct hissho_position *position,
                             char out[HISSHO_TEXT]);
/* The side to move as it is printed: "1", "W". Valid as long as the game is open. */
HISSHO_API const char *hissho_side(const struct hissho_game *game,
                                   const struct hissho_position *position);
/* Makes the move that is written as text. */
HISSHO_API enum hissho_status hissho_play(const struct hissho_game *game,
                                          const struct hissho_position *position,
                                          const char *move, struct hissho_position *next,
                                          struct hissho_error *err);

/* ---- solving ---------------------------------------------------------------------- */

struct hissho_options {
    int threads;     /* 0: all processors */
    uint64_t memory; /* bytes at most; 0: three quarters of the machine's */
    /* Called now and then, never by two threads at once, with the work done and to do (0:
     * unknown) of the current task. Nonzero stops; what was done is kept. May be null. */
    int (*progress)(void *user, const char *task, uint64_t done, uint64_t total);
    void *user;
};

/* Solves the game and stores its table in the directory, which is made if it is not
 * there. Goes on where an interrupted solve stopped; a table that is there is not made
 * again. options may be null. */
HISSHO_API enum hissho_status hissho_solve(const struct hissho_game *game,
                                           const char *directory,
                                           const struct hissho_options *options,
                                           struct hissho_error *err);

/* ---- tables ----------------------------------------------------------------------- */

/* The game must stay open as long as the table. */
HISSHO_API enum hissho_status hissho_table_open(const struct hissho_game *game,
                                                const char *directory,
                                                struct hissho_table **out,
                                                struct hissho_error *err);
HISSHO_API void hissho_table_close(struct hissho_table *table); /* null is ignored */

HISSHO_API enum hissho_status hissho_value(struct hissho_table *table,
                                           const struct hissho_position *position,
                                           struct hissho_value *out,
                                           struct hissho_error *err);

/* All legal moves, best first, into out, which has room for `room` of them; *count is how
 * many there are (none: the game is over) and may exceed room. */
HISSHO_API enum hissho_status hissho_moves(struct hissho_table *table,
                                           const struct hissho_position *position,
                                           struct hissho_move *out, unsigned room,
                                           unsigned *count, struct hissho_error *err);

/* How many positions have the outcome. */
HISSHO_API uint64_t hissho_count(const struct hissho_table *table,
                                 enum hissho_outcome outcome);

/* Re-derives every position from its successors (quick: checks sizes and checksums only).
 * HISSHO_NO and the first counterexample when a value is wrong. */
HISSHO_API enum hissho_status hissho_verify(struct hissho_table *table, int quick,
                                            const struct hissho_options *options,
                                            struct hissho_error *err);

#ifdef __cplusplus
}
#endif

#endif
