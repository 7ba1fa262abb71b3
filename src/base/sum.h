/* SPDX-License-Identifier: MIT
 *
 * Checksums (XXH3, 64 bits) and little-endian integers of the files. Without the xxhash
 * library sum_supported() is false, and neither tables nor checkpoints can be used.
 */
#ifndef BASE_SUM_H
#define BASE_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool sum_supported(void);
uint64_t sum_of(const void *data, size_t size);
/* A sum that needs no library and is the same in every build; for comparing results. */
uint64_t sum_plain(const void *data, size_t size, uint64_t seed);

static inline void put_u32(unsigned char *to, uint32_t n)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(n >> 8 * i);
}

static inline void put_u64(unsigned char *to, uint64_t n)
{
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)(n >> 8 * i);
}

static inline uint32_t get_u32(const unsigned char *from)
{
    uint32_t n = 0;
    for (int i = 0; i < 4; i++)
        n |= (uint32_t)from[i] << 8 * i;
    return n;
}

static inline uint64_t get_u64(const unsigned char *from)
{
    uint64_t n = 0;
    for (int i = 0; i < 8; i++)
        n |= (uint64_t)from[i] << 8 * i;
    return n;
}

#endif
