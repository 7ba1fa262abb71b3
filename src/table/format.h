/* SPDX-License-Identifier: MIT
 *
 * The table file, versions 1 to 3; docs/format.md is the description for people. All integers
 * are little-endian. Sections follow each other without gaps and every byte is under a
 * checksum (XXH3, 64 bits): header, block data, block index, tally, provenance, subsets.
 */
#ifndef TABLE_FORMAT_H
#define TABLE_FORMAT_H

#include <stdint.h>

#define TABLE_MAGIC                                                                      \
    "\x89HISSHO\n" /* 8 bytes; the high bit and newline show text damage */

enum {
    TABLE_VERSION = 3, /* written only if there are codes from 253 on */
    TABLE_SUBSETS = 2, /* otherwise, if there are subsets */
    TABLE_PLAIN = 1,
    TABLE_HEADER = 256,
    TABLE_BLOCK_SLOTS = 32768,
    TABLE_INDEX_ENTRY = 24,      /* u64 offset, u32 size, u32 high, u64 XXH3 of the block;
                             * high: 1 if the high bytes of the codes follow the low */
    TABLE_TALLY = 256 * 8,       /* u64 positions by code */
    TABLE_WIDE_TALLY = 2048 * 8, /* in version 3 */
    TABLE_CODEC_ZSTD = 1,        /* each block is one zstd frame of its codes */
    /* In tallies of 256, in place of CODE_WON and CODE_LOST. */
    TABLE_WON = 253,
    TABLE_LOST = 254,
};

/* Offsets in the header. */
enum {
    HEADER_MAGIC = 0,
    HEADER_VERSION = 8,           /* u32 */
    HEADER_BYTES = 12,            /* u32, 256 */
    HEADER_FILE_BYTES = 16,       /* u64 */
    HEADER_SLOTS = 24,            /* u64 */
    HEADER_POSITIONS = 32,        /* u64 */
    HEADER_BLOCK_SLOTS = 40,      /* u32 */
    HEADER_CODEC = 44,            /* u32 */
    HEADER_BLOCKS = 48,           /* u64 */
    HEADER_INDEX = 56,            /* u64 offset of the block index */
    HEADER_INDEX_SUM = 64,        /* u64 */
    HEADER_TALLY = 72,            /* u64 offset */
    HEADER_TALLY_SUM = 80,        /* u64 */
    HEADER_PROVENANCE = 88,       /* u64 offset */
    HEADER_PROVENANCE_BYTES = 96, /* u64 */
    HEADER_PROVENANCE_SUM = 104,  /* u64 */
    HEADER_GAME = 112,            /* 64 bytes, zero-padded: "gobblet:lift-loses" */
    HEADER_SUBSETS = 176,         /* u64 offset of the subsets; 0: none (version 1) */
    HEADER_SUBSETS_COUNT = 184,   /* u32, then u32 zero */
    HEADER_SUBSETS_SUM = 192,     /* u64 */
    HEADER_RESERVED = 200,        /* zero */
    HEADER_SUM = 248,             /* u64, XXH3 of bytes 0..247 */
};

#endif
