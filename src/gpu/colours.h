/* SPDX-License-Identifier: MIT
 *
 * The colours engine on a device: Yonmoque. An engine for a kind of device is
 * GPU_COLOURS_ENGINE with a start that calls gpu_colours_start with the device and its
 * kernels.
 */
#ifndef GPU_COLOURS_H
#define GPU_COLOURS_H

#include "gpu/colours_kernels.h"
#include "gpu/device.h"
#include "gpu/restart.h"
#include "solve/engine.h"

enum code gpu_colours_start(const struct device *d, const struct colours_kernels *kernels,
                            const struct variant *v, struct run *run, struct solver **out,
                            struct error *err);
uint64_t gpu_colours_memory(const struct variant *v);
uint64_t gpu_colours_device_memory(const struct variant *v);
double gpu_colours_seconds(const struct variant *v, int threads);
enum code gpu_colours_begin(struct solver *s, unsigned part,
                            const struct earlier *earlier, struct error *err);
unsigned gpu_colours_horizon(const struct solver *s);
enum code gpu_colours_step(struct solver *s, unsigned plies, uint64_t *decided,
                           struct error *err);
void gpu_colours_codes(const struct solver *s, uint64_t first, uint64_t count,
                       uint16_t *out);
enum code gpu_colours_fault(const struct solver *s, struct error *err);
void gpu_colours_finish(struct solver *s);

#define GPU_COLOURS_ENGINE                                                               \
    .name = "gpu-colours", .backend = "gpu",                                             \
    .summary = "on the GPU: bit-parallel over all colourings of the men",                \
    .memory = gpu_colours_memory, .device_memory = gpu_colours_device_memory,            \
    .seconds = gpu_colours_seconds, .begin = gpu_colours_begin,                          \
    .horizon = gpu_colours_horizon, .step = gpu_colours_step,                            \
    .codes = gpu_colours_codes, .fault = gpu_colours_fault, .save = restart_save,        \
    .resume = restart_resume, .finish = gpu_colours_finish, .most_plies = BYTE_PLIES

#endif
