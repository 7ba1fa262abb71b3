/* SPDX-License-Identifier: MIT
 *
 * The state of one proof search, shared by its driver (dfpn.c) and the search itself
 * (per_prover/), which is compiled once for every game with a prover face and once over
 * the slow face.
 */
#ifndef SOLVE_DFPN_STATE_H
#define SOLVE_DFPN_STATE_H

#include "base/io.h"
#include "game/game.h"
#include "solve/dfpn.h"
#include "solve/dfpn_table.h"

enum {
    DFPN_DEPTH = 2000,    /* no path is longer */
    DFPN_MARKS = 1 << 12, /* filter for positions of the path */
    DFPN_ROOM = 1 << 17,  /* children of all nodes of a path together */
    DFPN_ATTACKER = 1,    /* role of the side to move, lowest bit of a key */
};

struct dfpn_step {
    uint64_t key;
    uint32_t visit; /* number of this visit, never used again */
    bool fresh;     /* reached by a move that cannot be undone */
};

struct dfpn {
    void *face; /* the face's own tables */
    struct run *run;
    struct dfpn_table *table;
    struct dfpn_step *path; /* DFPN_DEPTH */
    uint8_t mark[DFPN_MARKS];
    void *room;       /* the face's children, DFPN_ROOM of them */
    size_t top;       /* of which are in use */
    uint32_t visits;  /* numbers given out */
    bool exact;       /* refutations by repetition are bound to their path */
    bool bent;        /* one was taken for unbound, or a path was cut */
    bool halt;        /* a limit was reached */
    bool silent;      /* another thread reports progress */
    uint64_t nodes;   /* positions looked at */
    uint64_t visited; /* ... of them expanded, every time counted */
    uint64_t stop_at; /* nodes */
    double deadline;  /* progress_clock */
    uint64_t looked;  /* nodes when clock and flags were last looked at */
    struct dfpn_numbers root;
};

/* A line of a certificate: the winner's move in a position. */
typedef enum code (*dfpn_emit)(void *context, const struct position *p, struct move move,
                               bool has_move, struct error *err);

struct dfpn_move {
    struct position next;
    enum ending ending;
    bool fresh;  /* a move that cannot be undone */
    uint64_t id; /* the same for symmetric positions */
};

struct dfpn_search {
    size_t child; /* bytes of one child in room */
    enum code (*open)(const struct variant *v, void **face, struct error *err);
    void (*close)(void *face);
    /* The moves of a position; out has room for GAME_MOVES. */
    unsigned (*moves)(const void *face, const struct position *p, struct dfpn_move *out);
    /* Searches p until it is decided or s->halt; s->root has the numbers. attacks: the
     * question is whether the side to move wins, otherwise whether the other side does. */
    void (*search)(struct dfpn *s, const struct position *p, bool attacks);
    /* Emits the certificate of a proved position, every position before those whose
     * proof uses it. */
    enum code (*certify)(struct dfpn *s, const struct position *p, bool attacks,
                         dfpn_emit emit, void *context, struct error *err);
};

/* The search of a game: its own or the one over the slow face. */
const struct dfpn_search *dfpn_search_of(const struct game *game);

/* What one thread searches with; the table is shared. Freed with dfpn_free, also after a
 * failure. */
enum code dfpn_make(struct dfpn *s, const struct dfpn_search *search,
                    const struct variant *v, struct run *run, struct dfpn_table *table,
                    struct error *err);
void dfpn_free(struct dfpn *s, const struct dfpn_search *search);

/* Clock, limits and progress; called every few thousand nodes. */
void dfpn_look(struct dfpn *s);

#endif
