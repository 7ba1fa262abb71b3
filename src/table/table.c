/* SPDX-License-Identifier: MIT
 *
 * Reading a table; see table.h and format.h. Nothing in the file is believed before its
 * sum is right, and no size from it is used before it fits the others.
 *
 * The cache is direct-mapped: block b lives in way b % WAYS or nowhere. Each way has its
 * own lock, so that threads meet only on the same block; a warm look-up is one lock and
 * one load.
 */
#include "table/table.h"

#include "base/sum.h"
#include "table/codec.h"
#include "table/format.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WAYS = 1024, MAX_BLOCK = 1 << 24 };

struct way {
    pthread_mutex_t lock;
    uint64_t block; /* UINT64_MAX: empty */
    uint8_t *codes; /* low bytes; then the high ones, if high is not 0 */
    uint32_t count, high;
};

struct table {
    int fd;
    struct table_info info;
    unsigned char *index;
    struct block_file blocks;
    pthread_mutex_t spare_lock;
    struct table_scratch spare; /* of the last miss, for the next */
    struct way way[WAYS];
};

enum code table_path(const char *directory, const struct variant *v, const char *suffix,
                     char out[IO_PATH], struct error *err)
{
    char name[GAME_NAME];
    snprintf(name, sizeof name, "%s", v->name);
    for (char *c = name; *c; c++)
        if (*c == ':')
            *c = '-';
    return io_path(out, directory, name, suffix, err);
}

static enum code damaged(const struct table *t, const char *what, uint64_t offset,
                         struct error *err)
{
    return error_set(err, CODE_DAMAGED,
                     "table %s: %s at offset %" PRIu64
                     "; remove the file and solve again, or restore it",
                     t->info.path, what, offset);
}

/* The section [offset, offset+size) must lie inside the file and have the given sum. */
static enum code read_section(struct table *t, const char *what, uint64_t offset,
                              uint64_t size, uint64_t sum, void *out, struct error *err)
{
    char text[96];
    if (offset > t->info.file_bytes || size > t->info.file_bytes - offset) {
        snprintf(text, sizeof text, "the %s reaches beyond the end of the file", what);
        return damaged(t, text, offset, err);
    }
    TRY(io_read(t->fd, t->info.path, offset, out, size, err));
    if (sum_of(out, size) != sum) {
        snprintf(text, sizeof text, "the %s fails its checksum", what);
        return damaged(t, text, offset, err);
    }
    return CODE_OK;
}

static enum code check_header(struct table *t, const unsigned char *h, uint64_t size,
                              struct error *err)
{
    if (memcmp(h, TABLE_MAGIC, 8) != 0)
        return damaged(t, "this is not a Hissho table: wrong magic", 0, err);
    if (get_u32(h + HEADER_VERSION) > TABLE_VERSION) {
        char text[120];
        snprintf(text, sizeof text,
                 "format version %" PRIu32
                 " is newer than this program reads (%d): the version",
                 get_u32(h + HEADER_VERSION), TABLE_VERSION);
        return damaged(t, text, HEADER_VERSION, err);
    }
    if (sum_of(h, HEADER_SUM) != get_u64(h + HEADER_SUM))
        return damaged(t, "the header fails its checksum", 0, err);
    if (get_u64(h + HEADER_FILE_BYTES) != size) {
        char text[120];
        snprintf(text, sizeof text,
                 "the file should have %" PRIu64 " bytes and is %s: it ends",
                 get_u64(h + HEADER_FILE_BYTES),
                 size < get_u64(h + HEADER_FILE_BYTES) ? "truncated" : "too long");
        return damaged(t, text, size, err);
    }
    struct table_info *info = &t->info;
    memcpy(info->game, h + HEADER_GAME, GAME_NAME);
    info->game[GAME_NAME - 1] = '\0';
    info->slots = get_u64(h + HEADER_SLOTS);
    info->positions = get_u64(h + HEADER_POSITIONS);
    info->blocks = get_u64(h + HEADER_BLOCKS);
    info->block_slots = get_u32(h + HEADER_BLOCK_SLOTS);
    if (info->slots == 0 || info->block_slots == 0 || info->block_slots > MAX_BLOCK ||
        info->blocks != (info->slots - 1) / info->block_slots + 1 ||
        info->blocks > size / TABLE_INDEX_ENTRY ||
        get_u32(h + HEADER_CODEC) != TABLE_CODEC_ZSTD)
        return damaged(t, "the header contradicts itself", 0, err);
    return CODE_OK;
}

