/* SPDX-License-Identifier: MIT
 *
 * The local conditions that make a table its own proof: the code of a position is what
 * the rules say if the game has ended there, and otherwise follows from the codes of its
 * successors. Positions are visited one by one, by the fast face where the game has one:
 * no code is shared with the bit-parallel engines.
 */
#ifndef SOLVE_LOCAL_H
#define SOLVE_LOCAL_H

#include "game/codes.h"
#include "game/game.h"

struct local_report {
    uint64_t errors; /* slots whose code is not the derived one */
    uint64_t slot;   /* the first of them */
    uint16_t derived;
};

/* Checks slots first .. end-1 of the complete array of codes. */
void local_check(const struct variant *v, struct codes codes, uint64_t first,
                 uint64_t end, struct local_report *report);

/* The code that follows from the successors of a position that goes on; those that are
 * not stored are derived in turn. lookup gives the code of a slot. */
typedef enum code local_lookup(void *context, uint64_t slot, uint16_t *code,
                               struct error *err);
enum code local_derive(const struct variant *v, const struct position *p,
                       local_lookup *lookup, void *context, uint16_t *code,
                       struct error *err);

/* What the codes of the successors make of a position that goes on. Fed one by one. */
struct local_fold {
    unsigned nearest_loss; /* distance of the nearest lost successor, UINT_MAX: none */
    unsigned farthest_win;
    bool draw; /* some successor is drawn */
};

#define LOCAL_FOLD_EMPTY ((struct local_fold){~0u, 0, false})

static inline void local_feed(struct local_fold *fold, uint16_t code)
{
    if (code == CODE_DRAWN)
        fold->draw = true;
    else if (code_is_win(code))
        fold->farthest_win =
            code_plies(code) > fold->farthest_win ? code_plies(code) : fold->farthest_win;
    else if (code_plies(code) < fold->nearest_loss)
        fold->nearest_loss = code_plies(code);
}

/* CODES, which is no code, for distances that do not fit into one. */
static inline uint16_t local_fit(unsigned code)
{
    return (uint16_t)(code < CODE_WON ? code : CODES);
}

static inline uint16_t local_result(const struct local_fold *fold)
{
    if (fold->nearest_loss != ~0u)
        return local_fit(1 + 2 * (fold->nearest_loss + 1));
    return fold->draw ? CODE_DRAWN : local_fit(2 + 2 * (fold->farthest_win + 1));
}

static inline bool local_right(uint16_t stored, uint16_t derived)
{
    return stored == derived && stored != CODES;
}

static inline void local_note(struct local_report *report, uint64_t slot,
                              uint16_t derived)
{
    if (report->errors++ == 0) {
        report->slot = slot;
        report->derived = derived;
    }
}

#endif
