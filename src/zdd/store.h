/* SPDX-License-Identifier: MIT
 *
 * Files that end in the XXH3 sum of everything before it (taken piece by piece, each with
 * the sum so far in front), written and read in one go; and the nodes of a diagram in
 * such a file: u32 no, u32 yes, u16 cell, u16 state each, leaves left out. All integers
 * are little-endian.
 */
#ifndef ZDD_STORE_H
#define ZDD_STORE_H

#include "base/io.h"
#include "zdd/zdd.h"

struct store {
    struct out_file out;   /* writing */
    int fd;                /* reading ... */
    uint64_t size, offset; /* ... a file of this size, up to here */
    const char *path;
    unsigned char *buffer; /* sum of all pieces before, then a piece of the file */
    size_t held, used;
};

enum code store_create(struct store *s, const char *path, struct error *err);
enum code store_put(struct store *s, const void *data, size_t size, struct error *err);
enum code store_put_nodes(struct store *s, const struct zdd *z, struct error *err);
enum code store_commit(struct store *s, struct error *err); /* adds the sum */

enum code store_open(struct store *s, const char *path, struct error *err);
enum code store_get(struct store *s, void *data, size_t size, struct error *err);
/* z->nodes nodes into z->node, which has room; checks that each is well made. */
enum code store_get_nodes(struct store *s, struct zdd *z, struct error *err);
enum code store_check(struct store *s, struct error *err); /* the end and the sum */

/* After any of the above, also after errors. */
void store_close(struct store *s);
enum code store_damaged(const struct store *s, const char *what, struct error *err);

#endif
