/* SPDX-License-Identifier: MIT
 *
 * The naive engine: obvious, short, slow, over the slow face only. It numbers all
 * positions by rank, ignoring slots and symmetry, and for each ply looks at the
 * successors of every open position. It is the oracle that the other engines are compared
 * with, and the engine of games that have no fast face.
 */
#include "solve/naive.h"

#include "solve/local.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPEN = 0,
    RULE_DRAW = CODES
}; /* in code[], besides the codes of decided positions */

struct solver {
    const struct variant *v;
    struct run *run;
    uint16_t *code; /* by rank */
};

static uint64_t memory(const struct variant *v)
{
    return v->positions <= (uint64_t)1 << 24 ? 2 * v->positions : 0;
}

static double seconds(const struct variant *v, int threads)
{
    (void)threads;
    return (double)v->positions * 30e-6;
}

static enum code start(const struct variant *v, struct run *run, struct solver **out,
                       struct error *err)
{
    struct solver *s;
    TRY(mem_small(1, sizeof *s, &s, err));
    s->v = v;
    s->run = run;
    enum code code = mem_take(&run->memory, v->positions, 2, "the codes", &s->code, err);
    if (code != CODE_OK)
        free(s);
    else
        *out = s;
    return code;
}

/* The code that the successors give a position that goes on, if they are decided in less
 * than `plies`; OPEN otherwise. */
static uint16_t derive(const struct solver *s, const struct position *p, unsigned plies)
{
    const struct game *game = s->v->game;
    struct move list[GAME_MOVES];
    unsigned n = game->moves(s->v, p, list);
    bool all_won = true;
    for (unsigned i = 0; i < n; i++) {
        struct position next;
        enum ending ending = game->play(s->v, p, list[i], &next);
        uint16_t code =
            ending == GOES_ON ? s->code[game->rank(s->v, &next)] : code_of_ending(ending);
        if (code == RULE_DRAW || code == OPEN || code_plies(code) >= plies)
            all_won = false;
        else if (code_is_loss(code))
            return code_win(plies);
    }
    return all_won ? code_loss(plies) : OPEN;
}

static enum code step(struct solver *s, unsigned plies, uint64_t *decided,
                      struct error *err)
{
    *decided = 0;
    for (uint64_t rank = 0; rank < s->v->positions; rank++) {
        if (s->code[rank] == OPEN) {
            struct position p;
            s->v->game->unrank(s->v, rank, &p);
            enum ending ending = s->v->game->ending(s->v, &p);
            if (plies > 0 && ending == GOES_ON)
                s->code[rank] = derive(s, &p, plies);
            else if (ending == ENDS_DRAW)
                s->code[rank] = RULE_DRAW;
            else
                s->code[rank] = code_of_ending(ending);
        }
        uint16_t code = s->code[rank];
        *decided += code != OPEN && code != RULE_DRAW && code_plies(code) == plies;
        if (run_stopped(s->run))
            return error_set(err, CODE_INTERRUPTED, "interrupted");
    }
    return CODE_OK;
}

static void load(struct solver *s, uint64_t first, uint64_t count, const uint16_t *codes)
{
    for (uint64_t i = 0; i < count; i++) {
        struct position p, image;
        game_at_slot(s->v, first + i, &p);
        for (unsigned k = 0; k < game_symmetries(s->v); k++) {
            game_symmetric(s->v, &p, k, &image);
            uint64_t rank = s->v->game->rank(s->v, &image);
            if (rank != GAME_UNRANKED)
                s->code[rank] = codes[i];
        }
    }
}

static void codes(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out);

static enum code in_solver(void *solver, uint64_t slot, uint16_t *code, struct error *err)
{
    (void)err;
    codes(solver, slot, 1, code);
    return CODE_OK;
}

/* A slot may stand for a position that no play reaches and the index leaves out. */
static uint16_t unranked(const struct solver *s, const struct position *p)
{
    uint16_t code = CODES;
    enum ending ending = s->v->game->ending(s->v, p);
    if (ending != GOES_ON)
        return code_of_ending(ending);
    local_derive(s->v, p, in_solver, (void *)(uintptr_t)s, &code, NULL);
    return code;
}

static void codes(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out)
{
    for (uint64_t i = 0; i < count; i++) {
        struct position p;
        game_at_slot(s->v, first + i, &p);
        uint64_t rank = s->v->game->rank(s->v, &p);
        uint16_t code = rank == GAME_UNRANKED ? unranked(s, &p) : s->code[rank];
        out[i] = code == RULE_DRAW ? CODE_DRAWN : code;
    }
}

static void finish(struct solver *s)
{
    mem_give(&s->run->memory, s->code, s->v->positions, 2);
    free(s);
}

const struct engine naive_engine = {
    .name = "naive",
    .summary = "looks at the successors of every open position, ply by ply",
    .memory = memory,
    .seconds = seconds,
    .start = start,
    .load = load,
    .step = step,
    .codes = codes,
    .finish = finish,
};
