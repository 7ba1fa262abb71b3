/* SPDX-License-Identifier: MIT
 *
 * Reading the blocks of a table, finished or under construction: every block is checked
 * against its sum when it is read. All calls may be made by several threads at once.
 */
#ifndef TABLE_BLOCK_H
#define TABLE_BLOCK_H

#include "base/error.h"
#include "game/codes.h"
#include "table/codec.h"

struct block_file {
    int fd;
    const char *path;
    uint64_t bytes;             /* of the file, or as far as blocks may reach */
    const unsigned char *index; /* an entry per block, format.h */
    uint64_t slots;             /* with codes in blocks */
    uint32_t block_slots;
};

/* What a reader keeps from block to block; starts as {0}, one per thread and file. */
struct table_scratch {
    void *bytes; /* as read */
    uint64_t size;
    uint8_t *codes; /* as unpacked */
    struct codec *codec;
};
void table_scratch_free(struct table_scratch *scratch);

/* Only reads and checks the sum. */
enum code block_check(const struct block_file *f, uint64_t block,
                      struct table_scratch *scratch, struct error *err);
/* Low bytes of *count codes, and high bytes behind them if *high; out has room for two per
 * slot, or one if the table is known to have no high bytes. */
enum code block_unpack(const struct block_file *f, uint64_t block,
                       struct table_scratch *scratch, uint8_t *out, uint32_t *count,
                       uint32_t *high, struct error *err);
/* The codes of a block into out.at[0 .. *count-1]. CODE_DAMAGED when out.width is 1 and
 * the block has larger codes. */
enum code block_codes(const struct block_file *f, uint64_t block,
                      struct table_scratch *scratch, struct codes out, uint32_t *count,
                      struct error *err);
/* The codes of slots first .. first+count-1 into out.at[0 .. count-1], read by so many
 * threads. Of several failures the one of the lowest block is told. */
enum code block_range(const struct block_file *f, int threads, uint64_t first,
                      uint64_t count, struct codes out, struct error *err);

#endif
