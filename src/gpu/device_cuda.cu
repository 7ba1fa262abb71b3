/* SPDX-License-Identifier: MIT
 *
 * The first CUDA device. The runtime is linked statically and finds the driver when it is
 * first called, so the program also starts where there is none.
 */
extern "C" {
#include "gpu/device.h"
}

#include <cstdio>

static enum code cuda_open(char *name, size_t size, uint64_t *all, uint64_t *free_bytes,
                           struct error *err)
{
    int devices = 0;
    cudaDeviceProp properties;
    size_t unused, total;
    cudaError_t status = cudaGetDeviceCount(&devices);
    if (status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver ||
        (status == cudaSuccess && devices == 0))
        return error_set(err, CODE_RESOURCES,
                         "no GPU was found here, or its driver is missing or older than "
                         "CUDA %d.%d; solve with --backend cpu",
                         CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    if (status == cudaSuccess)
        status = cudaGetDeviceProperties(&properties, 0);
    if (status == cudaSuccess)
        status = cudaMemGetInfo(&unused, &total);
    if (status != cudaSuccess)
        return error_set(err, CODE_RESOURCES,
                         "the GPU cannot be used (%s); solve with --backend cpu",
                         cudaGetErrorString(status));
    snprintf(name, size, "%s", properties.name);
    *all = total;
    *free_bytes = unused;
    return CODE_OK;
}

static void *cuda_take(uint64_t bytes)
{
    void *memory = NULL;
    if (cudaMalloc(&memory, bytes ? bytes : 1) != cudaSuccess) {
        cudaGetLastError(); /* told by the caller */
        return NULL;
    }
    cudaMemset(memory, 0, bytes);
    return memory;
}

static void cuda_give(void *memory)
{
    cudaFree(memory);
}

static void cuda_put(void *to, const void *from, uint64_t bytes)
{
    cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice);
}

static void cuda_get(void *to, const void *from, uint64_t bytes)
{
    cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost);
}

static void cuda_clear(void *memory, uint64_t bytes)
{
    cudaMemset(memory, 0, bytes);
}

/* If it cannot be done, copies are slower, that is all. */
static void cuda_pin(void *memory, uint64_t bytes)
{
    if (cudaHostRegister(memory, bytes, cudaHostRegisterDefault) != cudaSuccess)
        cudaGetLastError();
}

static void cuda_unpin(void *memory)
{
    if (cudaHostUnregister(memory) != cudaSuccess)
        cudaGetLastError();
}

static enum code cuda_fault(struct error *err)
{
    cudaError_t before = cudaGetLastError(), now = cudaDeviceSynchronize();
    if (before == cudaSuccess && now == cudaSuccess)
        return CODE_OK;
    return error_set(err, CODE_IO, "the GPU failed: %s",
                     cudaGetErrorString(before != cudaSuccess ? before : now));
}

extern "C" {
extern const struct device device_cuda;
const struct device device_cuda = {1 << 26,   1 << 24,    cuda_open, cuda_take,
                                   cuda_give, cuda_put,   cuda_get,  cuda_clear,
                                   cuda_pin,  cuda_unpin, cuda_fault};
}
