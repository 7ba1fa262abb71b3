/* SPDX-License-Identifier: MIT
 *
 * A stream of bits in memory, the lowest bit of a byte first. Engines that record what each
 * step decides write their records through it; per_isa/packing.h has what is done with it.
 */
#ifndef SOLVE_BIT_STREAM_H
#define SOLVE_BIT_STREAM_H

#include <stdint.h>
#include <string.h>

struct bit_stream {
    unsigned char *at; /* the next whole word */
    uint64_t word; /* bits not yet written, or read but not yet taken: `fill` of them */
    unsigned fill;
};

/* Brings the last bits into memory; gives the end, a whole number of words. */
static inline unsigned char *bit_stream_flush(struct bit_stream *s)
{
    memcpy(s->at, &s->word, 8);
    return s->at + (s->fill ? 8 : 0);
}

#endif