/* Statistics have 256 or 2048 entries. */
static uint64_t tally_bytes(const unsigned char *h)
{
    return get_u32(h + HEADER_VERSION) < TABLE_VERSION ? TABLE_TALLY : TABLE_WIDE_TALLY;
}

static enum code read_widths(struct table *t, const unsigned char *h, struct error *err)
{
    const uint32_t most = get_u32(h + HEADER_VERSION) < TABLE_VERSION ? 0 : 1;
    t->info.width = 1;
    for (uint64_t b = 0; b < t->info.blocks; b++) {
        uint32_t high = get_u32(t->index + b * TABLE_INDEX_ENTRY + 12);
        if (high > most)
            return damaged(t, "wrong entry of the block index",
                           get_u64(h + HEADER_INDEX) + b * TABLE_INDEX_ENTRY, err);
        if (high)
            t->info.width = 2;
    }
    return CODE_OK;
}

static enum code read_metadata(struct table *t, const unsigned char *h, struct error *err)
{
    const uint64_t room = tally_bytes(h);
    unsigned char counts[TABLE_WIDE_TALLY];
    uint64_t described = get_u64(h + HEADER_PROVENANCE_BYTES);
    if (described > t->info.file_bytes)
        return damaged(t, "the header contradicts itself", HEADER_PROVENANCE_BYTES, err);
    TRY(mem_small(t->info.blocks, TABLE_INDEX_ENTRY, &t->index, err));
    TRY(mem_small(described + 1, 1, &t->info.provenance, err));
    TRY(read_section(t, "block index", get_u64(h + HEADER_INDEX),
                     t->info.blocks * TABLE_INDEX_ENTRY, get_u64(h + HEADER_INDEX_SUM),
                     t->index, err));
    TRY(read_section(t, "statistics", get_u64(h + HEADER_TALLY), room,
                     get_u64(h + HEADER_TALLY_SUM), counts, err));
    TRY(read_section(t, "provenance", get_u64(h + HEADER_PROVENANCE), described,
                     get_u64(h + HEADER_PROVENANCE_SUM), t->info.provenance, err));
    for (unsigned code = 0; code < room / 8; code++)
        t->info.stored.positions[code] = get_u64(counts + 8 * code);
    t->info.tally = t->info.stored;
    return read_widths(t, h, err);
}

/* The code that an entry of a subset's statistics counts. */
static uint64_t subset_code(uint64_t entry, uint64_t codes)
{
    return codes != 256          ? entry
           : entry == TABLE_WON  ? CODE_WON
           : entry == TABLE_LOST ? CODE_LOST
                                 : entry;
}

/* The number of subsets is the game's; without the game at hand they are left alone. */
static enum code read_subsets(struct table *t, const unsigned char *h,
                              const struct variant *v, struct error *err)
{
    if (!v || game_subsets(v) == 0)
        return CODE_OK;
    TRY(subset_tally_make(v, &t->info.subsets, err));
    struct subset_tally *s = &t->info.subsets;
    if (get_u32(h + HEADER_SUBSETS_COUNT) != s->subsets)
        return damaged(t, "the subsets are not those of the game: their number",
                       HEADER_SUBSETS_COUNT, err);
    unsigned char *bytes;
    const uint64_t codes = tally_bytes(h) / 8, size = s->subsets * tally_bytes(h);
    TRY(mem_small(size, 1, &bytes, err));
    enum code code = read_section(t, "subsets", get_u64(h + HEADER_SUBSETS), size,
                                  get_u64(h + HEADER_SUBSETS_SUM), bytes, err);
    for (uint64_t i = 0; code == CODE_OK && i < size / 8; i++)
        s->count[i / codes][subset_code(i % codes, codes)] = get_u64(bytes + 8 * i);
    free(bytes);
    subset_tally_total(s, &t->info.tally);
    return code;
}

static enum code read_table(struct table *t, uint64_t size, const struct variant *v,
                            struct error *err)
{
    unsigned char header[TABLE_HEADER];
    t->info.file_bytes = size;
    if (size < TABLE_HEADER)
        return damaged(t, "this is not a Hissho table, or truncated: the file ends", size,
                       err);
    TRY(io_read(t->fd, t->info.path, 0, header, sizeof header, err));
    TRY(check_header(t, header, size, err));
    if (v && (strcmp(v->name, t->info.game) != 0 || v->slots != t->info.slots ||
              v->positions != t->info.positions)) {
        char text[GAME_NAME + 64];
        snprintf(text, sizeof text, "this is a table of another game (%s): the name",
                 t->info.game);
        return damaged(t, text, HEADER_GAME, err);
    }
    TRY(read_metadata(t, header, err));
    t->blocks = (struct block_file){.fd = t->fd,
                                    .path = t->info.path,
                                    .bytes = size,
                                    .index = t->index,
                                    .slots = t->info.slots,
                                    .block_slots = t->info.block_slots};
    return read_subsets(t, header, v, err);
}

