/* SPDX-License-Identifier: MIT
 * The checkpoint of a sweep (history_save.h): orbits lost and won by step and number of men,
 * and positions won. The maps are made again from the history, so that a checkpoint costs no
 * more than writing what the history has got since the last one. */
#define _GNU_SOURCE
#include "solve/sweep_solver.h"

#include "base/sum.h"
#include "solve/history_save.h"

enum { STATISTICS = HISTORY_STEPS * (2 * MUS_POINTS + 1) * 8 };

static struct history_save state(struct solver *s, unsigned char statistics[STATISTICS])
{
    return (struct history_save){.letters = "HISSHOS2",
                                 .v = s->v,
                                 .history = &s->history,
                                 .steps = s->steps,
                                 .most = HISTORY_STEPS,
                                 .statistics = statistics,
                                 .statistics_size = STATISTICS};
}

uint64_t sweep_save_bytes(const struct solver *s)
{
    const uint64_t left = s->run->memory.limit - s->run->memory.used;
    return left < HISTORY_HELD ? left : HISTORY_HELD;
}

enum code sweep_save(struct solver *s, const char *path, struct error *err)
{
    unsigned char statistics[STATISTICS], *at = statistics;
    const struct history_save out = state(s, statistics);
    for (unsigned n = 0; n < HISTORY_STEPS; n++, at += 8) {
        for (unsigned b = 0; b < MUS_POINTS; b++, at += 16) {
            put_u64(at, s->lost_orbits.with[n][b]);
            put_u64(at + 8, s->won_orbits.with[n][b]);
        }
        put_u64(at, s->won_positions[n]);
    }
    return history_save(&out, path, err);
}

enum code sweep_resume(struct solver *s, const char *path, const char *scratch,
                       unsigned *plies, struct error *err)
{
    unsigned char statistics[STATISTICS], *at = statistics;
    struct history_save in = state(s, statistics);
    TRY(history_load(&in, path, scratch, err));
    for (unsigned n = 0; n < HISTORY_STEPS; n++, at += 8) {
        for (unsigned b = 0; b < MUS_POINTS; b++, at += 16) {
            s->lost_orbits.with[n][b] = get_u64(at);
            s->won_orbits.with[n][b] = get_u64(at + 8);
        }
        s->won_positions[n] = get_u64(at);
    }
    s->steps = in.steps;
    for (unsigned b = 0; s->steps && b < MUS_POINTS; b++)
        s->won_sum[b] = s->won_orbits.with[s->steps - 1][b] * s->board->symmetries;
    *plies = 2 * s->steps + 1; /* the even ply before it is part of that step */
    return sweep_remake(s, err);
}
