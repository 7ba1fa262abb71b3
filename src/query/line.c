/* SPDX-License-Identifier: MIT
 * An optimal line; see line.h. */
#include "query/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_step(const struct variant *v, struct line_step *step, const char *move,
                     const struct position *p, uint16_t code)
{
    snprintf(step->move, sizeof step->move, "%s", move);
    step->position = *p;
    step->code = code;
    step->side = v->game->side(v, p);
    v->game->print(v, p, step->text);
}

/* Has the last position been there before? */
static bool repeats(struct line *line)
{
    const struct position *last = &line->step[line->moves].position;
    for (unsigned i = 0; i < line->moves; i++)
        if (memcmp(last, &line->step[i].position, sizeof *last) == 0) {
            line->repeats = i;
            return true;
        }
    return false;
}

static enum code walk(const struct variant *v, struct table *t, struct answer *answer,
                      struct line *line, struct error *err)
{
    line->ending = answer->ending;
    line->stop = LINE_OVER;
    while (line->ending == GOES_ON) {
        if (line->moves == LINE_LIMIT) {
            line->stop = LINE_LONG;
            return CODE_OK;
        }
        const struct answer_move best = answer->move[0];
        uint16_t code;
        line->ending = best.ending;
        TRY(probe_code(v, t, &best.next, best.ending, &code, err));
        line->moves++;
        set_step(v, &line->step[line->moves], best.name, &best.next, code);
        if (line->ending == GOES_ON && repeats(line)) {
            line->stop = LINE_REPEATS;
            return CODE_OK;
        }
        if (line->ending == GOES_ON)
            TRY(probe_answer(v, t, &best.next, answer, err));
    }
    return CODE_OK;
}

enum code line_make(const struct variant *v, struct table *t, const struct position *p,
                    struct line *out, struct error *err)
{
    memset(out, 0, sizeof *out);
    struct answer *answer;
    TRY(mem_small(1, sizeof *answer, &answer, err));
    enum code code = mem_small(LINE_LIMIT + 1, sizeof *out->step, &out->step, err);
    if (code == CODE_OK)
        code = probe_answer(v, t, p, answer, err);
    if (code == CODE_OK) {
        set_step(v, &out->step[0], "", p, answer->code);
        code = walk(v, t, answer, out, err);
    }
    free(answer);
    if (code != CODE_OK)
        line_free(out);
    return code;
}

void line_free(struct line *line)
{
    free(line->step);
    memset(line, 0, sizeof *line);
}
