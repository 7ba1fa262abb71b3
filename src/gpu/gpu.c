/* SPDX-License-Identifier: MIT
 * The list of engines for GPUs and the choice among them; see gpu.h. */
#include "gpu/gpu.h"

#include "base/text.h"

#include <string.h>

#ifdef HISSHO_CUDA

#include "gpu/colours.h"
#include "gpu/matrix.h"
#include "gpu/retro.h"
#include "gpu/sweep.h"
#include "solve/faces.h"

#define GAME(folder) extern const struct retro_grid retro_cuda_##folder;
#include "fast_games.def"
#undef GAME

static const struct retro_grid *retro_grid(const struct variant *v)
{
#define GAME(folder)                                                                     \
    if (strcmp(v->game->name, #folder) == 0)                                             \
        return &retro_cuda_##folder;
#include "fast_games.def"
#undef GAME
    return NULL;
}

static uint64_t retro_memory(const struct variant *v)
{
    const struct face *face = face_of(v->game);
    return face && (!face->suits || face->suits(v)) ? gpu_retro_memory(v) : 0;
}

static enum code retro_start(const struct variant *v, struct run *run,
                             struct solver **out, struct error *err)
{
    return gpu_retro_start(&device_cuda, retro_grid(v), v, run, out, err);
}

static const struct engine retro_engine = {
    RETRO_ENGINE(retro_memory),
    .start = retro_start,
};

static enum code sweep_start(const struct variant *v, struct run *run,
                             struct solver **out, struct error *err)
{
    return gpu_sweep_start(&device_cuda, &sweep_cuda, v, run, out, err);
}

static const struct engine sweep_engine = {
    SWEEP_ENGINE,
    .start = sweep_start,
};

static enum code matrix_start(const struct variant *v, struct run *run,
                              struct solver **out, struct error *err)
{
    return gpu_matrix_start(&device_cuda, &planes_kernels_cuda, v, run, out, err);
}

static const struct engine matrix_engine = {
    GPU_MATRIX_ENGINE,
    .start = matrix_start,
};

static enum code colours_start(const struct variant *v, struct run *run,
                               struct solver **out, struct error *err)
{
    return gpu_colours_start(&device_cuda, &colours_kernels_cuda, v, run, out, err);
}

static const struct engine colours_engine = {
    GPU_COLOURS_ENGINE,
    .start = colours_start,
};

const struct engine *gpu_engine_for(const struct variant *v, unsigned i)
{
    static const struct engine *const list[] = {&sweep_engine, &matrix_engine,
                                                &colours_engine, &retro_engine};
    for (unsigned k = 0; k < sizeof list / sizeof *list; k++)
        if (list[k]->memory(v) > 0 && i-- == 0)
            return list[k];
    return NULL;
}

enum code gpu_memory(uint64_t *free_bytes, struct error *err)
{
    char name[64];
    uint64_t all;
    return device_cuda.open(name, sizeof name, &all, free_bytes, err);
}

#else

const struct engine *gpu_engine_for(const struct variant *v, unsigned i)
{
    (void)v, (void)i;
    return NULL;
}

enum code gpu_memory(uint64_t *free_bytes, struct error *err)
{
    *free_bytes = 0;
    return error_set(
        err, CODE_USAGE,
        "option --backend: this build has no GPU backend; build where CUDA's "
        "nvcc is, or solve with --backend cpu");
}

#endif

enum code gpu_wanted(const char *backend, bool *out, struct error *err)
{
    *out = backend && strcmp(backend, "gpu") == 0;
    if (!backend || *out || strcmp(backend, "cpu") == 0)
        return CODE_OK;
    return error_set(err, CODE_USAGE, "option --backend: '%.40s' is neither cpu nor gpu",
                     backend);
}

static enum code named(const struct variant *v, const char *name,
                       const struct engine **out, struct error *err)
{
    char list[128] = "";
    for (unsigned i = 0; (*out = gpu_engine_for(v, i)); i++) {
        if (strcmp((*out)->name, name) == 0)
            return CODE_OK;
        text_append(list, sizeof list, "%s%s", i ? ", " : "", (*out)->name);
    }
    return error_set(err, CODE_USAGE,
                     "there is no engine '%.40s' for %s on the GPU; there are: %s", name,
                     v->name, *list ? list : "none");
}

enum code gpu_choose(const struct variant *v, const char *name,
                     const struct budget *memory, const struct engine **out,
                     struct error *err)
{
    uint64_t have, least = UINT64_MAX;
    TRY(gpu_memory(&have, err));
    if (name)
        return named(v, name, out, err);
    for (unsigned i = 0; (*out = gpu_engine_for(v, i)); i++) {
        uint64_t need = (*out)->device_memory(v);
        if (need <= have && (*out)->memory(v) <= memory->limit)
            return CODE_OK;
        if (need < least)
            least = need;
    }
    if (least == UINT64_MAX)
        return error_set(err, CODE_USAGE,
                         "no engine solves %s on the GPU; solve with --backend cpu",
                         v->name);
    char need_text[32], have_text[32];
    return error_set(err, CODE_RESOURCES,
                     "not enough memory on the GPU to solve %s: need %s, have %s; solve "
                     "with --backend cpu",
                     v->name, text_bytes(least, need_text), text_bytes(have, have_text));
}
