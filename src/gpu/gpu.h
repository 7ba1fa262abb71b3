/* SPDX-License-Identifier: MIT
 *
 * Engines that work on a GPU. They give the codes of those in src/solve.
 */
#ifndef GPU_GPU_H
#define GPU_GPU_H

#include "solve/engine.h"

/* The i-th engine that could solve the variant on a GPU, fastest first; null past the end,
 * and always in a build without CUDA. */
const struct engine *gpu_engine_for(const struct variant *v, unsigned i);

/* What --backend says: the GPU, or this processor (also null). Else CODE_USAGE. */
enum code gpu_wanted(const char *backend, bool *out, struct error *err);

/* The GPU's free memory. CODE_USAGE in a build without CUDA, CODE_RESOURCES where there is
 * no GPU. */
enum code gpu_memory(uint64_t *free_bytes, struct error *err);

/* The engine of that name (null: the fastest that fits) for the variant. */
enum code gpu_choose(const struct variant *v, const char *name,
                     const struct budget *memory, const struct engine **out,
                     struct error *err);

#endif
