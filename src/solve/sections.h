/* SPDX-License-Identifier: MIT
 *
 * Parts of a checkpoint: chunks of 4 MiB, the last one shorter, each followed by the 64 bits
 * of its checksum.
 */
#ifndef SOLVE_SECTIONS_H
#define SOLVE_SECTIONS_H

#include "base/io.h"

/* A checkpoint that is being read; `at` is where the next section begins. */
struct section_file {
    int fd;
    const char *path;
    uint64_t at, size;
};

enum code section_put(struct out_file *file, const void *data, uint64_t size,
                      struct error *err);
enum code section_get(struct section_file *in, void *data, uint64_t size,
                      struct error *err);
/* The error that names the place. */
enum code section_damaged(const struct section_file *in, const char *what,
                          struct error *err);

#endif
