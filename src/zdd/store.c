/* SPDX-License-Identifier: MIT
 * Files under one sum, and diagrams in them; see store.h. */
#define _GNU_SOURCE
#include "zdd/store.h"

#include "base/mem.h"
#include "base/sum.h"
#include "zdd/make.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "diagram files are written as they lie in memory, which must be little-endian"
#endif

static const char magic[8] = {'H', 'I', 'S', 'S', 'Z', 'D', 'D', '1'};

/* The buffer starts with the sum so far, so that the sum of a piece covers all before
 * it. */
enum { PIECE = 1 << 20, RECORD = 12, SUM = 8 };

struct header {
    char magic[8];
    uint32_t cells, states;
    uint64_t nodes, root, count;
};
_Static_assert(sizeof(struct header) == 40, "no padding in the file");

static enum code start(struct store *s, const char *path, struct error *err)
{
    s->fd = -1;
    s->out.fd = -1;
    s->path = path;
    if (!sum_supported())
        return error_set(err, CODE_IO,
                         "%s: this build has no xxhash, so no diagram files", path);
    s->buffer = calloc(1, SUM + PIECE);
    if (!s->buffer)
        return error_set(err, CODE_RESOURCES, "not enough memory to handle %s", path);
    return CODE_OK;
}

static void add_to_sum(struct store *s)
{
    put_u64(s->buffer, sum_of(s->buffer, SUM + s->held));
}

enum code store_create(struct store *s, const char *path, struct error *err)
{
    *s = (struct store){0};
    TRY(start(s, path, err));
    return io_create(&s->out, path, err);
}

static enum code flush(struct store *s, struct error *err)
{
    TRY(io_append(&s->out, s->buffer + SUM, s->held, err));
    add_to_sum(s);
    s->held = 0;
    return CODE_OK;
}

enum code store_put(struct store *s, const void *data, size_t size, struct error *err)
{
    const unsigned char *from = data;
    while (size) {
        size_t part = size < PIECE - s->held ? size : PIECE - s->held;
        memcpy(s->buffer + SUM + s->held, from, part);
        s->held += part;
        from += part;
        size -= part;
        if (s->held == PIECE)
            TRY(flush(s, err));
    }
    return CODE_OK;
}

enum code store_put_nodes(struct store *s, const struct zdd *z, struct error *err)
{
    for (uint64_t i = ZDD_LEAVES; i < z->nodes; i++) {
        const struct zdd_node *n = &z->node[i];
        unsigned char record[RECORD];
        memcpy(record, &n->no, 4);
        memcpy(record + 4, &n->yes, 4);
        memcpy(record + 8, &n->cell, 2);
        memcpy(record + 10, &n->state, 2);
        TRY(store_put(s, record, sizeof record, err));
    }
    return CODE_OK;
}

enum code store_commit(struct store *s, struct error *err)
{
    TRY(flush(s, err));
    TRY(io_append(&s->out, s->buffer, SUM, err));
    return io_commit(&s->out, err);
}

enum code store_open(struct store *s, const char *path, struct error *err)
{
    *s = (struct store){0};
    TRY(start(s, path, err));
    TRY(io_open(path, &s->fd, &s->size, err));
    return s->size < SUM ? store_damaged(s, "it is too short", err) : CODE_OK;
}

/* Reads the next piece once the last one is used up. */
static enum code refill(struct store *s, struct error *err)
{
    uint64_t left = s->size - SUM - s->offset;
    if (left == 0)
        return store_damaged(s, "it ends early", err);
    s->held = left < PIECE ? left : PIECE;
    s->used = 0;
    TRY(io_read(s->fd, s->path, s->offset, s->buffer + SUM, s->held, err));
    s->offset += s->held;
    return CODE_OK;
}

enum code store_get(struct store *s, void *data, size_t size, struct error *err)
{
    unsigned char *to = data;
    while (size) {
        if (s->used == s->held)
            TRY(refill(s, err));
        size_t part = size < s->held - s->used ? size : s->held - s->used;
        memcpy(to, s->buffer + SUM + s->used, part);
        s->used += part;
        to += part;
        size -= part;
        if (s->used == s->held)
            add_to_sum(s);
    }
    return CODE_OK;
}

enum code store_damaged(const struct store *s, const char *what, struct error *err)
{
    return error_set(err, CODE_DAMAGED,
                     "%s is damaged near offset %" PRIu64
                     ": %s; remove it and build it again",
                     s->path, s->offset, what);
}

