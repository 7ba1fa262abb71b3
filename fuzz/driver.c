/* SPDX-License-Identifier: MIT
 *
 * Runs a fuzz target without libFuzzer: first every file of the given folders, then
 * random alterations of them until the time is up. Takes libFuzzer's arguments as far as
 * they go:
 *
 *     fuzz_table -max_total_time=30 FOLDER...
 */
#define _GNU_SOURCE
#include "fuzz.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { MOST_SEEDS = 1024, LARGEST = 1 << 20 };

struct seeds {
    unsigned n;
    struct {
        uint8_t *data;
        size_t size;
    } seed[MOST_SEEDS];
};

static uint64_t next_random(uint64_t *state) /* xorshift64* */
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545F4914F6CDD1D;
}

static void load_file(struct seeds *seeds, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size > LARGEST)
        return;
    FUZZ_REQUIRE(seeds->n < MOST_SEEDS);
    size_t size = (size_t)info.st_size;
    FILE *in = fopen(path, "rb");
    uint8_t *data = malloc(size + 1);
    FUZZ_REQUIRE(in && data && fread(data, 1, size, in) == size);
    fclose(in);
    seeds->seed[seeds->n].data = data;
    seeds->seed[seeds->n++].size = size;
}

static void load_folder(struct seeds *seeds, const char *folder)
{
    DIR *list = opendir(folder);
    FUZZ_REQUIRE(list != NULL);
    for (struct dirent *entry; (entry = readdir(list));) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        load_file(seeds, path);
    }
    closedir(list);
}

/* Changes data[size], which has room for 64 bytes more, in one to eight places; gives the
 * new size. */
static size_t alter(uint8_t *data, size_t size, uint64_t *random)
{
    for (uint64_t changes = 1 + next_random(random) % 8; changes > 0 && size > 0;
         changes--) {
        size_t at = next_random(random) % size, from = next_random(random) % size;
        size_t length = 1 + next_random(random) % 8;
        length = length < size - at ? length : size - at;
        switch (next_random(random) % 6) {
        case 0:
            data[at] ^= (uint8_t)(1u << next_random(random) % 8);
            break;
        case 1:
            data[at] = (uint8_t)next_random(random);
            break;
        case 2:
            memset(data + at, next_random(random) & 1 ? 0xff : 0, length);
            break;
        case 3: /* overwrite by another part */
            length = length < size - from ? length : size - from;
            memmove(data + at, data + from, length);
            break;
        case 4: /* remove */
            memmove(data + at, data + at + length, size - at - length);
            size -= length;
            break;
        default: /* repeat, or cut the end off */
            if (next_random(random) % 4 == 0) {
                size = at;
                break;
            }
            memmove(data + at + length, data + at, size - at);
            size += length;
        }
    }
    return size;
}

static uint64_t run_alterations(const struct seeds *seeds, time_t seconds)
{
    uint64_t random = 88172645463325252, runs = 0;
    for (time_t end = time(NULL) + seconds; time(NULL) < end; runs++) {
        unsigned i = (unsigned)(next_random(&random) % seeds->n);
        size_t size = seeds->seed[i].size;
        uint8_t *data = malloc(size + 64);
        FUZZ_REQUIRE(data != NULL);
        memcpy(data, seeds->seed[i].data, size);
        size = alter(data, size, &random);
        uint8_t *exact = malloc(size ? size : 1); /* so that a sanitizer sees overruns */
        FUZZ_REQUIRE(exact != NULL);
        memcpy(exact, data, size);
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
        free(data);
    }
    return runs;
}

int main(int argc, char **argv)
{
    static struct seeds seeds;
    time_t seconds = 5;
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "-max_total_time=", 16) == 0)
            seconds = (time_t)strtol(argv[i] + 16, NULL, 10);
        else if (argv[i][0] != '-')
            load_folder(&seeds, argv[i]);
    FUZZ_REQUIRE(seeds.n > 0);
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    for (unsigned i = 0; i < seeds.n; i++)
        LLVMFuzzerTestOneInput(seeds.seed[i].data, seeds.seed[i].size);
    uint64_t runs = run_alterations(&seeds, seconds);
    printf("%u seeds, %llu alterations, nothing found\n", seeds.n,
           (unsigned long long)runs);
    for (unsigned i = 0; i < seeds.n; i++)
        free(seeds.seed[i].data);
    return 0;
}
