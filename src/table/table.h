/* SPDX-License-Identifier: MIT
 *
 * Reading a table: random access to the code of any slot through a small cache of
 * decompressed blocks. Every block is checked against its XXH3 sum when it is read. A
 * table may be used by several threads at once, and several tables may be open.
 */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "base/io.h"
#include "game/codes.h"
#include "solve/tally.h"

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

/* A whole block, not through the cache: for verify and export. Returns the number of
 * codes in *count; out has room for block_slots. scratch is the caller's, one per thread,
 * starts as {0} and ends with table_scratch_free. */
struct table_scratch {
    void *bytes; /* as read */
    uint64_t size;
    uint8_t *codes; /* as unpacked */
    struct codec *codec;
};
enum code table_block(struct table *t, uint64_t block, struct table_scratch *scratch,
                      uint16_t *out, uint32_t *count, struct error *err);
/* The same for an array of info->width bytes per code. */
enum code table_block_as(struct table *t, uint64_t block, struct table_scratch *scratch,
                         struct codes out, uint32_t *count, struct error *err);
void table_scratch_free(struct table_scratch *scratch);
/* Checks the sum of a block without decompressing it. */
enum code table_check_block(struct table *t, uint64_t block,
                            struct table_scratch *scratch, struct error *err);

#endif
