/* SPDX-License-Identifier: MIT
 *
 * What all kernels share. A kernel is one text, compiled once per instruction set: ISA is
 * the name of the set, WIDE the number of 64-bit words in its vector registers.
 */
#ifndef SOLVE_PER_ISA_KERNEL_H
#define SOLVE_PER_ISA_KERNEL_H

#include <stdint.h>

#define PASTE(a, b)  a##b
#define PASTE2(a, b) PASTE(a, b)
#define TEXT(a)      #a
#define TEXT2(a)     TEXT(a)
#define INLINE       static inline __attribute__((always_inline))

typedef uint64_t wide __attribute__((vector_size(8 * WIDE), may_alias));

#endif
