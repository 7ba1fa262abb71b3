/* SPDX-License-Identifier: MIT
 *
 * The sweep on a device. An engine for a kind of device is SWEEP_ENGINE with a start that
 * calls gpu_sweep_start with the device and its kernels.
 */
#ifndef GPU_SWEEP_H
#define GPU_SWEEP_H

#include "gpu/device.h"
#include "gpu/restart.h"
#include "gpu/sweep_grid.h"
#include "solve/engine.h"

enum code gpu_sweep_start(const struct device *d, const struct sweep_grid *grid,
                          const struct variant *v, struct run *run, struct solver **out,
                          struct error *err);
uint64_t gpu_sweep_memory(const struct variant *v);
uint64_t gpu_sweep_device_memory(const struct variant *v);
double gpu_sweep_seconds(const struct variant *v, int threads);
uint64_t gpu_sweep_disk(const struct variant *v);
enum code gpu_sweep_step(struct solver *s, unsigned plies, uint64_t *decided,
                         struct error *err);
void gpu_sweep_codes(const struct solver *s, uint64_t first, uint64_t count,
                     uint16_t *out);
enum code gpu_sweep_fault(const struct solver *s, struct error *err);
enum code gpu_sweep_subsets(const struct solver *s, struct subset_tally *out,
                            struct error *err);
void gpu_sweep_finish(struct solver *s);

#define SWEEP_ENGINE                                                                     \
    .name = "gpu-sweep", .backend = "gpu",                                               \
    .summary = "on the GPU: bit-parallel over all sets of men",                          \
    .memory = gpu_sweep_memory, .device_memory = gpu_sweep_device_memory,                \
    .seconds = gpu_sweep_seconds, .disk = gpu_sweep_disk, .step = gpu_sweep_step,        \
    .codes = gpu_sweep_codes, .fault = gpu_sweep_fault, .subsets = gpu_sweep_subsets,    \
    .save = restart_save, .resume = restart_resume, .finish = gpu_sweep_finish

#endif
