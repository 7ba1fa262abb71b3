/* SPDX-License-Identifier: MIT
 * The checkpoint of the matrix engine (history_save.h): positions decided by ply, the code
 * of the initial position, the planes by class, won before lost. */
#define _GNU_SOURCE
#include "solve/matrix_solver.h"

#include "base/sum.h"
#include "solve/history_save.h"

enum { STATISTICS = 8 * (2 * MATRIX_PLIES + 1) };

static struct history_save state(struct solver *s, unsigned char statistics[STATISTICS])
{
    struct history_save state = {.letters = "HISSHOMX",
                                 .v = s->v,
                                 .history = &s->history,
                                 .steps = s->plies,
                                 .most = MATRIX_PLIES,
                                 .statistics = statistics,
                                 .statistics_size = STATISTICS};
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        const struct matrix_class *k = &s->board.class[i];
        if (!k->used)
            continue;
        history_save_map(&state, k->won, matrix_plane(k));
        history_save_map(&state, k->lost, matrix_plane(k));
    }
    return state;
}

enum code matrix_save(struct solver *s, const char *path, struct error *err)
{
    unsigned char statistics[STATISTICS];
    const struct history_save out = state(s, statistics);
    for (unsigned n = 0; n < 2 * MATRIX_PLIES; n++)
        put_u64(statistics + 8 * n, s->decided[n / 2][n % 2]);
    put_u64(statistics + 16 * MATRIX_PLIES, s->initial_code);
    return history_save(&out, path, err);
}

enum code matrix_resume(struct solver *s, const char *path, const char *scratch,
                        unsigned *plies, struct error *err)
{
    unsigned char statistics[STATISTICS];
    struct history_save in = state(s, statistics);
    s->recording = true;
    TRY(matrix_first_masks(s, err));
    TRY(history_load(&in, path, scratch, err));
    for (unsigned n = 0; n < 2 * MATRIX_PLIES; n++)
        s->decided[n / 2][n % 2] = get_u64(statistics + 8 * n);
    s->initial_code = (uint16_t)get_u64(statistics + 16 * MATRIX_PLIES);
    *plies = s->plies = in.steps;
    return CODE_OK;
}
