/* SPDX-License-Identifier: MIT
 * The table of a proof search; see dfpn_table.h.
 *
 * The file:
 *   0   "HISSHOPN"
 *   8   u32 version, u32 0, u64 entries, char game[64]
 *   88  u64 XXH3 of bytes 0..87
 *   96  chunks of 65,536 entries (key, three words of numbers), the last one shorter,
 *       each followed by its u64 XXH3
 */
#include "solve/dfpn_table.h"

#include "base/io.h"
#include "base/sum.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#define MAGIC "HISSHOPN"

enum { VERSION = 1, HEADER = 96, SUM_AT = 88, ENTRY = 32, CHUNK = 1 << 16 };
enum { FIRST_BYTES = 4 << 20, GROWTH = 8 };
#define MOST_BYTES ((uint64_t)8 << 30)

_Static_assert(sizeof(struct dfpn_numbers) == 24, "fills an entry");

static uint64_t key_of(const struct dfpn_slot *slot)
{
    return slot->word[0] ^ slot->word[1] ^ slot->word[2] ^ slot->word[3];
}

static enum code take(struct dfpn_table *t, struct budget *budget, uint64_t bytes,
                      struct error *err)
{
    t->slot = NULL;
    t->buckets = bytes / (DFPN_BUCKET * ENTRY);
    t->used = 0;
    if (t->buckets == 0)
        t->buckets = 1; /* refused below, with the message */
    return mem_take(budget, t->buckets * DFPN_BUCKET, ENTRY, "the table of proofs",
                    &t->slot, err);
}

enum code dfpn_table_make(struct dfpn_table *t, struct budget *budget, struct error *err)
{
    return take(t, budget, FIRST_BYTES, err);
}

enum code dfpn_table_make_full(struct dfpn_table *t, struct budget *budget,
                               struct error *err)
{
    uint64_t left = budget->limit - budget->used;
    return take(t, budget, left < MOST_BYTES ? left : MOST_BYTES, err);
}

enum code dfpn_table_grow(struct dfpn_table *t, struct budget *budget, struct error *err)
{
    uint64_t bytes = t->buckets * DFPN_BUCKET * ENTRY;
    uint64_t left = budget->limit - budget->used, most = MOST_BYTES;
    if (t->used < 2 * t->buckets || bytes >= most)
        return CODE_OK;
    struct dfpn_table larger;
    if (most > left)
        most = left;
    if (most < 2 * bytes)
        return CODE_OK; /* stays as it is, and overwrites */
    TRY(take(&larger, budget, GROWTH * bytes < most ? GROWTH * bytes : most, err));
    for (uint64_t i = 0; i < t->buckets * DFPN_BUCKET; i++) {
        struct dfpn_numbers n;
        uint64_t key = key_of(&t->slot[i]);
        memcpy(&n, &t->slot[i].word[1], sizeof n);
        if (key)
            dfpn_table_put(&larger, key, &n);
    }
    dfpn_table_free(t, budget);
    *t = larger;
    return CODE_OK;
}

void dfpn_table_free(struct dfpn_table *t, struct budget *budget)
{
    if (t->slot)
        mem_give(budget, t->slot, t->buckets * DFPN_BUCKET, ENTRY);
    t->slot = NULL;
}

/* Is it a proof: does the attacker get what he wants? The role is the key's lowest bit. */
static bool is_proof(uint64_t key, const struct dfpn_numbers *n)
{
    return (key & 1) ? n->phi == 0 : n->delta == 0;
}

void dfpn_table_keep_proofs(struct dfpn_table *t)
{
    t->used = 0;
    for (uint64_t i = 0; i < t->buckets * DFPN_BUCKET; i++) {
        uint64_t key = key_of(&t->slot[i]);
        struct dfpn_numbers n;
        memcpy(&n, &t->slot[i].word[1], sizeof n);
        if (key && is_proof(key, &n))
            t->used++;
        else
            memset(&t->slot[i], 0, sizeof t->slot[i]);
    }
}

/* Results are worth four times their work: they end a search, numbers only guide it. */
static uint64_t worth(const struct dfpn_numbers *n)
{
    bool result = (n->phi == 0 || n->delta == 0) && n->scope == 0;
    return result ? 4 * (uint64_t)n->size + 1 : n->size;
}

void dfpn_table_put(struct dfpn_table *t, uint64_t key, const struct dfpn_numbers *n)
{
    struct dfpn_slot *b = dfpn_bucket(t, key), *victim = b;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < DFPN_BUCKET; i++) {
        uint64_t there = key_of(&b[i]);
        struct dfpn_numbers old;
        memcpy(&old, &b[i].word[1], sizeof old);
        uint64_t value = there == 0 || there == key ? 0 : worth(&old) + 1;
        if (value < least || there == key) {
            least = value;
            victim = &b[i];
        }
        if (there == key)
            break;
    }
    if (key_of(victim) == 0)
        __atomic_fetch_add(&t->used, 1, __ATOMIC_RELAXED);
    uint64_t word[4];
    memcpy(&word[1], n, sizeof *n);
    word[0] = key ^ word[1] ^ word[2] ^ word[3];
    for (int i = 0; i < 4; i++)
        __atomic_store_n(&victim->word[i], word[i], __ATOMIC_RELAXED);
}

