/* SPDX-License-Identifier: MIT
 *
 * Writing a table; see write.h and format.h. Blocks go in batches: the threads fetch
 * codes, count them and compress, then one thread appends the results in order. Parts end
 * anywhere in a block; the codes of a block that is not complete wait in the tail.
 */
#define _GNU_SOURCE
#include "table/write.h"

#include "base/json.h"
#include "base/sum.h"
#include "table/writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool table_supported(void)
{
    return sum_supported() && codec_supported();
}

/* ---- beginning and end -------------------------------------------------------------- */

static enum code prepare(struct writer *w, struct error *err)
{
    w->room = codec_bound(2 * TABLE_BLOCK_SLOTS);
    TRY(mem_small(w->blocks, TABLE_INDEX_ENTRY, &w->index, err));
    TRY(mem_small(WRITER_BATCH, w->room, &w->packed, err));
    TRY(mem_small(TABLE_BLOCK_SLOTS, 2, &w->tail, err));
    TRY(mem_small(game_parts(w->v), 2, &w->largest, err));
    TRY(mem_small((size_t)w->run->threads, sizeof *w->worker, &w->worker, err));
    if (w->v->game->slot_subset)
        TRY(subset_tally_make(w->v, &w->subsets, err));
    for (int i = 0; i < w->run->threads; i++) {
        struct worker *worker = &w->worker[i];
        TRY(mem_small(TABLE_BLOCK_SLOTS, 2, &worker->codes, err));
        TRY(mem_small(TABLE_BLOCK_SLOTS, 2, &worker->bytes, err));
        if (w->v->game->slot_subset)
            TRY(subset_tally_make(w->v, &worker->subsets, err));
        if (!(worker->codec = codec_make()))
            return error_set(err, CODE_RESOURCES, "not enough memory to compress");
    }
    return CODE_OK;
}

static enum code open_file(struct writer *w, const char *path, const char *progress,
                           struct error *err)
{
    const unsigned char blank[TABLE_HEADER] = {0};
    if (progress) {
        snprintf(w->progress, sizeof w->progress, "%s", progress);
        if (io_exists(progress))
            return progress_resume(w, path, err);
    }
    TRY(io_create(&w->file, path, err));
    return io_append(&w->file, blank, sizeof blank, err);
}

enum code writer_open(const char *path, const char *progress, const struct variant *v,
                      struct run *run, struct writer **out, struct error *err)
{
    struct writer *w;
    TRY(mem_small(1, sizeof *w, &w, err));
    w->v = v;
    w->run = run;
    w->file.fd = -1;
    w->blocks = (v->slots + TABLE_BLOCK_SLOTS - 1) / TABLE_BLOCK_SLOTS;
    enum code code = prepare(w, err);
    if (code == CODE_OK)
        code = open_file(w, path, progress, err);
    if (code == CODE_OK)
        *out = w;
    else
        writer_close(w);
    return code;
}

void writer_close(struct writer *w)
{
    if (!w)
        return;
    for (int i = 0; w->worker && i < w->run->threads; i++) {
        codec_free(w->worker[i].codec);
        free(w->worker[i].codes);
        free(w->worker[i].bytes);
        subset_tally_free(&w->worker[i].subsets);
    }
    if (w->kept)
        io_leave(&w->file);
    else
        io_abandon(&w->file);
    subset_tally_free(&w->subsets);
    free(w->worker);
    free(w->packed);
    free(w->index);
    free(w->tail);
    free(w->largest);
    free(w);
}

unsigned writer_parts(const struct writer *w)
{
    return w->parts_done;
}

unsigned writer_largest(const struct writer *w, unsigned part)
{
    return w->largest[part];
}

const struct tally *writer_tally(const struct writer *w)
{
    return &w->tally;
}

const struct subset_tally *writer_subsets(const struct writer *w)
{
    return &w->subsets;
}

/* ---- blocks ------------------------------------------------------------------------- */

/* What is put: slots first .. end-1 of an engine. */
struct source {
    const struct engine *engine;
    const struct solver *solver;
    uint64_t first, end;
};

static void count_codes(struct writer *w, struct worker *worker, uint64_t first,
                        uint64_t count, const uint16_t *codes)
{
    const unsigned largest = codes_largest(codes, count);
    worker->largest = largest > worker->largest ? largest : worker->largest;
    tally_add(&worker->tally, w->v, first, count, codes);
    if (worker->subsets.subsets)
        subset_tally_add(&worker->subsets, w->v, first, count, codes);
}

/* The codes of slots begin .. end-1, which are a block or what there is of it: those put
 * before from the tail. */
static void gather(struct writer *w, struct worker *worker, const struct source *from,
                   uint64_t begin, uint64_t end, uint16_t *out)
{
    uint64_t old = begin < from->first ? from->first - begin : 0;
    memmove(out, w->tail, 2 * old);
    from->engine->codes(from->solver, begin + old, end - begin - old, out + old);
    if (!from->engine->tally)
        count_codes(w, worker, begin + old, end - begin - old, out + old);
}

