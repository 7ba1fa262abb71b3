/* SPDX-License-Identifier: MIT
 *
 * The checker's own reader of table files, written from docs/format.md alone. It takes
 * nothing for granted: file_open reads the file to memory and checks the header, that the
 * sections follow each other without gaps and cover every byte, that reserved bytes are
 * zero, and all sums but those of the blocks; file_block checks those one by one.
 */
#ifndef CHECKER_FILE_H
#define CHECKER_FILE_H

#include "base/mem.h"

#include <stdint.h>

struct file {
    const char *path; /* the caller's */
    unsigned char *bytes;
    uint64_t size;
    char game[64];
    uint64_t slots, positions, blocks, block_slots;
    const unsigned char *index; /* of the blocks */
    uint64_t tally[2048];       /* the stored statistics: positions by code */
};

/* CODE_DAMAGED names the place. file_close follows in any case. */
enum code file_open(struct file *f, const char *path, struct budget *memory,
                    struct error *err);
void file_close(struct file *f, struct budget *memory);

/* The codes of a block: *count of them, which is the number the header implies. bytes has
 * room for two per slot of a block. */
enum code file_block(const struct file *f, uint64_t block, unsigned char *bytes,
                     uint16_t *codes, uint64_t *count, struct error *err);

#endif
