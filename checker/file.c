/* SPDX-License-Identifier: MIT
 *
 * Reading a table file; see file.h and docs/format.md. Sections must lie exactly one behind
 * the other, so every offset is computed here and compared with the stored one.
 */
#include "checker/file.h"

#include "base/io.h"
#include "base/sum.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum { HEADER = 256, ENTRY = 24, MAX_BLOCK_SLOTS = 1 << 24 };

static enum code damaged(const struct file *f, uint64_t offset, const char *what,
                         struct error *err)
{
    return error_set(err, CODE_DAMAGED, "table %s: %s at offset %" PRIu64, f->path, what,
                     offset);
}

static bool all_zero(const unsigned char *from, const unsigned char *end)
{
    while (from < end && *from == 0)
        from++;
    return from == end;
}

static enum code check_header(struct file *f, struct error *err)
{
    const unsigned char *h = f->bytes;
    if (f->size < HEADER)
        return damaged(f, f->size, "not a Hissho table, or truncated: it ends", err);
    if (memcmp(h, "\x89HISSHO\n", 8) != 0)
        return damaged(f, 0, "this is not a Hissho table: wrong magic", err);
    const uint32_t version = get_u32(h + 8);
    if (version < 1 || version > 3)
        return damaged(f, 8, "not format version 1 to 3, all this program reads,", err);
    if (sum_of(h, 248) != get_u64(h + 248))
        return damaged(f, 248, "the header fails its checksum", err);
    if (get_u32(h + 12) != HEADER)
        return damaged(f, 12, "wrong header size", err);
    if (get_u64(h + 16) != f->size)
        return damaged(f, 16, "the header gives another file size (truncated?)", err);
    if (get_u32(h + 44) != 1)
        return damaged(f, 44, "unknown compression", err);
    memcpy(f->game, h + 112, 64);
    if (!*f->game || f->game[63] || !all_zero(h + 112 + strlen(f->game), h + 176))
        return damaged(f, 112, "the game's name is not padded with zeros", err);
    if (!all_zero(h + (version == 1 ? 176 : 200), h + 248))
        return damaged(f, 176, "reserved bytes are not zero", err);
    f->slots = get_u64(h + 24);
    f->positions = get_u64(h + 32);
    f->block_slots = get_u32(h + 40);
    f->blocks = get_u64(h + 48);
    if (f->block_slots == 0 || f->block_slots > MAX_BLOCK_SLOTS)
        return damaged(f, 40, "impossible block size", err);
    if (f->slots == 0 || f->blocks != (f->slots - 1) / f->block_slots + 1 ||
        f->blocks > f->size / ENTRY)
        return damaged(f, 48, "the number of blocks does not fit the slots or the file",
                       err);
    return CODE_OK;
}

/* A section must begin at *at and have this size and sum; moves *at behind it. The header
 * keeps its offset in `field`. */
static enum code check_section(const struct file *f, unsigned field, const char *name,
                               uint64_t size, uint64_t sum, uint64_t *at,
                               struct error *err)
{
    const char *what = NULL;
    char text[96];
    if (get_u64(f->bytes + field) != *at)
        what = "is not where the previous section ends";
    else if (*at > f->size || size > f->size - *at)
        what = "reaches beyond the end of the file";
    else if (sum_of(f->bytes + *at, size) != sum)
        what = "fails its checksum";
    snprintf(text, sizeof text, "the %s %s", name, what ? what : "");
    if (what)
        return damaged(f, *at, text, err);
    *at += size;
    return CODE_OK;
}

static enum code check_sections(struct file *f, struct error *err)
{
    const unsigned char *h = f->bytes;
    const uint64_t index = get_u64(h + 56);
    const uint64_t codes = get_u32(h + 8) == 3 ? 2048 : 256;
    uint64_t at = index;
    TRY(check_section(f, 56, "block index", f->blocks * ENTRY, get_u64(h + 64), &at,
                      err));
    TRY(check_section(f, 72, "statistics", codes * 8, get_u64(h + 80), &at, err));
    TRY(check_section(f, 88, "provenance", get_u64(h + 96), get_u64(h + 104), &at, err));
    if (get_u32(h + 8) > 1)
        TRY(check_section(f, 176, "subsets", get_u32(h + 184) * codes * 8,
                          get_u64(h + 192), &at, err));
    if (at != f->size)
        return damaged(f, at, "the file goes on behind its last section", err);
    f->index = h + index;
    for (uint64_t code = 0; code < codes; code++)
        f->tally[code] = get_u64(h + get_u64(h + 72) + 8 * code);
    return CODE_OK;
}

/* The blocks lie one behind the other from the header to the index. */
static enum code check_index(const struct file *f, struct error *err)
{
    uint64_t at = HEADER;
    for (uint64_t b = 0; b < f->blocks; b++) {
        const unsigned char *entry = f->index + b * ENTRY;
        if (get_u64(entry) != at || get_u32(entry + 8) == 0 ||
            get_u32(entry + 12) > (get_u32(f->bytes + 8) == 3))
            return damaged(f, (uint64_t)(entry - f->bytes),
                           "wrong entry of the block index", err);
        at += get_u32(entry + 8);
    }
    if (at != get_u64(f->bytes + 56))
        return damaged(f, at, "the blocks do not end where the block index begins", err);
    return CODE_OK;
}

enum code file_open(struct file *f, const char *path, struct budget *memory,
                    struct error *err)
{
    int fd;
    memset(f, 0, sizeof *f);
    f->path = path;
    TRY(io_open(path, &fd, &f->size, err));
    enum code code = mem_take(memory, f->size, 1, "the file", &f->bytes, err);
    if (code == CODE_OK)
        code = io_read(fd, path, 0, f->bytes, f->size, err);
    close(fd);
    TRY(code);
    TRY(check_header(f, err));
    TRY(check_sections(f, err));
    return check_index(f, err);
}

void file_close(struct file *f, struct budget *memory)
{
    mem_give(memory, f->bytes, f->size, 1);
    f->bytes = NULL;
}

enum code file_block(const struct file *f, uint64_t block, unsigned char *bytes,
                     uint16_t *codes, uint64_t *count, struct error *err)
{
    const unsigned char *entry = f->index + block * ENTRY;
    const uint64_t offset = get_u64(entry), size = get_u32(entry + 8);
    const uint64_t left = f->slots - block * f->block_slots, high = get_u32(entry + 12);
    const char *what = NULL;
    char text[96];
    *count = left < f->block_slots ? left : f->block_slots;
    const uint64_t all = *count << high;
    if (sum_of(f->bytes + offset, size) != get_u64(entry + 16))
        what = "fails its checksum";
    else if (ZSTD_findFrameCompressedSize(f->bytes + offset, size) != size)
        what = "is not one zstd frame";
    else if (ZSTD_decompress(bytes, all, f->bytes + offset, size) != all)
        what = "does not unpack to its size";
    for (uint64_t i = 0; !what && i < *count; i++) {
        codes[i] = (uint16_t)(bytes[i] | (high ? bytes[*count + i] << 8 : 0));
        if (codes[i] > 2047)
            what = "holds a code that does not exist";
    }
    snprintf(text, sizeof text, "block %" PRIu64 " %s", block, what ? what : "");
    return what ? damaged(f, offset, text, err) : CODE_OK;
}
