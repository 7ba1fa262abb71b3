/* SPDX-License-Identifier: MIT
 *
 * Writing a table; see write.h and format.h. Blocks go in batches: the threads fetch
 * codes, count them and compress, then one thread appends the results in order.
 */
#define _GNU_SOURCE
#include "table/write.h"

#include "base/io.h"
#include "base/json.h"
#include "base/sum.h"
#include "game/codes.h"
#include "table/codec.h"
#include "table/format.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 64 };

bool table_supported(void)
{
    return sum_supported() && codec_supported();
}

/* A thread's working space. */
struct worker {
    struct codec *codec;
    uint16_t *codes;
    uint8_t *bytes; /* the low ones of the codes, then the high ones if there are any */
    struct tally tally;
    unsigned largest; /* code so far */
};

struct writer {
    const struct variant *v;
    struct run *run;
    const struct solution *solution;
    const struct subset_tally *subsets;
    struct out_file file;
    uint64_t blocks;
    unsigned char *index;  /* blocks * TABLE_INDEX_ENTRY */
    unsigned char *packed; /* BATCH * room */
    size_t room;
    size_t size[BATCH];    /* packed size of each block of the batch, 0: failed */
    bool high[BATCH];      /* it has high bytes */
    struct worker *worker; /* one per thread */
};

static enum code prepare(struct writer *w, struct error *err)
{
    w->room = codec_bound(2 * TABLE_BLOCK_SLOTS);
    TRY(mem_small(w->blocks, TABLE_INDEX_ENTRY, &w->index, err));
    TRY(mem_small(BATCH, w->room, &w->packed, err));
    TRY(mem_small((size_t)w->run->threads, sizeof *w->worker, &w->worker, err));
    for (int i = 0; i < w->run->threads; i++) {
        TRY(mem_small(TABLE_BLOCK_SLOTS, 2, &w->worker[i].codes, err));
        TRY(mem_small(TABLE_BLOCK_SLOTS, 2, &w->worker[i].bytes, err));
        if (!(w->worker[i].codec = codec_make()))
            return error_set(err, CODE_RESOURCES, "not enough memory to compress");
    }
    return CODE_OK;
}

static void release(struct writer *w)
{
    for (int i = 0; w->worker && i < w->run->threads; i++) {
        codec_free(w->worker[i].codec);
        free(w->worker[i].codes);
        free(w->worker[i].bytes);
    }
    free(w->worker);
    free(w->packed);
    free(w->index);
    io_abandon(&w->file);
}

static void pack_block(struct writer *w, struct worker *worker, uint64_t block,
                       unsigned i)
{
    uint64_t first = block * TABLE_BLOCK_SLOTS, left = w->v->slots - first;
    uint64_t count = left < TABLE_BLOCK_SLOTS ? left : TABLE_BLOCK_SLOTS;
    w->solution->engine->codes(w->solution->solver, first, count, worker->codes);
    tally_add(&worker->tally, w->v, first, count, worker->codes);
    const unsigned largest = codes_largest(worker->codes, count);
    if (largest > worker->largest)
        worker->largest = largest;
    w->high[i] = largest > 255;
    codes_narrow(worker->codes, count, worker->bytes);
    for (uint64_t k = 0; w->high[i] && k < count; k++)
        worker->bytes[count + k] = (uint8_t)(worker->codes[k] >> 8);
    w->size[i] = codec_pack(worker->codec, worker->bytes, count << w->high[i],
                            w->packed + i * w->room, w->room);
}

