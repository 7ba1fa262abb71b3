/* SPDX-License-Identifier: MIT
 *
 * The word that starts every function of a fast face: plain C compiles it as `static
 * inline`, nvcc also for the device. Fast faces use fixed-width integers, no library
 * calls and no variable-length arrays, so that the same text is C, CUDA and wasm.
 */
#ifndef BASE_PORTABLE_H
#define BASE_PORTABLE_H

#include <stdint.h>

#ifdef __CUDACC__
#define FAST static __host__ __device__ inline
#else
#define FAST static inline
#endif

FAST unsigned portable_ones(unsigned bits)
{
#ifdef __CUDA_ARCH__
    return (unsigned)__popc(bits);
#else
    return (unsigned)__builtin_popcount(bits);
#endif
}

FAST unsigned portable_ones64(uint64_t bits)
{
#ifdef __CUDA_ARCH__
    return (unsigned)__popcll(bits);
#else
    return (unsigned)__builtin_popcountll(bits);
#endif
}

/* Zeros above the highest bit set; bits is not 0. */
FAST unsigned portable_leading(unsigned bits)
{
#ifdef __CUDA_ARCH__
    return (unsigned)__clz((int)bits);
#else
    return (unsigned)__builtin_clz(bits);
#endif
}

/* Number of the lowest bit set; bits is not 0. */
FAST unsigned portable_lowest(unsigned bits)
{
#ifdef __CUDA_ARCH__
    return (unsigned)__ffs((int)bits) - 1;
#else
    return (unsigned)__builtin_ctz(bits);
#endif
}

#endif
