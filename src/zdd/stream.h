/* SPDX-License-Identifier: MIT
 *
 * The reduced diagram of a set of numbers of up to 63 bits that is given in increasing
 * order, for sets far too large to hold: whether 0, 1, 2, ... belong to it comes in as a
 * stream of bits. Items are the bits of a number, the most significant asked first (cell
 * 0; state 0 stands for a set bit), so a diagram of numbers below 2^k is that of k binary
 * cells.
 *
 * Whenever 2^h numbers with a common beginning are complete, their diagram is made of the
 * two halves and found or stored; only one unfinished half per bit is waiting. This is
 * done for a batch of words at a time, level by level, so that the look-ups of a level
 * overlap. Long gaps cost one step per bit.
 */
#ifndef ZDD_STREAM_H
#define ZDD_STREAM_H

#include "zdd/make.h"

enum {
    STREAM_NOTE = 4096,
    STREAM_BATCH_BITS = 8, /* log2 of the words of a batch */
    STREAM_BATCH = 1 << STREAM_BATCH_BITS
};

struct zdd_stream {
    struct zdd_maker m;
    unsigned bits, batch_bits;
    uint64_t position; /* numbers in whole batches so far */
    uint64_t filled;   /* numbers in the current batch */
    uint64_t word[STREAM_BATCH];
    uint32_t
        waiting[65];   /* by h: diagram of the lower half, when position has bit h set */
    uint32_t *quarter; /* by 16 bits: their diagram, EMPTY if not made yet */
};

/* bits: 6..63; limit: bytes that nodes and hash table may take. */
enum code zdd_stream_start(struct zdd_stream *s, unsigned bits, uint64_t limit,
                           struct error *err);
/* The next n numbers, up to 64; the lowest bit is the first. Bits from n on must be 0. */
enum code zdd_stream_add(struct zdd_stream *s, uint64_t members, unsigned n,
                         struct error *err);
/* The next n numbers are no members. */
enum code zdd_stream_skip(struct zdd_stream *s, uint64_t n, struct error *err);
/* All numbers that were not streamed are no members. CODE_USAGE when there are none at
 * all. */
enum code zdd_stream_finish(struct zdd_stream *s, struct zdd *out, struct error *err);
void zdd_stream_free(struct zdd_stream *s);

/* Numbers streamed so far. */
uint64_t zdd_stream_position(const struct zdd_stream *s);

/* Checkpoint: everything needed to go on, with a note of the caller's (STREAM_NOTE
 * bytes at most). Loading answers CODE_NO_TABLE when there is no file. */
enum code zdd_stream_save(const struct zdd_stream *s, const char *path, const void *note,
                          size_t size, struct error *err);
enum code zdd_stream_load(struct zdd_stream *s, const char *path, void *note, size_t size,
                          uint64_t limit, struct error *err);

#endif