static enum code write_batch(struct writer *w, uint64_t first, unsigned n,
                             struct error *err)
{
    /* One loop index per thread's share, so that a worker belongs to one thread. */
#pragma omp parallel for schedule(static, 1) num_threads(w->run->threads)
    for (int k = 0; k < w->run->threads; k++) {
        const unsigned share =
            n / (unsigned)w->run->threads + 1; /* blocks side by side */
        for (unsigned i = (unsigned)k * share; i < ((unsigned)k + 1) * share && i < n;
             i++)
            pack_block(w, &w->worker[k], first + i, i);
    }
    for (unsigned i = 0; i < n; i++) {
        const unsigned char *data = w->packed + i * w->room;
        unsigned char *entry = w->index + (first + i) * TABLE_INDEX_ENTRY;
        if (w->size[i] == 0)
            return error_set(err, CODE_RESOURCES, "not enough memory to compress");
        put_u64(entry, w->file.size);
        put_u32(entry + 8, (uint32_t)w->size[i]);
        put_u32(entry + 12, w->high[i]);
        put_u64(entry + 16, sum_of(data, w->size[i]));
        TRY(io_append(&w->file, data, w->size[i], err));
    }
    return CODE_OK;
}

static enum code write_blocks(struct writer *w, struct error *err)
{
    progress_begin(&w->run->progress, "writing", 0);
    for (uint64_t first = 0; first < w->blocks; first += BATCH) {
        uint64_t left = w->blocks - first;
        TRY(write_batch(w, first, left < BATCH ? (unsigned)left : BATCH, err));
        uint64_t done = (first + BATCH) * TABLE_BLOCK_SLOTS;
        progress_update(&w->run->progress, done < w->v->slots ? done : w->v->slots,
                        w->v->slots, "positions", NULL);
        if (run_stopped(w->run))
            return error_set(err, CODE_INTERRUPTED,
                             "interrupted while writing the table");
    }
    return CODE_OK;
}

/* What the bytes were made by, as far as it does not depend on the run: a JSON object, to
 * be freed. */
static enum code describe(const struct variant *v, char **out, size_t *size,
                          struct error *err)
{
    FILE *text = open_memstream(out, size);
    if (text) {
        struct json j = json_to(text);
        json_open(&j, NULL, '{');
        json_text(&j, "program", "hissho");
        json_text(&j, "version", HISSHO_VERSION);
        json_text(&j, "game", v->name);
        json_text(&j, "title", v->game->title);
        json_text(&j, "variant", v->summary);
        json_close(&j, '}');
    }
    if (!text || fclose(text) != 0)
        return error_set(err, CODE_RESOURCES, "not enough memory for the provenance");
    return CODE_OK;
}

static unsigned version_of(const struct writer *w)
{
    unsigned largest = 0;
    for (int i = 0; i < w->run->threads; i++)
        if (w->worker[i].largest > largest)
            largest = w->worker[i].largest;
    for (unsigned i = 0; i < w->subsets->subsets; i++)
        for (unsigned code = TABLE_WON; code < CODE_WON; code++)
            if (w->subsets->count[i][code])
                largest = code;
    return largest >= TABLE_WON      ? TABLE_VERSION
           : w->subsets->subsets > 0 ? TABLE_SUBSETS
                                     : TABLE_PLAIN;
}

static unsigned entries_of(const unsigned char *header)
{
    return (get_u32(header + HEADER_VERSION) == TABLE_VERSION ? TABLE_WIDE_TALLY
                                                              : TABLE_TALLY) /
           8;
}

/* Wins and losses without plies have their place at the end of short statistics, too. */
static void put_counts(unsigned char *out, const uint64_t count[TALLY_CODES],
                       unsigned entries)
{
    for (unsigned code = 0; code < entries; code++)
        put_u64(out + 8 * code, count[code]);
    if (entries == TALLY_CODES)
        return;
    put_u64(out + 8 * TABLE_WON, count[CODE_WON]);
    put_u64(out + 8 * TABLE_LOST, count[CODE_LOST]);
}

static enum code write_subsets(struct writer *w, unsigned char *header, struct error *err)
{
    const struct subset_tally *s = w->subsets;
    if (get_u32(header + HEADER_VERSION) == TABLE_PLAIN)
        return CODE_OK;
    unsigned char *bytes;
    const unsigned entries = entries_of(header);
    const uint64_t size = (uint64_t)s->subsets * entries * 8;
    TRY(mem_small(size + 1, 1, &bytes, err));
    for (unsigned i = 0; i < s->subsets; i++)
        put_counts(bytes + 8 * (uint64_t)(i * entries), s->count[i], entries);
    put_u64(header + HEADER_SUBSETS, w->file.size);
    put_u32(header + HEADER_SUBSETS_COUNT, s->subsets);
    put_u64(header + HEADER_SUBSETS_SUM, sum_of(bytes, size));
    enum code code = io_append(&w->file, bytes, size, err);
    free(bytes);
    return code;
}