/* ---- the file ------------------------------------------------------------------------------ */

static void fill_header(unsigned char h[HEADER], const char *game, uint64_t entries)
{
    memset(h, 0, HEADER);
    memcpy(h, MAGIC, 8);
    put_u32(h + 8, VERSION);
    put_u64(h + 16, entries);
    memcpy(h + 24, game, strlen(game));
    put_u64(h + SUM_AT, sum_of(h, SUM_AT));
}

static bool kept(const struct dfpn_slot *slot, unsigned char out[ENTRY])
{
    uint64_t key = key_of(slot);
    struct dfpn_numbers n;
    memcpy(&n, &slot->word[1], sizeof n);
    if (key == 0 || n.scope != 0)
        return false;
    put_u64(out, key);
    for (int i = 1; i < 4; i++)
        put_u64(out + 8 * i, slot->word[i]);
    return true;
}

static enum code save_chunk(struct out_file *file, unsigned char *chunk, size_t entries,
                            struct error *err)
{
    put_u64(chunk + entries * ENTRY, sum_of(chunk, entries * ENTRY));
    return io_append(file, chunk, entries * ENTRY + 8, err);
}

static enum code save_entries(const struct dfpn_table *t, struct out_file *file,
                              const char *game, unsigned char *chunk, struct error *err)
{
    unsigned char header[HEADER];
    uint64_t entries = 0;
    size_t in_chunk = 0;
    fill_header(header, game, 0);
    TRY(io_append(file, header, HEADER, err));
    for (uint64_t i = 0; i < t->buckets * DFPN_BUCKET; i++) {
        if (!kept(&t->slot[i], chunk + in_chunk * ENTRY))
            continue;
        entries++;
        if (++in_chunk == CHUNK) {
            TRY(save_chunk(file, chunk, in_chunk, err));
            in_chunk = 0;
        }
    }
    if (in_chunk)
        TRY(save_chunk(file, chunk, in_chunk, err));
    fill_header(header, game, entries);
    TRY(io_rewrite(file, 0, header, HEADER, err));
    return io_commit(file, err);
}

enum code dfpn_table_save(const struct dfpn_table *t, const char *path, const char *game,
                          struct error *err)
{
    unsigned char *chunk;
    struct out_file file;
    TRY(mem_small(CHUNK * ENTRY + 8, 1, &chunk, err));
    enum code code = io_create(&file, path, err);
    if (code == CODE_OK)
        code = save_entries(t, &file, game, chunk, err);
    io_abandon(&file);
    free(chunk);
    return code;
}

static enum code damaged(const char *path, const char *what, uint64_t offset,
                         struct error *err)
{
    return error_set(err, CODE_DAMAGED,
                     "checkpoint %.400s: %s at offset %" PRIu64
                     "; remove the file to search from the start",
                     path, what, offset);
}

static enum code load_chunks(struct dfpn_table *t, struct budget *budget, int fd,
                             uint64_t size, const char *path, const char *game,
                             unsigned char *chunk, struct error *err)
{
    unsigned char header[HEADER], wanted[HEADER];
    if (size < HEADER)
        return damaged(path, "the file is truncated", size, err);
    TRY(io_read(fd, path, 0, header, HEADER, err));
    uint64_t entries = get_u64(header + 16), offset = HEADER;
    fill_header(wanted, game, entries);
    if (memcmp(header, wanted, HEADER) != 0)
        return damaged(path, "the header is damaged or of another game or version", 0,
                       err);
    if (entries > size / ENTRY ||
        size != HEADER + entries * ENTRY + 8 * ((entries + CHUNK - 1) / CHUNK))
        return damaged(path, "the file has the wrong size and ends", size, err);
    while (entries > 0) {
        size_t n = entries < CHUNK ? (size_t)entries : CHUNK;
        TRY(io_read(fd, path, offset, chunk, n * ENTRY + 8, err));
        if (get_u64(chunk + n * ENTRY) != sum_of(chunk, n * ENTRY))
            return damaged(path, "a block fails its checksum", offset, err);
        for (size_t i = 0; i < n; i++) {
            uint64_t word[3];
            struct dfpn_numbers numbers;
            for (int w = 0; w < 3; w++)
                word[w] = get_u64(chunk + i * ENTRY + 8 + 8 * (size_t)w);
            memcpy(&numbers, word, sizeof numbers);
            dfpn_table_put(t, get_u64(chunk + i * ENTRY), &numbers);
        }
        offset += n * ENTRY + 8;
        entries -= n;
        TRY(dfpn_table_grow(t, budget, err));
    }
    return CODE_OK;
}

enum code dfpn_table_load(struct dfpn_table *t, struct budget *budget, const char *path,
                          const char *game, struct error *err)
{
    int fd;
    uint64_t size;
    unsigned char *chunk;
    TRY(io_open(path, &fd, &size, err));
    enum code code = mem_small(CHUNK * ENTRY + 8, 1, &chunk, err);
    if (code == CODE_OK) {
        code = load_chunks(t, budget, fd, size, path, game, chunk, err);
        free(chunk);
    }
    close(fd);
    return code;
}
