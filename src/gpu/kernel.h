/* SPDX-License-Identifier: MIT
 *
 * How a kernel is written. Its body is one inline function,
 *
 *     FAST void body(const struct ARGS *a, uint64_t i, uint32_t *count)
 *
 * that does item i of the work; KERNEL makes of it a function that does items 0 .. n-1.
 * nvcc makes it a grid of threads, a C compiler a parallel loop. So every kernel also runs,
 * and is tested, without a GPU; what a body does must not depend on the order of items.
 *
 * count are KERNEL_COUNTERS sums that the threads of a block share; they are added to
 * a->count (the first member of every ARGS) when the block is done. On the device they have
 * 32 bits, enough for KERNEL_ITEMS items of 64 each. KERNEL_SPREAD says how many items a
 * block has: where all are few, fewer in each, so that all processors have some.
 */
#ifndef GPU_KERNEL_H
#define GPU_KERNEL_H

#include "base/portable.h"

#include <stdint.h>

enum {
    KERNEL_COUNTERS = 64,
    KERNEL_THREADS = 256,  /* of a block */
    KERNEL_ITEMS = 1 << 14 /* of a block */
};

/* Does items 0 .. n-1; args is the ARGS of the kernel, copied before the call returns. */
typedef void kernel(const void *args, uint64_t n);

#ifdef __CUDACC__

#define KERNEL_SPREAD(name, body, args, items)                                           \
    static __global__ void __launch_bounds__(KERNEL_THREADS)                             \
        name##_grid(const __grid_constant__ struct args a, uint64_t n)                   \
    {                                                                                    \
        __shared__ uint32_t count[KERNEL_COUNTERS];                                      \
        if (threadIdx.x < KERNEL_COUNTERS)                                               \
            count[threadIdx.x] = 0;                                                      \
        __syncthreads();                                                                 \
        uint64_t first = blockIdx.x * (uint64_t)(items);                                 \
        uint64_t end = first + (items) < n ? first + (items) : n;                        \
        for (uint64_t i = first + threadIdx.x; i < end; i += KERNEL_THREADS)             \
            body(&a, i, count);                                                          \
        __syncthreads();                                                                 \
        if (threadIdx.x < KERNEL_COUNTERS && count[threadIdx.x])                         \
            atomicAdd((unsigned long long *)&a.count[threadIdx.x],                       \
                      (unsigned long long)count[threadIdx.x]);                           \
    }                                                                                    \
    static void name(const void *a, uint64_t n)                                          \
    {                                                                                    \
        if (n > 0)                                                                       \
            name##_grid<<<(unsigned)((n + (items)-1) / (items)), KERNEL_THREADS>>>(      \
                *(const struct args *)a, n);                                             \
    }

#else

#define KERNEL_SPREAD(name, body, args, items)                                           \
    static void name##_items(const struct args *a, uint64_t first, uint64_t end)         \
    {                                                                                    \
        uint32_t count[KERNEL_COUNTERS] = {0};                                           \
        for (uint64_t i = first; i < end; i++)                                           \
            body(a, i, count);                                                           \
        for (unsigned k = 0; k < KERNEL_COUNTERS; k++)                                   \
            if (count[k])                                                                \
                __atomic_fetch_add(&a->count[k], count[k], __ATOMIC_RELAXED);            \
    }                                                                                    \
    static void name(const void *a, uint64_t n)                                          \
    {                                                                                    \
        _Pragma("omp parallel for schedule(dynamic, 1)") for (uint64_t first = 0;        \
                                                              first < n;                 \
                                                              first += (items))          \
            name##_items(a, first, first + (items) < n ? first + (items) : n);           \
    }

#endif

#define KERNEL(name, body, args) KERNEL_SPREAD(name, body, args, KERNEL_ITEMS)

/* Before a loop: several rounds at a time, so that their loads are under way together, or
 * all rounds of a loop of constant length. */
#ifdef __CUDACC__
#define KERNEL_UNROLL     _Pragma("unroll 8")
#define KERNEL_UNROLL_ALL _Pragma("unroll")
#else
#define KERNEL_UNROLL
#define KERNEL_UNROLL_ALL
#endif

/* ---- what threads do to memory that they share -------------------------------------- */

FAST void kernel_add(uint32_t *count, unsigned k, uint32_t n)
{
#ifdef __CUDA_ARCH__
    atomicAdd(&count[k], n);
#else
    count[k] += n;
#endif
}

/* *at += 1; its value before. Threads of a warp that come here together have the same `at`:
 * one adds for all. */
FAST uint32_t kernel_next(uint32_t *at)
{
#ifdef __CUDA_ARCH__
    const unsigned here = __activemask(), lane = threadIdx.x % 32;
    const int first = __ffs((int)here) - 1;
    uint32_t base = 0;
    if (lane == (unsigned)first)
        base = atomicAdd(at, (uint32_t)__popc(here));
    base = (uint32_t)__shfl_sync(here, base, first);
    return base + (uint32_t)__popc(here & ((1u << lane) - 1));
#else
    return __atomic_fetch_add(at, 1, __ATOMIC_RELAXED);
#endif
}

FAST void kernel_or(uint32_t *at, uint32_t bits)
{
#ifdef __CUDA_ARCH__
    atomicOr(at, bits);
#else
    __atomic_fetch_or(at, bits, __ATOMIC_RELAXED);
#endif
}

FAST void kernel_store8(uint8_t *at, uint8_t byte)
{
#ifdef __CUDA_ARCH__
    *(volatile uint8_t *)at = byte;
#else
    __atomic_store_n(at, byte, __ATOMIC_RELAXED);
#endif
}

FAST uint16_t kernel_load16(const uint16_t *at)
{
#ifdef __CUDA_ARCH__
    return *(const volatile uint16_t *)at;
#else
    return __atomic_load_n(at, __ATOMIC_RELAXED);
#endif
}

FAST void kernel_store16(uint16_t *at, uint16_t value)
{
#ifdef __CUDA_ARCH__
    *(volatile uint16_t *)at = value;
#else
    __atomic_store_n(at, value, __ATOMIC_RELAXED);
#endif
}

FAST uint32_t kernel_load32(const uint32_t *at)
{
#ifdef __CUDA_ARCH__
    return *(const volatile uint32_t *)at;
#else
    return __atomic_load_n(at, __ATOMIC_RELAXED);
#endif
}

#endif
