/* SPDX-License-Identifier: MIT
 * Diagrams of sets of numbers given in order; see stream.h. */
#include "zdd/stream.h"

#include "base/mem.h"
#include "zdd/store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MEMO_BITS = 18, WORD_HEIGHT = 6 };

/* A word seen lately and its diagram; a cache, one place per hash. */
struct word_memo {
    uint64_t word;
    uint32_t node;
};

static enum code prepare(struct zdd_stream *s, unsigned bits, struct error *err)
{
    if (bits < WORD_HEIGHT || bits > 64)
        return error_set(err, CODE_USAGE, "numbers of %u bits: 6 to 64 are possible",
                         bits);
    s->bits = bits;
    return mem_small((size_t)1 << MEMO_BITS, sizeof *s->memo, &s->memo, err);
}

enum code zdd_stream_start(struct zdd_stream *s, unsigned bits, uint64_t limit,
                           struct error *err)
{
    *s = (struct zdd_stream){0};
    enum code code = prepare(s, bits, err);
    if (code == CODE_OK)
        code = zdd_maker_start(&s->m, bits, 2, true, limit, err);
    if (code != CODE_OK)
        zdd_stream_free(s);
    return code;
}

void zdd_stream_free(struct zdd_stream *s)
{
    zdd_maker_free(&s->m);
    free(s->memo);
    *s = (struct zdd_stream){0};
}

uint64_t zdd_stream_position(const struct zdd_stream *s)
{
    return s->position + s->filled;
}

/* The node that joins two halves of 2^h numbers each. */
static enum code join(struct zdd_stream *s, unsigned h, uint32_t low, uint32_t high,
                      uint32_t *node, struct error *err)
{
    return zdd_make(&s->m, s->bits - 1 - h, 0, low, high, node, err);
}

static enum code of_word(struct zdd_stream *s, uint64_t word, unsigned height,
                         uint32_t *node, struct error *err)
{
    if (word == 0 || height == 0) {
        *node = word ? ZDD_UNIT : ZDD_EMPTY;
        return CODE_OK;
    }
    uint32_t low, high;
    unsigned half = 1u << (height - 1);
    TRY(of_word(s, word & (((uint64_t)1 << half) - 1), height - 1, &low, err));
    TRY(of_word(s, word >> half, height - 1, &high, err));
    return join(s, height - 1, low, high, node, err);
}

/* Appends the diagram of the next 2^h numbers; position is a multiple of that. */
static enum code append(struct zdd_stream *s, unsigned h, uint32_t node,
                        struct error *err)
{
    uint64_t size = h < 64 ? (uint64_t)1 << h : 0;
    for (; h < s->bits && s->position >> h & 1; h++)
        TRY(join(s, h, s->waiting[h], node, &node, err));
    s->waiting[h] = node;
    s->position += size;
    return CODE_OK;
}

static enum code append_word(struct zdd_stream *s, uint64_t word, struct error *err)
{
    struct word_memo *memo = &s->memo[hash_mix(word) >> (64 - MEMO_BITS)];
    if (memo->word != word || word == 0) {
        TRY(of_word(s, word, WORD_HEIGHT, &memo->node, err));
        memo->word = word;
    }
    return append(s, WORD_HEIGHT, memo->node, err);
}

enum code zdd_stream_add(struct zdd_stream *s, uint64_t members, unsigned n,
                         struct error *err)
{
    assert(n <= 64 && (n == 64 || members >> n == 0));
    s->word |= members << s->filled;
    if (s->filled + n < 64) {
        s->filled += n;
        return CODE_OK;
    }
    TRY(append_word(s, s->word, err));
    unsigned used = 64 - s->filled;
    s->word = used < 64 ? members >> used : 0;
    s->filled = n - used;
    return CODE_OK;
}

enum code zdd_stream_skip(struct zdd_stream *s, uint64_t n, struct error *err)
{
    while (n > 0) {
        if (s->filled > 0 || n < 64) {
            unsigned part = n < 64 - s->filled ? (unsigned)n : 64 - s->filled;
            TRY(zdd_stream_add(s, 0, part, err));
            n -= part;
            continue;
        }
        unsigned h = WORD_HEIGHT;
        while (h + 1 < s->bits && !(s->position >> h & 1) && n >> (h + 1))
            h++;
        TRY(append(s, h, ZDD_EMPTY, err));
        n -= (uint64_t)1 << h;
    }
    return CODE_OK;
}

enum code zdd_stream_finish(struct zdd_stream *s, struct zdd *out, struct error *err)
{
    uint64_t end = s->bits < 64 ? (uint64_t)1 << s->bits : 0;
    if (zdd_stream_position(s) != end)
        TRY(zdd_stream_skip(s, end - zdd_stream_position(s), err));
    uint32_t root = s->waiting[s->bits];
    if (root == ZDD_EMPTY)
        return error_set(err, CODE_USAGE, "the set of numbers is empty");
    free(s->memo);
    s->memo = NULL;
    return zdd_maker_finish(&s->m, root, out, err);
}

/* ---- checkpoints ---- */

static const char magic[8] = {'H', 'I', 'S', 'S', 'S', 'T', 'R', '1'};

struct header {
    char magic[8];
    uint64_t bits, note, nodes, position, word, filled;
};

enum code zdd_stream_save(const struct zdd_stream *s, const char *path, const void *note,
                          size_t size, struct error *err)
{
    assert(size <= STREAM_NOTE);
    struct header h = {.bits = s->bits,
                       .note = size,
                       .nodes = s->m.z.nodes,
                       .position = s->position,
                       .word = s->word,
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
    if (h.bits < WORD_HEIGHT || h.bits > 64 || h.nodes < ZDD_LEAVES ||
        h.nodes > UINT32_MAX || h.filled >= 64 || h.nodes > file->size)
        return store_damaged(file, "its header makes no sense", err);
    TRY(zdd_stream_start(s, (unsigned)h.bits, limit, err));
    s->position = h.position;
    s->word = h.word;
    s->filled = (unsigned)h.filled;
    TRY(store_get(file, note, size, err));
    TRY(store_get(file, s->waiting, sizeof s->waiting, err));
    TRY(zdd_maker_reserve(&s->m, h.nodes, err));
    s->m.z.nodes = h.nodes;
    TRY(store_get_nodes(file, &s->m.z, err));
    for (unsigned i = 0; i < 65; i++)
        if (s->waiting[i] >= h.nodes)
            return store_damaged(file, "a waiting half is missing", err);
    TRY(store_check(file, err));
    return zdd_maker_rehash(&s->m, err);
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