enum code table_open(const char *path, const struct variant *v, struct table **out,
                     struct error *err)
{
    if (!sum_supported() || !codec_supported())
        return error_set(
            err, CODE_NO_TABLE,
            "this program was built without zstd or xxhash and has no tables");
    struct table *t;
    uint64_t size;
    TRY(mem_small(1, sizeof *t, &t, err));
    t->fd = -1;
    snprintf(t->info.path, sizeof t->info.path, "%s", path);
    pthread_mutex_init(&t->spare_lock, NULL);
    for (unsigned i = 0; i < WAYS; i++) {
        pthread_mutex_init(&t->way[i].lock, NULL);
        t->way[i].block = UINT64_MAX;
    }
    enum code code = io_open(path, &t->fd, &size, err);
    if (code == CODE_NO_TABLE && v)
        error_set(err, code,
                  "there is no table of %s yet (%s); make it with: hissho solve %s",
                  v->name, path, v->name);
    if (code == CODE_OK)
        code = read_table(t, size, v, err);
    if (code == CODE_OK)
        *out = t;
    else
        table_close(t);
    return code;
}

void table_close(struct table *t)
{
    if (!t)
        return;
    if (t->fd >= 0)
        close(t->fd);
    for (unsigned i = 0; i < WAYS; i++) {
        pthread_mutex_destroy(&t->way[i].lock);
        free(t->way[i].codes);
    }
    table_scratch_free(&t->spare);
    pthread_mutex_destroy(&t->spare_lock);
    free(t->info.provenance);
    subset_tally_free(&t->info.subsets);
    free(t->index);
    free(t);
}

const struct table_info *table_info(const struct table *t)
{
    return &t->info;
}

enum code table_check_block(struct table *t, uint64_t block,
                            struct table_scratch *scratch, struct error *err)
{
    return block_check(&t->blocks, block, scratch, err);
}

enum code table_block(struct table *t, uint64_t block, struct table_scratch *scratch,
                      uint16_t *out, uint32_t *count, struct error *err)
{
    return block_codes(&t->blocks, block, scratch, (struct codes){out, 2}, count, err);
}

enum code table_range(struct table *t, int threads, uint64_t first, uint64_t count,
                      struct codes out, struct error *err)
{
    return block_range(&t->blocks, threads, first, count, out, err);
}

/* Making a codec costs more than unpacking a block, so one is kept. Returns what was kept. */
static struct table_scratch exchange_spare(struct table *t, struct table_scratch scratch)
{
    pthread_mutex_lock(&t->spare_lock);
    struct table_scratch kept = t->spare;
    t->spare = scratch;
    pthread_mutex_unlock(&t->spare_lock);
    return kept;
}

static enum code fill(struct table *t, struct way *way, uint64_t block, struct error *err)
{
    way->block = UINT64_MAX;
    if (!way->codes)
        TRY(mem_small(t->info.block_slots, t->info.width, &way->codes, err));
    struct table_scratch scratch = exchange_spare(t, (struct table_scratch){0});
    enum code code = block_unpack(&t->blocks, block, &scratch, way->codes, &way->count,
                                  &way->high, err);
    scratch = exchange_spare(t, scratch);
    table_scratch_free(&scratch);
    if (code == CODE_OK)
        way->block = block;
    return code;
}

static uint16_t code_in(const struct way *way, uint64_t i)
{
    return (uint16_t)(way->codes[i] | (way->high ? way->codes[way->count + i] << 8 : 0));
}

enum code table_code(struct table *t, uint64_t slot, uint16_t *code, struct error *err)
{
    if (slot >= t->info.slots)
        return error_set(err, CODE_USAGE, "slot %" PRIu64 " is not in the table", slot);
    uint64_t block = slot / t->info.block_slots;
    struct way *way = &t->way[block % WAYS];
    enum code status = CODE_OK;
    pthread_mutex_lock(&way->lock);
    if (way->block != block)
        status = fill(t, way, block, err);
    if (status == CODE_OK)
        *code = code_in(way, slot % t->info.block_slots);
    pthread_mutex_unlock(&way->lock);
    return status;
}
