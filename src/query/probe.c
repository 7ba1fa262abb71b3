/* SPDX-License-Identifier: MIT
 * Asking a table; see probe.h. */
#include "query/probe.h"

#include "solve/local.h"

#include <assert.h>
#include <stdlib.h>

static enum code in_table(void *table, uint64_t slot, uint16_t *code, struct error *err)
{
    return table_code(table, slot, code, err);
}

enum code probe_code(const struct variant *v, struct table *t, const struct position *p,
                     enum ending ending, uint16_t *code, struct error *err)
{
    uint64_t slot = ending == GOES_ON ? game_slot(v, p) : 0;
    if (ending != GOES_ON)
        *code = code_of_ending(ending);
    else if (slot == SLOT_DERIVED)
        TRY(local_derive(v, p, in_table, t, code, err));
    else
        TRY(table_code(t, slot, code, err));
    *code = game_shown(v, p, *code);
    return CODE_OK;
}

/* Insertion sort of indices: stable, and the lists are short. */
static void sort_best_first(const int merit[GAME_MOVES], unsigned count,
                            unsigned order[GAME_MOVES])
{
    for (unsigned i = 0; i < count; i++) {
        unsigned at = i;
        for (; at > 0 && merit[order[at - 1]] < merit[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

enum code probe_answer(const struct variant *v, struct table *t, const struct position *p,
                       struct answer *out, struct error *err)
{
    const struct game *game = v->game;
    out->position = *p;
    out->ending = game->ending(v, p);
    game->print(v, p, out->text);
    TRY(probe_code(v, t, p, out->ending, &out->code, err));

    struct move move[GAME_MOVES];
    uint16_t code[GAME_MOVES];
    int merit[GAME_MOVES];
    unsigned order[GAME_MOVES];
    out->moves = out->ending == GOES_ON ? game->moves(v, p, move) : 0;
    assert(out->moves <= GAME_MOVES);
    for (unsigned i = 0; i < out->moves; i++) {
        struct position next;
        enum ending ending = game->play(v, p, move[i], &next);
        TRY(probe_code(v, t, &next, ending, &code[i], err));
        code[i] = code_before(code[i]);
        merit[i] = code_merit(code[i]);
    }
    sort_best_first(merit, out->moves, order);
    for (unsigned i = 0; i < out->moves; i++) {
        struct answer_move *m = &out->move[i];
        m->move = move[order[i]];
        m->number = order[i];
        m->code = code[order[i]];
        m->ending = game->play(v, p, m->move, &m->next);
        game->print_move(v, p, m->move, m->name);
        game->print(v, &m->next, m->text);
    }
    return CODE_OK;
}
