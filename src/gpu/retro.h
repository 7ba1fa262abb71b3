/* SPDX-License-Identifier: MIT
 *
 * The per-position engine on a device. An engine for a kind of device is RETRO_ENGINE with a
 * start that calls gpu_retro_start with the device and the game's kernels.
 */
#ifndef GPU_RETRO_H
#define GPU_RETRO_H

#include "gpu/device.h"
#include "gpu/retro_grid.h"
#include "solve/engine.h"

enum code gpu_retro_start(const struct device *d, const struct retro_grid *grid,
                          const struct variant *v, struct run *run, struct solver **out,
                          struct error *err);
uint64_t gpu_retro_memory(const struct variant *v);
uint64_t gpu_retro_device_memory(const struct variant *v);
/* Of that, what the codes and candidates of the part that needs most take. */
uint64_t gpu_retro_part_memory(const struct variant *v);
double gpu_retro_seconds(const struct variant *v, int threads);
enum code gpu_retro_begin(struct solver *s, unsigned part, const struct earlier *earlier,
                          struct error *err);
void gpu_retro_load(struct solver *s, uint64_t first, uint64_t count,
                    const uint16_t *codes);
enum code gpu_retro_step(struct solver *s, unsigned plies, uint64_t *decided,
                         struct error *err);
void gpu_retro_codes(const struct solver *s, uint64_t first, uint64_t count,
                     uint16_t *out);
enum code gpu_retro_fault(const struct solver *s, struct error *err);
void gpu_retro_finish(struct solver *s);

#define RETRO_ENGINE(bytes_here)                                                         \
    .name = "gpu-retro", .backend = "gpu",                                               \
    .summary = "on the GPU: expands each position once, backwards",                      \
    .memory = bytes_here, .device_memory = gpu_retro_device_memory,                      \
    .seconds = gpu_retro_seconds, .begin = gpu_retro_begin, .load = gpu_retro_load,      \
    .step = gpu_retro_step, .codes = gpu_retro_codes, .fault = gpu_retro_fault,          \
    .finish = gpu_retro_finish

#endif
