/* SPDX-License-Identifier: MIT
 *
 * The matrix engine on a device; see matrix.h. All is there: the planes, and the plies of
 * what they hold as seven more planes. Codes are made there, in the order of slots, when
 * they are asked for.
 */
#define _GNU_SOURCE
#include "gpu/matrix.h"

#include "games/nocca/fast.h"
#include "gpu/planes.h"
#include "gpu/window.h"
#include "solve/matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct solver {
    const struct variant *v;
    const struct nocca_halves *halves;
    struct planes planes;
    struct run *run;
    struct window window;
    uint8_t *codes;                      /* the window's, on the device */
    unsigned plies;                      /* done */
    uint64_t decided[BYTE_PLIES + 2][2]; /* positions of P: quiet, with a threat */
};

static const struct nocca_halves *halves_of(const struct variant *v)
{
    if (strcmp(v->game->name, "nocca") != 0)
        return NULL;
    const struct fast_tables *t = v->tables;
    return t->halves && !t->halves->odd ? t->halves : NULL;
}

/* ---- sizes -------------------------------------------------------------------------- */

uint64_t gpu_matrix_memory(const struct variant *v)
{
    return halves_of(v) ? (64 << 20) : 0;
}

uint64_t gpu_matrix_device_memory(const struct variant *v)
{
    return planes_memory(halves_of(v)) + (64 << 20);
}

/* Measured on an H200. */
double gpu_matrix_seconds(const struct variant *v, int threads)
{
    (void)threads;
    return 0.3 + (double)v->positions * 3e-11;
}

/* ---- beginning and end -------------------------------------------------------------- */

void gpu_matrix_finish(struct solver *s)
{
    planes_free(&s->planes);
    window_free(&s->window);
    free(s);
}

static enum code make(struct solver *s, const struct device *d,
                      const struct planes_kernels *kernels, struct error *err)
{
    uint64_t size = s->v->slots < d->window ? s->v->slots : d->window;
    TRY(planes_make(&s->planes, s->halves, d, kernels, s->run, err));
    TRY(planes_take(&s->planes, size, 1, "the codes", &s->codes, err));
    return window_make(&s->window, d, size, &s->run->memory, err);
}

enum code gpu_matrix_start(const struct device *d, const struct planes_kernels *kernels,
                           const struct variant *v, struct run *run, struct solver **out,
                           struct error *err)
{
    struct solver *s;
    TRY(device_solver(d, sizeof *s, &s, err));
    s->v = v;
    s->run = run;
    s->halves = halves_of(v);
    progress_begin(&run->progress, "preparing", 0);
    enum code code = make(s, d, kernels, err);
    if (code == CODE_OK)
        *out = s;
    else
        gpu_matrix_finish(s);
    return code;
}

/* ---- steps -------------------------------------------------------------------------- */

enum code gpu_matrix_step(struct solver *s, unsigned plies, uint64_t *decided,
                          struct error *err)
{
    char note[32];
    if (plies > BYTE_PLIES)
        return error_set(err, CODE_RESOURCES,
                         "%s has distances above %d plies, more than the engine "
                         "gpu-matrix can hold",
                         s->v->name, BYTE_PLIES);
    if (plies == 0) {
        progress_begin(&s->run->progress, "solving", 0);
        memcpy(s->decided[0], s->planes.stuck, sizeof s->decided[0]);
    } else {
        TRY(planes_ply(&s->planes, plies, s->decided[plies], err));
    }
    window_drop(&s->window);
    s->plies = plies + 1;
    *decided = s->decided[plies][0] + s->decided[plies][1];
    snprintf(note, sizeof note, "ply %u", plies);
    progress_update(&s->run->progress, plies, 0, "plies", note);
    return CODE_OK;
}

/* ---- results ------------------------------------------------------------------------ */

static void fetch(void *context, uint64_t number, unsigned char *bytes)
{
    struct solver *s = context;
    uint64_t first = number * s->window.size, left = s->v->slots - first;
    uint64_t count = left < s->window.size ? left : s->window.size;
    planes_codes_put(&s->planes, s->halves, first, count, s->codes);
    s->planes.device->get(bytes, s->codes, count);
}

void gpu_matrix_codes(const struct solver *constant, uint64_t first, uint64_t count,
                      uint16_t *out)
{
    struct solver *s = (struct solver *)(uintptr_t)constant; /* the window has a lock */
    window_codes(&s->window, first, count, fetch, s, out);
}

enum code gpu_matrix_fault(const struct solver *s, struct error *err)
{
    return s->planes.device->fault(err);
}

enum code gpu_matrix_subsets(const struct solver *s, struct subset_tally *out,
                             struct error *err)
{
    (void)err;
    uint64_t shared[HALF_CLASSES];
    for (unsigned i = 0; i < HALF_CLASSES; i++)
        shared[i] = s->planes.class_[i].one - s->planes.class_[i].live;
    matrix_tally(s->halves, shared, (const uint64_t(*)[2])s->decided, s->plies, out);
    return CODE_OK;
}
