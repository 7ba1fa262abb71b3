/* SPDX-License-Identifier: MIT
 *
 * Fuzz target: the bytes are read as a table of tic-tac-toe. As they are, the checksums
 * stop nearly everything at the door; so they are read once more with all sums made
 * right, which brings contradictory sizes and broken frames before the code behind the
 * door.
 */
#define _GNU_SOURCE
#include "table/table.h"
#include "base/sum.h"
#include "games/registry.h"
#include "table/format.h"
#include "table/verify.h"

#include "fuzz.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A file that exists only in memory, as the path by which it can be opened. */
static int memory_file(const uint8_t *data, size_t size, char path[64])
{
    int fd = memfd_create("fuzz", 0);
    FUZZ_REQUIRE(fd >= 0);
    FUZZ_REQUIRE(write(fd, data, size) == (ssize_t)size);
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

static bool expected(enum code code)
{
    return code == CODE_OK || code == CODE_DAMAGED || code == CODE_RESOURCES;
}

/* Every way of reading must give the same codes or fail. */
static void read_all(const struct variant *v, struct table *t)
{
    struct error err;
    struct table_scratch scratch = {0};
    const struct table_info *info = table_info(t);
    uint16_t *codes = malloc(2 * (size_t)info->block_slots);
    FUZZ_REQUIRE(codes != NULL);
    for (uint64_t block = 0; block < info->blocks; block++) {
        uint32_t count;
        uint16_t code;
        uint64_t first = block * info->block_slots;
        enum code whole = table_block(t, block, &scratch, codes, &count, &err);
        enum code single = table_code(t, first, &code, &err);
        FUZZ_REQUIRE(expected(whole) && single == whole);
        FUZZ_REQUIRE(whole != CODE_OK || (count > 0 && code == codes[0]));
        FUZZ_REQUIRE(expected(table_check_block(t, block, &scratch, &err)));
    }
    struct run run = {.memory = budget_make((uint64_t)1 << 30), .threads = 1};
    const struct verify_options how = {0};
    struct verify_report report;
    FUZZ_REQUIRE(expected(verify_table(v, t, &run, &how, &report, &err)));
    table_scratch_free(&scratch);
    free(codes);
}

static void read_as_table(const struct variant *v, const uint8_t *data, size_t size)
{
    char path[64];
    struct table *t;
    struct error err = {""};
    int fd = memory_file(data, size, path);
    enum code code = table_open(path, v, &t, &err);
    FUZZ_REQUIRE(expected(code) && (code == CODE_OK || err.text[0]));
    if (code == CODE_OK) {
        read_all(v, t);
        table_close(t);
    }
    close(fd);
}

/* Bytes offset .. offset+length-1 of the file, if it has them. */
static const uint8_t *part(const uint8_t *data, size_t size, uint64_t offset,
                           uint64_t length)
{
    return offset <= size && length <= size - offset ? data + offset : NULL;
}

static void make_sum_right(uint8_t *data, size_t size, uint64_t offset, uint64_t length,
                           uint8_t *sum)
{
    const uint8_t *at = part(data, size, offset, length);
    if (at)
        put_u64(sum, sum_of(at, (size_t)length));
}

static void make_sums_right(uint8_t *h, size_t size)
{
    uint64_t index = get_u64(h + HEADER_INDEX), blocks = get_u64(h + HEADER_BLOCKS);
    put_u64(h + HEADER_FILE_BYTES, size);
    if (blocks > size / TABLE_INDEX_ENTRY)
        blocks = size / TABLE_INDEX_ENTRY;
    if (part(h, size, index, blocks * TABLE_INDEX_ENTRY)) {
        for (uint64_t b = 0; b < blocks; b++) {
            uint8_t *entry = h + index + b * TABLE_INDEX_ENTRY;
            make_sum_right(h, size, get_u64(entry), get_u32(entry + 8), entry + 16);
        }
        make_sum_right(h, size, index, blocks * TABLE_INDEX_ENTRY, h + HEADER_INDEX_SUM);
    }
    make_sum_right(h, size, get_u64(h + HEADER_TALLY), TABLE_TALLY, h + HEADER_TALLY_SUM);
    make_sum_right(h, size, get_u64(h + HEADER_PROVENANCE),
                   get_u64(h + HEADER_PROVENANCE_BYTES), h + HEADER_PROVENANCE_SUM);
    make_sum_right(h, size, 0, HEADER_SUM, h + HEADER_SUM);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct variant v;
    struct error err;
    FUZZ_REQUIRE(registry_open("tictactoe", &v, &err) == CODE_OK);
    read_as_table(&v, data, size);
    if (size >= TABLE_HEADER) {
        uint8_t *copy = malloc(size);
        FUZZ_REQUIRE(copy != NULL);
        memcpy(copy, data, size);
        make_sums_right(copy, size);
        read_as_table(&v, copy, size);
        free(copy);
    }
    registry_close(&v);
    return 0;
}
