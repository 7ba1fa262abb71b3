/* SPDX-License-Identifier: MIT
 * The jumps of a compiled index, for compile.c; what they are is told in blocks.h. */
#ifndef INDEX_JUMPS_H
#define INDEX_JUMPS_H

#include "base/error.h"
#include "index/blocks.h"
#include "zdd/frontier.h"

struct jumps {
    struct block_jump *jump;
    uint32_t *guide;
};

/* Fills out, the caller's to free, also after an error; and in x jump_root, jumps and
 * guides. The shape is there. */
enum code jumps_compile(const struct frontier *f, struct blocks *x, struct jumps *out,
                        struct error *err);

#endif
