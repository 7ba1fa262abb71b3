/* SPDX-License-Identifier: MIT
 * Diagrams of sets of numbers given in order; see stream.h. */
#include "zdd/stream.h"

#include "base/mem.h"
#include "zdd/store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_HEIGHT = 6, QUARTER_HEIGHT = 4 };

enum code zdd_stream_start(struct zdd_stream *s, unsigned bits, uint64_t limit,
                           struct error *err)
{
    *s = (struct zdd_stream){.bits = bits};
    if (bits < WORD_HEIGHT || bits > 63)
        return error_set(err, CODE_USAGE, "numbers of %u bits: 6 to 63 are possible",
                         bits);
    unsigned above = bits - WORD_HEIGHT;
    s->batch_bits = above < STREAM_BATCH_BITS ? above : STREAM_BATCH_BITS;
    enum code code = mem_small((size_t)1 << 16, sizeof *s->quarter, &s->quarter, err);
    if (code == CODE_OK)
        code = zdd_maker_start(&s->m, bits, 2, true, limit, err);
    if (code != CODE_OK)
        zdd_stream_free(s);
    return code;
}

void zdd_stream_free(struct zdd_stream *s)
{
    zdd_maker_free(&s->m);
    free(s->quarter);
    *s = (struct zdd_stream){0};
}

uint64_t zdd_stream_position(const struct zdd_stream *s)
{
    return s->position + s->filled;
}

/* The cell of the bit that tells two halves of 2^h numbers apart. */
static unsigned cell_of(const struct zdd_stream *s, unsigned h)
{
    return s->bits - 1 - h;
}

/* The diagram of 2^height numbers, at most 16. */
static enum code of_bits(struct zdd_stream *s, unsigned members, unsigned height,
                         uint32_t *node, struct error *err)
{
    if (members == 0 || height == 0) {
        *node = members ? ZDD_UNIT : ZDD_EMPTY;
        return CODE_OK;
    }
    uint32_t low, high;
    unsigned half = 1u << (height - 1);
    TRY(of_bits(s, members & ((1u << half) - 1), height - 1, &low, err));
    TRY(of_bits(s, members >> half, height - 1, &high, err));
    return zdd_make(&s->m, cell_of(s, height - 1), 0, low, high, node, err);
}

/* Joins pairs of neighbours of 2^h numbers each: n nodes become n / 2. */
static enum code join_pairs(struct zdd_stream *s, unsigned h, unsigned n, uint32_t *node,
                            struct error *err)
{
    for (unsigned from = 0; from < n / 2; from += ZDD_MANY) {
        uint32_t low[ZDD_MANY], high[ZDD_MANY];
        unsigned part = n / 2 - from < ZDD_MANY ? n / 2 - from : ZDD_MANY;
        for (unsigned i = 0; i < part; i++) {
            low[i] = node[2 * (from + i)];
            high[i] = node[2 * (from + i) + 1];
        }
        TRY(zdd_make_many(&s->m, cell_of(s, h), 0, part, low, high, node + from, err));
    }
    return CODE_OK;
}

/* Appends the diagram of the next 2^h numbers; position is a multiple of that. */
static enum code append(struct zdd_stream *s, unsigned h, uint32_t node,
                        struct error *err)
{
    uint64_t size = (uint64_t)1 << h;
    for (; h < s->bits && s->position >> h & 1; h++)
        TRY(zdd_make(&s->m, cell_of(s, h), 0, s->waiting[h], node, &node, err));
    s->waiting[h] = node;
    s->position += size;
    return CODE_OK;
}

static enum code append_batch(struct zdd_stream *s, struct error *err)
{
    uint32_t node[4 * STREAM_BATCH];
    unsigned n = 4u << s->batch_bits, h = QUARTER_HEIGHT;
    for (unsigned i = 0; i < n; i++) {
        unsigned members = s->word[i / 4] >> 16 * (i % 4) & 0xffff;
        if (s->quarter[members] == ZDD_EMPTY)
            TRY(of_bits(s, members, QUARTER_HEIGHT, &s->quarter[members], err));
        node[i] = s->quarter[members];
    }
    for (; n > 1; n /= 2, h++)
        TRY(join_pairs(s, h, n, node, err));
    memset(s->word, 0, sizeof s->word);
    s->filled = 0;
    return append(s, h, node[0], err);
}

static uint64_t batch_size(const struct zdd_stream *s)
{
    return (uint64_t)64 << s->batch_bits;
}

