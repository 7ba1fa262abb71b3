/* SPDX-License-Identifier: MIT
 *
 * The checkpoint file; see checkpoint.h.
 *
 *   0   "HISSHOCP"
 *   8   u32 version, u32 complete plies, u64 slots of the game, char game[64]
 *   88  u32 part, u32 zero, u64 first slot of the part, u64 number of its slots
 *   112 u64 XXH3 of bytes 0..111
 *   120 chunks of 2^22 codes, the last one shorter: u32 bytes per code, u32 zero, codes,
 *       u64 XXH3 of all these
 */
#include "solve/checkpoint.h"

#include "base/io.h"
#include "base/sum.h"
#include "game/codes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAGIC "HISSHOCP"

enum { VERSION = 2, HEADER = 120, SUM_AT = 112, CHUNK = 1 << 22, LEAD = 8 };

/* Working space: codes as the engine has them and as the file has them. */
struct space {
    uint16_t *codes;
    unsigned char *bytes;
};

static enum code make_space(struct space *space, struct error *err)
{
    *space = (struct space){0};
    TRY(mem_small(CHUNK, 2, &space->codes, err));
    return mem_small(LEAD + 2 * CHUNK + 8, 1, &space->bytes, err);
}

static void free_space(struct space *space)
{
    free(space->codes);
    free(space->bytes);
}

static void fill_header(unsigned char h[HEADER], const struct variant *v,
                        const struct checkpoint *at)
{
    memset(h, 0, HEADER);
    memcpy(h, MAGIC, 8);
    put_u32(h + 8, VERSION);
    put_u32(h + 12, at->plies);
    put_u64(h + 16, v->slots);
    memcpy(h + 24, v->name, strlen(v->name));
    put_u32(h + 88, at->part);
    put_u64(h + 96, at->first);
    put_u64(h + 104, at->count);
    put_u64(h + SUM_AT, sum_of(h, SUM_AT));
}

/* ---- saving ------------------------------------------------------------------------- */

static enum code save_chunks(struct out_file *file, const struct engine *engine,
                             const struct solver *solver, const struct checkpoint *at,
                             struct space *space, struct error *err)
{
    unsigned char *codes = space->bytes + LEAD;
    for (uint64_t done = 0; done < at->count; done += CHUNK) {
        uint64_t count = at->count - done < CHUNK ? at->count - done : CHUNK;
        engine->codes(solver, at->first + done, count, space->codes);
        uint64_t width = codes_largest(space->codes, count) > 255 ? 2 : 1;
        if (width == 1)
            codes_narrow(space->codes, count, codes);
        for (uint64_t i = 0; width == 2 && i < count; i++) {
            codes[2 * i] = (unsigned char)space->codes[i];
            codes[2 * i + 1] = (unsigned char)(space->codes[i] >> 8);
        }
        put_u64(space->bytes, width);
        uint64_t size = LEAD + count * width;
        put_u64(space->bytes + size, sum_of(space->bytes, size));
        TRY(io_append(file, space->bytes, size + 8, err));
    }
    return io_commit(file, err);
}

enum code checkpoint_save(const char *path, const struct variant *v,
                          const struct engine *engine, const struct solver *solver,
                          const struct checkpoint *at, struct error *err)
{
    unsigned char header[HEADER];
    struct space space;
    struct out_file file = {.fd = -1};
    fill_header(header, v, at);
    enum code code = make_space(&space, err);
    if (code == CODE_OK)
        code = io_create(&file, path, err);
    if (code == CODE_OK)
        code = io_append(&file, header, sizeof header, err);
    if (code == CODE_OK)
        code = save_chunks(&file, engine, solver, at, &space, err);
    io_abandon(&file);
    free_space(&space);
    return code;
}

/* ---- loading ------------------------------------------------------------------------ */

static enum code damaged(const char *path, const char *what, uint64_t offset,
                         struct error *err)
{
    return error_set(err, CODE_DAMAGED,
                     "checkpoint %s: %s at offset %" PRIu64
                     "; remove the file to solve from the start",
                     path, what, offset);
}

