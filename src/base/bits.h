/* SPDX-License-Identifier: MIT
 * Bits and bytes. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include "base/portable.h"

/* Eight bits become eight bytes, each 0 or 1. */
FAST uint64_t bits_spread(uint64_t bits)
{
    const uint64_t ones = 0x0101010101010101, low = 0x7f7f7f7f7f7f7f7f;
    uint64_t x = bits * ones & 0x8040201008040201;
    return (((x & low) + low) | x) >> 7 & ones;
}

/* Places of a word whose number has bit i set, i < 6: for kernels that also run on a GPU,
 * and as a table. */
FAST uint64_t bits_having(unsigned i)
{
    return i == 0   ? 0xaaaaaaaaaaaaaaaa
           : i == 1 ? 0xcccccccccccccccc
           : i == 2 ? 0xf0f0f0f0f0f0f0f0
           : i == 3 ? 0xff00ff00ff00ff00
           : i == 4 ? 0xffff0000ffff0000
                    : 0xffffffff00000000;
}

static const uint64_t bits_set[6] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                     0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                     0xffff0000ffff0000, 0xffffffff00000000};

#endif