enum code zdd_stream_add(struct zdd_stream *s, uint64_t members, unsigned n,
                         struct error *err)
{
    assert(n <= 64 && (n == 64 || members >> n == 0));
    unsigned at = (unsigned)(s->filled / 64), shift = s->filled % 64;
    s->word[at] |= members << shift;
    uint64_t rest = shift ? members >> (64 - shift) : 0;
    if (s->filled + n < batch_size(s)) {
        if (rest)
            s->word[at + 1] = rest;
        s->filled += n;
        return CODE_OK;
    }
    uint64_t over = s->filled + n - batch_size(s);
    TRY(append_batch(s, err));
    s->word[0] = rest;
    s->filled = over;
    return CODE_OK;
}

enum code zdd_stream_skip(struct zdd_stream *s, uint64_t n, struct error *err)
{
    unsigned whole = WORD_HEIGHT + s->batch_bits;
    if (s->filled > 0 && s->filled + n >= batch_size(s)) {
        n -= batch_size(s) - s->filled;
        TRY(append_batch(s, err));
    }
    while (s->filled == 0 && n >= batch_size(s)) {
        unsigned h = whole;
        while (h + 1 <= s->bits && !(s->position >> h & 1) && n >> (h + 1))
            h++;
        TRY(append(s, h, ZDD_EMPTY, err));
        n -= (uint64_t)1 << h;
    }
    s->filled += n;
    return CODE_OK;
}

enum code zdd_stream_finish(struct zdd_stream *s, struct zdd *out, struct error *err)
{
    uint64_t end = (uint64_t)1 << s->bits;
    if (zdd_stream_position(s) != end)
        TRY(zdd_stream_skip(s, end - zdd_stream_position(s), err));
    uint32_t root = s->waiting[s->bits];
    if (root == ZDD_EMPTY)
        return error_set(err, CODE_USAGE, "the set of numbers is empty");
    return zdd_maker_finish(&s->m, root, out, err);
}

/* ---- checkpoints ---- */

static const char magic[8] = {'H', 'I', 'S', 'S', 'S', 'T', 'R', '1'};

struct header {
    char magic[8];
    uint64_t bits, note, nodes, position, filled;
};

enum code zdd_stream_save(const struct zdd_stream *s, const char *path, const void *note,
                          size_t size, struct error *err)
{
    assert(size <= STREAM_NOTE);
    struct header h = {.bits = s->bits,
                       .note = size,
                       .nodes = s->m.z.nodes,
                       .position = s->position,
                       .filled = s->filled};
    memcpy(h.magic, magic, sizeof magic);
    struct store file;
    enum code code = store_create(&file, path, err);
    if (code == CODE_OK)
        code = store_put(&file, &h, sizeof h, err);
    if (code == CODE_OK)
        code = store_put(&file, note, size, err);
    if (code == CODE_OK)
        code = store_put(&file, s->waiting, sizeof s->waiting, err);
    if (code == CODE_OK)
        code = store_put(&file, s->word, sizeof s->word, err);
    if (code == CODE_OK)
        code = store_put_nodes(&file, &s->m.z, err);
    if (code == CODE_OK)
        code = store_commit(&file, err);
    store_close(&file);
    return code;
}

static enum code read_all(struct zdd_stream *s, struct store *file, void *note,
                          size_t size, uint64_t limit, struct error *err)
{
    struct header h;
    TRY(store_get(file, &h, sizeof h, err));
    if (memcmp(h.magic, magic, sizeof magic) != 0 || h.note != size)
        return store_damaged(file, "it is not a checkpoint of this version", err);
    if (h.bits > 63 || h.nodes < ZDD_LEAVES || h.nodes > file->size)
        return store_damaged(file, "its header makes no sense", err);
    TRY(zdd_stream_start(s, (unsigned)h.bits, limit, err));
    s->position = h.position;
    s->filled = h.filled;
    if (s->filled >= batch_size(s) || s->position % batch_size(s) != 0)
        return store_damaged(file, "its position makes no sense", err);
    TRY(store_get(file, note, size, err));
    TRY(store_get(file, s->waiting, sizeof s->waiting, err));
    TRY(store_get(file, s->word, sizeof s->word, err));
    TRY(zdd_maker_reserve(&s->m, h.nodes, err));
    s->m.z.nodes = h.nodes;
    TRY(store_get_nodes(file, &s->m.z, err));
    for (unsigned i = 0; i < 65; i++)
        if (s->waiting[i] >= h.nodes)
            return store_damaged(file, "a waiting half is missing", err);
    TRY(store_check(file, err));
    return zdd_maker_rehash(&s->m, 0, err);
}

enum code zdd_stream_load(struct zdd_stream *s, const char *path, void *note, size_t size,
                          uint64_t limit, struct error *err)
{
    *s = (struct zdd_stream){0};
    struct store file;
    enum code code = store_open(&file, path, err);
    if (code == CODE_OK)
        code = read_all(s, &file, note, size, limit, err);
    store_close(&file);
    if (code != CODE_OK)
        zdd_stream_free(s);
    return code;
}