/* Children before parents, items in order along every edge, no empty yes-edge. */
static bool well_made(const struct zdd *z, uint64_t i, const struct zdd_node *n)
{
    if (n->no >= i || n->yes >= i || n->yes == ZDD_EMPTY || n->cell >= z->cells ||
        n->state + 1u >= z->states)
        return false;
    const struct zdd_node *no = &z->node[n->no], *yes = &z->node[n->yes];
    bool no_later = n->no < ZDD_LEAVES || no->cell > n->cell ||
                    (no->cell == n->cell && no->state > n->state);
    return no_later && (n->yes < ZDD_LEAVES || yes->cell > n->cell);
}

enum code store_get_nodes(struct store *s, struct zdd *z, struct error *err)
{
    z->node[ZDD_EMPTY] = (struct zdd_node){.cell = UINT16_MAX};
    z->node[ZDD_UNIT] = (struct zdd_node){.cell = UINT16_MAX, .no = 1, .yes = 1};
    for (uint64_t i = ZDD_LEAVES; i < z->nodes; i++) {
        unsigned char record[RECORD];
        TRY(store_get(s, record, sizeof record, err));
        struct zdd_node n = {0};
        memcpy(&n.no, record, 4);
        memcpy(&n.yes, record + 4, 4);
        memcpy(&n.cell, record + 8, 2);
        memcpy(&n.state, record + 10, 2);
        if (!well_made(z, i, &n))
            return store_damaged(s, "a node is out of order", err);
        z->node[i] = n;
    }
    return CODE_OK;
}

enum code store_check(struct store *s, struct error *err)
{
    unsigned char found[SUM];
    if (s->used != s->held || s->offset + SUM != s->size)
        return store_damaged(s, "there is more behind its end", err);
    TRY(io_read(s->fd, s->path, s->offset, found, SUM, err));
    if (memcmp(found, s->buffer, SUM) != 0)
        return store_damaged(s, "its checksum is wrong", err);
    return CODE_OK;
}

void store_close(struct store *s)
{
    io_abandon(&s->out);
    if (s->fd >= 0)
        close(s->fd);
    free(s->buffer);
}

enum code zdd_save(const struct zdd *z, const char *path, struct error *err)
{
    struct header h = {.cells = z->cells,
                       .states = z->states,
                       .nodes = z->nodes,
                       .root = z->root,
                       .count = z->count};
    memcpy(h.magic, magic, sizeof magic);
    struct store s;
    enum code code = store_create(&s, path, err);
    if (code == CODE_OK)
        code = store_put(&s, &h, sizeof h, err);
    if (code == CODE_OK)
        code = store_put_nodes(&s, z, err);
    if (code == CODE_OK)
        code = store_commit(&s, err);
    store_close(&s);
    return code;
}

static enum code read_all(struct store *s, struct zdd *z, struct error *err)
{
    struct header h;
    TRY(store_get(s, &h, sizeof h, err));
    if (memcmp(h.magic, magic, sizeof magic) != 0)
        return store_damaged(s, "it is not a diagram file of this version", err);
    bool sane = h.cells >= 1 && h.cells <= ZDD_CELLS && h.states >= 2 &&
                h.states <= ZDD_STATES && h.nodes > ZDD_LEAVES && h.nodes <= UINT32_MAX &&
                h.root < h.nodes &&
                s->size == sizeof h + (h.nodes - ZDD_LEAVES) * RECORD + 8;
    if (!sane)
        return store_damaged(s, "its header contradicts its size", err);
    *z = (struct zdd){
        .cells = h.cells, .states = h.states, .nodes = h.nodes, .root = (uint32_t)h.root};
    struct budget memory = budget_make(UINT64_MAX);
    TRY(mem_take(&memory, z->nodes, sizeof *z->node, "a diagram", &z->node, err));
    z->room = z->nodes;
    TRY(store_get_nodes(s, z, err));
    TRY(store_check(s, err));
    TRY(zdd_number(z, err));
    return z->count == h.count ? CODE_OK : store_damaged(s, "its count is wrong", err);
}

enum code zdd_load(struct zdd *z, const char *path, struct error *err)
{
    *z = (struct zdd){0};
    struct store s;
    enum code code = store_open(&s, path, err);
    if (code == CODE_OK)
        code = read_all(&s, z, err);
    store_close(&s);
    if (code != CODE_OK)
        zdd_free(z);
    return code;
}
