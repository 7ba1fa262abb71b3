/* SPDX-License-Identifier: MIT
 *
 * Reading a table: random access to the code of any slot through a small cache of
 * decompressed blocks. Every block is checked against its XXH3 sum when it is read. A
 * table may be used by several threads at once, and several tables may be open.
 */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "base/io.h"
#include "solve/tally.h"
#include "table/block.h"

struct table;

struct table_info {
    char path[IO_PATH];
    char game[GAME_NAME];
    uint64_t slots, positions, blocks, file_bytes;
    uint32_t block_slots;
    unsigned width;      /* bytes that hold every code of the blocks, 1 or 2 */
    struct tally stored; /* of the codes in the blocks, by weight */
    struct tally tally;  /* of the game: all subsets together, if there are any */
    struct subset_tally subsets;
    char *provenance; /* JSON object as text */
};

/* DIR/gobblet.hissho, DIR/gobblet-lift-loses.hissho */
enum code table_path(const char *directory, const struct variant *v, const char *suffix,
                     char out[IO_PATH], struct error *err);

/* Opens and checks header, index, tally, provenance (not the blocks). CODE_NO_TABLE when
 * there is no such file (the message says which command makes it), CODE_DAMAGED when it
 * fails a check, is foreign, is of a newer version, or is not a table of v. */
enum code table_open(const char *path, const struct variant *v, struct table **out,
                     struct error *err);
void table_close(struct table *t);
const struct table_info *table_info(const struct table *t);

enum code table_code(struct table *t, uint64_t slot, uint16_t *code, struct error *err);

/* A whole block, not through the cache. Returns the number of codes in *count; out has
 * room for block_slots. scratch is the caller's, one per thread. */
enum code table_block(struct table *t, uint64_t block, struct table_scratch *scratch,
                      uint16_t *out, uint32_t *count, struct error *err);
/* The codes of slots first .. first+count-1 into out.at[0 .. count-1], by several threads.
 * out.width is at least info->width. */
enum code table_range(struct table *t, int threads, uint64_t first, uint64_t count,
                      struct codes out, struct error *err);
/* Checks the sum of a block without decompressing it. */
enum code table_check_block(struct table *t, uint64_t block,
                            struct table_scratch *scratch, struct error *err);

#endif
