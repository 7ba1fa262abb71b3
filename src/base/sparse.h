/* SPDX-License-Identifier: MIT
 *
 * An array that is larger than memory and of which only some ranges are there at a time:
 * its addresses are reserved, pages are taken and given back. So what lies in a range is
 * found by the same index whatever else is present, at no cost. The bytes taken count
 * against a budget.
 */
#ifndef BASE_SPARSE_H
#define BASE_SPARSE_H

#include "base/mem.h"

struct sparse {
    char *at; /* null: nothing is reserved */
    uint64_t bytes;
    struct budget *memory;
};

enum code sparse_make(struct sparse *s, struct budget *memory, uint64_t bytes,
                      const char *what, struct error *err);
/* All ranges must have been given back. */
void sparse_free(struct sparse *s);

/* Bytes from .. from+bytes-1, zeroed; ranges do not overlap. */
enum code sparse_take(struct sparse *s, uint64_t from, uint64_t bytes, const char *what,
                      struct error *err);
/* The same range that was taken. */
void sparse_give(struct sparse *s, uint64_t from, uint64_t bytes);

#endif
