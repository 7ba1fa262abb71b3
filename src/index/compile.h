/* SPDX-License-Identifier: MIT
 *
 * Compiling a declared problem into a fast index: the block tables of blocks.h, and for
 * comparison the cell-by-cell form, one look-up per cell in the multi-valued diagram. All
 * give the numbers of the problem's diagram.
 */
#ifndef INDEX_COMPILE_H
#define INDEX_COMPILE_H

#include "base/error.h"
#include "index/blocks.h"
#include "zdd/frontier.h"

/* block_cells 0: as many as make codes of at most 12 bits. CODE_RESOURCES when members
 * cannot be numbered in 64 bits or the tables exceed their limits, CODE_USAGE for an
 * empty set. */
enum code blocks_compile(const struct zdd_problem *problem, unsigned block_cells,
                         struct blocks *out, struct error *err);
void blocks_free(struct blocks *x);

struct cell_index {
    struct frontier f;
    uint64_t *term; /* by node * states + state */
};
enum code cell_index_compile(const struct zdd_problem *problem, struct cell_index *out,
                             struct error *err);
void cell_index_free(struct cell_index *x);
uint64_t cell_index_rank(const struct cell_index *x, const uint8_t *state);
/* number must be below the count of the root. */
void cell_index_unrank(const struct cell_index *x, uint64_t number, uint8_t *state);

#endif