static enum code write_rest(struct writer *w, const struct tally *tally,
                            const char *provenance, size_t described, struct error *err)
{
    unsigned char header[TABLE_HEADER] = {0}, counts[TABLE_WIDE_TALLY];
    memcpy(header + HEADER_MAGIC, TABLE_MAGIC, 8);
    put_u32(header + HEADER_VERSION, version_of(w));
    const uint64_t counted = 8 * (uint64_t)entries_of(header);
    put_counts(counts, tally->positions, entries_of(header));
    put_u32(header + HEADER_BYTES, TABLE_HEADER);
    put_u64(header + HEADER_SLOTS, w->v->slots);
    put_u64(header + HEADER_POSITIONS, w->v->positions);
    put_u32(header + HEADER_BLOCK_SLOTS, TABLE_BLOCK_SLOTS);
    put_u32(header + HEADER_CODEC, TABLE_CODEC_ZSTD);
    put_u64(header + HEADER_BLOCKS, w->blocks);
    put_u64(header + HEADER_INDEX, w->file.size);
    put_u64(header + HEADER_INDEX_SUM, sum_of(w->index, w->blocks * TABLE_INDEX_ENTRY));
    TRY(io_append(&w->file, w->index, w->blocks * TABLE_INDEX_ENTRY, err));
    put_u64(header + HEADER_TALLY, w->file.size);
    put_u64(header + HEADER_TALLY_SUM, sum_of(counts, counted));
    TRY(io_append(&w->file, counts, counted, err));
    put_u64(header + HEADER_PROVENANCE, w->file.size);
    put_u64(header + HEADER_PROVENANCE_BYTES, described);
    put_u64(header + HEADER_PROVENANCE_SUM, sum_of(provenance, described));
    TRY(io_append(&w->file, provenance, described, err));
    TRY(write_subsets(w, header, err));
    put_u64(header + HEADER_FILE_BYTES, w->file.size);
    memcpy(header + HEADER_GAME, w->v->name, strlen(w->v->name));
    put_u64(header + HEADER_SUM, sum_of(header, HEADER_SUM));
    return io_rewrite(&w->file, 0, header, sizeof header, err);
}

static enum code write_all(struct writer *w, const char *path, struct tally *tally,
                           struct error *err)
{
    const unsigned char blank[TABLE_HEADER] = {0};
    TRY(prepare(w, err));
    TRY(io_create(&w->file, path, err));
    TRY(io_append(&w->file, blank, sizeof blank, err));
    TRY(write_blocks(w, err));
    if (w->solution->engine->fault)
        TRY(w->solution->engine->fault(w->solution->solver, err));
    memset(tally, 0, sizeof *tally);
    for (int i = 0; i < w->run->threads; i++)
        tally_merge(tally, &w->worker[i].tally);
    char *provenance = NULL;
    size_t described = 0;
    enum code code = describe(w->v, &provenance, &described, err);
    if (code == CODE_OK)
        code = write_rest(w, tally, provenance, described, err);
    free(provenance);
    TRY(code);
    return io_commit(&w->file, err);
}

enum code table_write(const char *path, const struct variant *v, struct run *run,
                      const struct solution *solution, const struct subset_tally *subsets,
                      struct tally *tally, struct error *err)
{
    struct writer w = {
        .v = v, .run = run, .solution = solution, .subsets = subsets, .file = {.fd = -1}};
    w.blocks = (v->slots + TABLE_BLOCK_SLOTS - 1) / TABLE_BLOCK_SLOTS;
    enum code code = write_all(&w, path, tally, err);
    progress_end(&run->progress);
    release(&w);
    return code;
}