static enum code read_header(int fd, uint64_t size, const char *path,
                             const struct variant *v, struct checkpoint *at,
                             struct error *err)
{
    unsigned char header[HEADER], wanted[HEADER];
    if (size < HEADER)
        return damaged(path, "the file is truncated", size, err);
    TRY(io_read(fd, path, 0, header, HEADER, err));
    *at = (struct checkpoint){.part = get_u32(header + 88),
                              .plies = get_u32(header + 12),
                              .first = get_u64(header + 96),
                              .count = get_u64(header + 104)};
    fill_header(wanted, v, at);
    if (memcmp(header, wanted, HEADER) != 0 || at->first > v->slots ||
        at->count > v->slots - at->first)
        return damaged(path, "the header is damaged or of another game or version", 0,
                       err);
    return CODE_OK;
}

static enum code chunk_damaged(const char *path, uint64_t chunk, const char *what,
                               uint64_t offset, struct error *err)
{
    char text[64];
    snprintf(text, sizeof text, "block %" PRIu64 " %s", chunk, what);
    return damaged(path, text, offset, err);
}

/* Reads a chunk of count codes into space; moves *offset behind it. */
static enum code read_chunk(int fd, uint64_t size, const char *path, uint64_t chunk,
                            uint64_t count, struct space *space, uint64_t *offset,
                            struct error *err)
{
    unsigned char *codes = space->bytes + LEAD;
    if (size - *offset < LEAD)
        return damaged(path, "the file has the wrong size and ends", size, err);
    TRY(io_read(fd, path, *offset, space->bytes, LEAD, err));
    const uint64_t width = get_u64(space->bytes);
    if (width != 1 && width != 2)
        return chunk_damaged(path, chunk, "fails its checksum", *offset, err);
    const uint64_t bytes = count * width;
    if (size - *offset < LEAD + bytes + 8)
        return damaged(path, "the file has the wrong size and ends", size, err);
    TRY(io_read(fd, path, *offset + LEAD, codes, bytes + 8, err));
    if (get_u64(codes + bytes) != sum_of(space->bytes, LEAD + bytes))
        return chunk_damaged(path, chunk, "fails its checksum", *offset, err);
    for (uint64_t i = 0; i < count; i++)
        space->codes[i] =
            (uint16_t)(width == 1 ? codes[i] : codes[2 * i] | codes[2 * i + 1] << 8);
    *offset += LEAD + bytes + 8;
    return CODE_OK;
}

static enum code read_chunks(int fd, uint64_t size, const char *path,
                             const struct engine *engine, struct solver *solver,
                             const struct checkpoint *at, struct space *space,
                             struct error *err)
{
    uint64_t offset = HEADER;
    for (uint64_t done = 0; done < at->count; done += CHUNK) {
        uint64_t count = at->count - done < CHUNK ? at->count - done : CHUNK;
        TRY(read_chunk(fd, size, path, done / CHUNK, count, space, &offset, err));
        engine->load(solver, at->first + done, count, space->codes);
    }
    if (offset != size)
        return damaged(path, "the file has the wrong size and ends", size, err);
    return CODE_OK;
}

enum code checkpoint_look(const char *path, const struct variant *v,
                          struct checkpoint *at, struct error *err)
{
    int fd;
    uint64_t size;
    TRY(io_open(path, &fd, &size, err));
    enum code code = read_header(fd, size, path, v, at, err);
    close(fd);
    return code;
}

enum code checkpoint_load(const char *path, const struct variant *v,
                          const struct engine *engine, struct solver *solver,
                          struct checkpoint *at, struct error *err)
{
    int fd;
    uint64_t size;
    struct space space;
    TRY(io_open(path, &fd, &size, err));
    enum code code = make_space(&space, err);
    if (code == CODE_OK)
        code = read_header(fd, size, path, v, at, err);
    if (code == CODE_OK)
        code = read_chunks(fd, size, path, engine, solver, at, &space, err);
    free_space(&space);
    close(fd);
    return code;
}
