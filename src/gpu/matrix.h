/* SPDX-License-Identifier: MIT
 *
 * The matrix engine on a device: NOCCAxNOCCA on boards of four and six rows (planes.h tells
 * how). An engine for a kind of device is MATRIX_ENGINE with a start that calls
 * gpu_matrix_start with the device and its kernels.
 */
#ifndef GPU_MATRIX_H
#define GPU_MATRIX_H

#include "gpu/device.h"
#include "gpu/planes_kernels.h"
#include "gpu/restart.h"
#include "solve/engine.h"

enum code gpu_matrix_start(const struct device *d, const struct planes_kernels *kernels,
                           const struct variant *v, struct run *run, struct solver **out,
                           struct error *err);
uint64_t gpu_matrix_memory(const struct variant *v);
uint64_t gpu_matrix_device_memory(const struct variant *v);
double gpu_matrix_seconds(const struct variant *v, int threads);
enum code gpu_matrix_step(struct solver *s, unsigned plies, uint64_t *decided,
                          struct error *err);
void gpu_matrix_codes(const struct solver *s, uint64_t first, uint64_t count,
                      uint16_t *out);
enum code gpu_matrix_fault(const struct solver *s, struct error *err);
enum code gpu_matrix_subsets(const struct solver *s, struct subset_tally *out,
                             struct error *err);
void gpu_matrix_finish(struct solver *s);

#define GPU_MATRIX_ENGINE                                                                \
    .name = "gpu-matrix", .backend = "gpu",                                              \
    .summary = "on the GPU: bit matrices of half-boards", .memory = gpu_matrix_memory,   \
    .device_memory = gpu_matrix_device_memory, .seconds = gpu_matrix_seconds,            \
    .step = gpu_matrix_step, .codes = gpu_matrix_codes, .fault = gpu_matrix_fault,       \
    .save = restart_save, .resume = restart_resume, .subsets = gpu_matrix_subsets,       \
    .finish = gpu_matrix_finish

#endif