/* The codes of a block as its bytes, low ones first; true: there are high ones. */
static bool gather_bytes(struct writer *w, struct worker *worker,
                         const struct source *from, uint64_t begin, uint64_t count)
{
    if (from->engine->bytes && from->engine->tally && begin >= from->first) {
        from->engine->bytes(from->solver, begin, count, worker->bytes);
        return false;
    }
    gather(w, worker, from, begin, begin + count, worker->codes);
    codes_narrow(worker->codes, count, worker->bytes);
    if (codes_largest(worker->codes, count) < 256)
        return false;
    for (uint64_t k = 0; k < count; k++)
        worker->bytes[count + k] = (uint8_t)(worker->codes[k] >> 8);
    return true;
}

static void pack_block(struct writer *w, struct worker *worker, const struct source *from,
                       uint64_t block, unsigned i)
{
    const uint64_t begin = block * TABLE_BLOCK_SLOTS, left = w->v->slots - begin;
    const uint64_t count = left < TABLE_BLOCK_SLOTS ? left : TABLE_BLOCK_SLOTS;
    w->high[i] = gather_bytes(w, worker, from, begin, count);
    w->size[i] = codec_pack(worker->codec, worker->bytes, count << w->high[i],
                            w->packed + i * w->room, w->room);
}

static enum code write_batch(struct writer *w, const struct source *from, uint64_t first,
                             unsigned n, struct error *err)
{
#pragma omp parallel for schedule(dynamic, 8) num_threads(w->run->threads)
    for (unsigned i = 0; i < n; i++)
        pack_block(w, &w->worker[run_thread()], from, first + i, i);
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

static enum code write_blocks(struct writer *w, const struct source *from, uint64_t end,
                              struct error *err)
{
    progress_begin(&w->run->progress, "writing", 0);
    for (uint64_t first = w->blocks_done; first < end; first += WRITER_BATCH) {
        uint64_t left = end - first, done = (first + WRITER_BATCH) * TABLE_BLOCK_SLOTS;
        unsigned n = left < WRITER_BATCH ? (unsigned)left : WRITER_BATCH;
        TRY(write_batch(w, from, first, n, err));
        done = done < from->end ? done : from->end;
        progress_update(&w->run->progress, done - from->first, from->end - from->first,
                        "positions", NULL);
        if (run_stopped(w->run))
            return error_set(err, CODE_INTERRUPTED,
                             "interrupted while writing the table");
    }
    return CODE_OK;
}

/* What the threads have counted. */
static void collect(struct writer *w, unsigned part)
{
    for (int i = 0; i < w->run->threads; i++) {
        struct worker *worker = &w->worker[i];
        tally_merge(&w->tally, &worker->tally);
        subset_tally_merge(&w->subsets, &worker->subsets);
        if (worker->largest > w->largest[part])
            w->largest[part] = (uint16_t)worker->largest;
    }
}

/* A put that fails is as if it had not been: file and statistics go back. */
static void forget_counts(struct writer *w)
{
    for (int i = 0; i < w->run->threads; i++) {
        struct worker *worker = &w->worker[i];
        memset(&worker->tally, 0, sizeof worker->tally);
        if (worker->subsets.subsets)
            memset(worker->subsets.count, 0,
                   worker->subsets.subsets * sizeof *worker->subsets.count);
        worker->largest = 0;
    }
}

/* Puts slots up to an end, as the last parts up to this one. */
static enum code put_up_to(struct writer *w, unsigned part, uint64_t stop,
                           const struct engine *engine, const struct solver *solver,
                           struct error *err)
{
    const struct source from = {engine, solver, w->slots_done, stop};
    const uint64_t bytes_before = w->file.size;
    const uint64_t end =
        from.end == w->v->slots ? w->blocks : from.end / TABLE_BLOCK_SLOTS;
    assert(from.first <= from.end && from.end <= w->v->slots);
    forget_counts(w);
    enum code code = write_blocks(w, &from, end, err);
    if (code == CODE_OK && engine->fault)
        code = engine->fault(solver, err);
    if (code != CODE_OK) {
        w->file.size = bytes_before;
        return code;
    }
    if (end * TABLE_BLOCK_SLOTS < from.end)
        gather(w, &w->worker[0], &from, end * TABLE_BLOCK_SLOTS, from.end, w->tail);
    collect(w, part);
    if (engine->tally)
        engine->tally(solver, &w->tally);
    w->blocks_done = end;
    w->slots_done = from.end;
    w->parts_done = part + 1;
    return CODE_OK;
}

enum code writer_put(struct writer *w, unsigned part, const struct engine *engine,
                     const struct solver *solver, struct error *err)
{
    struct part range;
    game_part(w->v, part, &range);
    assert(range.first == w->slots_done);
    return put_up_to(w, part, range.first + range.count, engine, solver, err);
}

enum code writer_put_all(struct writer *w, const struct engine *engine,
                         const struct solver *solver, struct error *err)
{
    return put_up_to(w, game_parts(w->v) - 1, w->v->slots, engine, solver, err);
}

enum code writer_keep(struct writer *w, struct error *err)
{
    return w->progress[0] ? progress_keep(w, err) : CODE_OK;
}

enum code writer_read(struct writer *w, uint64_t first, uint64_t count, struct codes out,
                      struct error *err)
{
    const uint64_t written = w->blocks_done * TABLE_BLOCK_SLOTS, end = first + count;
    const struct block_file f = {.fd = w->file.fd,
                                 .path = w->file.part,
                                 .bytes = w->file.size,
                                 .index = w->index,
                                 .slots =
                                     w->slots_done < written ? w->slots_done : written,
                                 .block_slots = TABLE_BLOCK_SLOTS};
    assert(end <= w->slots_done);
    if (first < written)
        TRY(block_range(&f, w->run->threads, first,
                        (end < written ? end : written) - first, out, err));
    for (uint64_t slot = first > written ? first : written; slot < end; slot++)
        codes_put(out, slot - first, w->tail[slot - written]);
    return CODE_OK;
}

/* ---- as a store of parts ------------------------------------------------------------- */

static unsigned stored_parts(void *writer)
{
    return writer_parts(writer);
}

static enum code store_part(void *writer, unsigned number, const struct engine *engine,
                            const struct solver *solver, struct error *err)
{
    return writer_put(writer, number, engine, solver, err);
}

static enum code keep_parts(void *writer, struct error *err)
{
    return writer_keep(writer, err);
}

static enum code read_parts(void *writer, uint64_t first, uint64_t count,
                            struct codes out, struct error *err)
{
    return writer_read(writer, first, count, out, err);
}

static unsigned largest_in_part(void *writer, unsigned part)
{
    return writer_largest(writer, part);
}

struct store writer_store(struct writer *w)
{
    return (struct store){.context = w,
                          .parts = stored_parts,
                          .put = store_part,
                          .keep = keep_parts,
                          .earlier = {w, read_parts, largest_in_part}};
}

/* ---- the rest of the file ----------------------------------------------------------- */

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

static unsigned version_of(const struct writer *w, const struct subset_tally *subsets)
{
    unsigned largest = 0;
    for (unsigned i = 0; i < w->parts_done; i++)
        if (w->largest[i] > largest)
            largest = w->largest[i];
    for (unsigned i = 0; i < subsets->subsets; i++)
        for (unsigned code = TABLE_WON; code < CODE_WON; code++)
            if (subsets->count[i][code])
                largest = code;
    return largest >= TABLE_WON   ? TABLE_VERSION
           : subsets->subsets > 0 ? TABLE_SUBSETS
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

static enum code write_subsets(struct writer *w, const struct subset_tally *s,
                               unsigned char *header, struct error *err)
{
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

static enum code write_rest(struct writer *w, const struct subset_tally *subsets,
                            const char *provenance, size_t described, struct error *err)
{
    unsigned char header[TABLE_HEADER] = {0}, counts[TABLE_WIDE_TALLY];
    memcpy(header + HEADER_MAGIC, TABLE_MAGIC, 8);
    put_u32(header + HEADER_VERSION, version_of(w, subsets));
    const uint64_t counted = 8 * (uint64_t)entries_of(header);
    put_counts(counts, w->tally.positions, entries_of(header));
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
    TRY(write_subsets(w, subsets, header, err));
    put_u64(header + HEADER_FILE_BYTES, w->file.size);
    memcpy(header + HEADER_GAME, w->v->name, strlen(w->v->name));
    put_u64(header + HEADER_SUM, sum_of(header, HEADER_SUM));
    return io_rewrite(&w->file, 0, header, sizeof header, err);
}

enum code writer_finish(struct writer *w, const struct subset_tally *subsets,
                        struct error *err)
{
    char *provenance = NULL;
    size_t described = 0;
    assert(w->slots_done == w->v->slots);
    enum code code = describe(w->v, &provenance, &described, err);
    if (code == CODE_OK)
        code = write_rest(w, w->subsets.subsets ? &w->subsets : subsets, provenance,
                          described, err);
    free(provenance);
    TRY(code);
    return io_commit(&w->file, err);
}

enum code table_write(const char *path, const struct variant *v, struct run *run,
                      const struct solution *solution, const struct subset_tally *subsets,
                      struct tally *tally, struct error *err)
{
    struct writer *w;
    TRY(writer_open(path, NULL, v, run, &w, err));
    enum code code = writer_put_all(w, solution->engine, solution->solver, err);
    if (code == CODE_OK)
        code = writer_finish(w, subsets, err);
    *tally = w->tally;
    progress_end(&run->progress);
    writer_close(w);
    return code;
}
