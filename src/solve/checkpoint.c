/* SPDX-License-Identifier: MIT
 *
 * The checkpoint file; see checkpoint.h.
 *
 *   0  "HISSHOCP"
 *   8  u32 version, u32 complete plies, u64 slots, char game[64]
 *   88 u64 XXH3 of bytes 0..87
 *   96 chunks of 4 MiB of codes, the last one shorter, each followed by its u64 XXH3
 */
#include "solve/checkpoint.h"

#include "base/io.h"
#include "base/sum.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAGIC "HISSHOCP"

enum { VERSION = 1, HEADER = 96, SUM_AT = 88, CHUNK = 4 << 20 };

static void fill_header(unsigned char h[HEADER], const struct variant *v, unsigned plies)
{
    memset(h, 0, HEADER);
    memcpy(h, MAGIC, 8);
    put_u32(h + 8, VERSION);
    put_u32(h + 12, plies);
    put_u64(h + 16, v->slots);
    memcpy(h + 24, v->name, strlen(v->name));
    put_u64(h + SUM_AT, sum_of(h, SUM_AT));
}

static enum code save_chunks(struct out_file *file, const struct variant *v,
                             const struct engine *engine, const struct solver *solver,
                             unsigned char *chunk, struct error *err)
{
    for (uint64_t first = 0; first < v->slots; first += CHUNK) {
        uint64_t count = v->slots - first < CHUNK ? v->slots - first : CHUNK;
        engine->codes(solver, first, count, chunk);
        put_u64(chunk + count, sum_of(chunk, count));
        TRY(io_append(file, chunk, count + 8, err));
    }
    return io_commit(file, err);
}

enum code checkpoint_save(const char *path, const struct variant *v,
                          const struct engine *engine, const struct solver *solver,
                          unsigned plies, struct error *err)
{
    unsigned char header[HEADER], *chunk;
    struct out_file file;
    TRY(mem_small(CHUNK + 8, 1, &chunk, err));
    fill_header(header, v, plies);
    enum code code = io_create(&file, path, err);
    if (code == CODE_OK)
        code = io_append(&file, header, sizeof header, err);
    if (code == CODE_OK)
        code = save_chunks(&file, v, engine, solver, chunk, err);
    io_abandon(&file);
    free(chunk);
    return code;
}

static enum code damaged(const char *path, const char *what, uint64_t offset,
                         struct error *err)
{
    return error_set(err, CODE_DAMAGED,
                     "checkpoint %s: %s at offset %" PRIu64
                     "; remove the file to solve from the start",
                     path, what, offset);
}

static enum code load_open(int fd, uint64_t size, const char *path,
                           const struct variant *v, const struct engine *engine,
                           struct solver *solver, unsigned *plies, unsigned char *chunk,
                           struct error *err)
{
    unsigned char header[HEADER], wanted[HEADER];
    if (size < HEADER)
        return damaged(path, "the file is truncated", size, err);
    TRY(io_read(fd, path, 0, header, HEADER, err));
    *plies = get_u32(header + 12);
    fill_header(wanted, v, *plies);
    if (memcmp(header, wanted, HEADER) != 0)
        return damaged(path, "the header is damaged or of another game or version", 0,
                       err);
    uint64_t chunks = (v->slots + CHUNK - 1) / CHUNK;
    if (size != HEADER + v->slots + 8 * chunks)
        return damaged(path, "the file has the wrong size and ends", size, err);
    uint64_t offset = HEADER;
    for (uint64_t first = 0; first < v->slots; first += CHUNK) {
        uint64_t count = v->slots - first < CHUNK ? v->slots - first : CHUNK;
        TRY(io_read(fd, path, offset, chunk, count + 8, err));
        if (get_u64(chunk + count) != sum_of(chunk, count)) {
            char what[64];
            snprintf(what, sizeof what, "block %" PRIu64 " fails its checksum",
                     first / CHUNK);
            return damaged(path, what, offset, err);
        }
        engine->load(solver, first, count, chunk);
        offset += count + 8;
    }
    return CODE_OK;
}

enum code checkpoint_load(const char *path, const struct variant *v,
                          const struct engine *engine, struct solver *solver,
                          unsigned *plies, struct error *err)
{
    int fd;
    uint64_t size;
    unsigned char *chunk;
    TRY(io_open(path, &fd, &size, err));
    enum code code = mem_small(CHUNK + 8, 1, &chunk, err);
    if (code == CODE_OK) {
        code = load_open(fd, size, path, v, engine, solver, plies, chunk, err);
        free(chunk);
    }
    close(fd);
    return code;
}
