/* SPDX-License-Identifier: MIT
 * The perfect opponent; see opponent.h. */
#include "query/opponent.h"

#include <assert.h>

/* Is the reply as good as the best one, in the sense of the header? */
static bool is_good(uint16_t code, uint16_t best)
{
    return code_is_loss(best) ? code == best : code_value(code) == code_value(best);
}

/* The number of good replies after a move. None if the move ends the game. */
static enum code good_replies(const struct variant *v, struct table *t,
                              const struct answer_move *m, unsigned *count,
                              struct error *err)
{
    struct move reply[GAME_MOVES];
    uint16_t code[GAME_MOVES], best = 0;
    unsigned replies = m->ending == GOES_ON ? v->game->moves(v, &m->next, reply) : 0;
    for (unsigned i = 0; i < replies; i++) {
        struct position next;
        enum ending ending = v->game->play(v, &m->next, reply[i], &next);
        TRY(probe_code(v, t, &next, ending, &code[i], err));
        code[i] = code_before(code[i]);
        if (i == 0 || code_merit(code[i]) > code_merit(best))
            best = code[i];
    }
    *count = 0;
    for (unsigned i = 0; i < replies; i++)
        *count += is_good(code[i], best);
    return CODE_OK;
}

enum code opponent_choose(const struct variant *v, struct table *t,
                          const struct answer *answer, unsigned *choice,
                          struct error *err)
{
    assert(answer->moves > 0);
    unsigned fewest = GAME_MOVES + 1;
    *choice = 0;
    for (unsigned i = 0; i < answer->moves; i++) {
        unsigned good;
        if (answer->move[i].code != answer->move[0].code)
            break; /* best first: no equal move follows */
        TRY(good_replies(v, t, &answer->move[i], &good, err));
        if (good < fewest) {
            fewest = good;
            *choice = i;
        }
    }
    return CODE_OK;
}
