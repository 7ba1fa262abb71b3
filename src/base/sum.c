/* SPDX-License-Identifier: MIT
 * Checksums; see sum.h. */
#include "base/sum.h"

#include <string.h>

static uint64_t mixed(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Four chains, so that they do not wait for each other's products. */
uint64_t sum_plain(const void *data, size_t size, uint64_t seed)
{
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    const unsigned char *at = data;
    uint64_t chain[4] = {seed, seed + 1, seed + 2, seed + 3};
    for (size_t n = 0; n < size; n += 8) {
        unsigned char last[8] = {0};
        if (size - n < 8)
            memcpy(last, at + n, size - n);
        uint64_t word = get_u64(size - n < 8 ? last : at + n);
        uint64_t *c = &chain[n / 8 % 4];
        *c = (*c ^ word) * odd;
        *c ^= *c >> 32;
    }
    uint64_t sum = size;
    for (int i = 0; i < 4; i++)
        sum = mixed(sum + odd) ^ mixed(chain[i]);
    return mixed(sum);
}

#ifdef HISSHO_TABLES
#include <xxhash.h>

bool sum_supported(void)
{
    return true;
}

uint64_t sum_of(const void *data, size_t size)
{
    return XXH3_64bits(data, size);
}

#else

bool sum_supported(void)
{
    return false;
}

uint64_t sum_of(const void *data, size_t size)
{
    (void)data, (void)size;
    return 0;
}

#endif
