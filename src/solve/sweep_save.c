/* SPDX-License-Identifier: MIT
 * The checkpoint of a sweep (history_save.h): orbits lost and won by step and number of
 * men, the maps in the order of the slices. */
#define _GNU_SOURCE
#include "solve/sweep_solver.h"

#include "base/sum.h"
#include "solve/history_save.h"

enum { STATISTICS = 2 * HISTORY_STEPS * MUS_POINTS * 8 };

static struct history_save state(struct solver *s, unsigned char statistics[STATISTICS])
{
    struct history_save state = {.letters = "HISSHOSW",
                                 .v = s->v,
                                 .history = &s->history,
                                 .steps = s->steps,
                                 .most = HISTORY_STEPS,
                                 .statistics = statistics,
                                 .statistics_size = STATISTICS};
    for (unsigned k = 0; k < s->board->slices; k++)
        history_save_map(&state, s->won[k], s->map_bytes);
    return state;
}

enum code sweep_save(struct solver *s, const char *path, struct error *err)
{
    unsigned char statistics[STATISTICS], *at = statistics;
    const struct history_save out = state(s, statistics);
    for (unsigned n = 0; n < HISTORY_STEPS; n++)
        for (unsigned b = 0; b < MUS_POINTS; b++, at += 16) {
            put_u64(at, s->lost_orbits.with[n][b]);
            put_u64(at + 8, s->won_orbits.with[n][b]);
        }
    return history_save(&out, path, err);
}

enum code sweep_resume(struct solver *s, const char *path, const char *scratch,
                       unsigned *plies, struct error *err)
{
    unsigned char statistics[STATISTICS], *at = statistics;
    struct history_save in = state(s, statistics);
    TRY(history_load(&in, path, scratch, err));
    for (unsigned n = 0; n < HISTORY_STEPS; n++)
        for (unsigned b = 0; b < MUS_POINTS; b++, at += 16) {
            s->lost_orbits.with[n][b] = get_u64(at);
            s->won_orbits.with[n][b] = get_u64(at + 8);
        }
    s->steps = in.steps;
    *plies = 2 * s->steps + 1; /* the even ply before it is part of that step */
    return CODE_OK;
}
