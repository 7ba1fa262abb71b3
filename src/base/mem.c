/* SPDX-License-Identifier: MIT
 * Memory under a cap; see mem.h. */
#define _GNU_SOURCE
#include "base/mem.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20, CACHE_LINE = 64 };

static uint64_t machine_bytes(void)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    long page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : (uint64_t)1 << 30;
}

uint64_t mem_peak_resident(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return 0;
    return (uint64_t)usage.ru_maxrss * 1024;
}

struct budget budget_make(uint64_t limit)
{
    if (limit == 0)
        limit = machine_bytes() / 4 * 3;
    return (struct budget){.limit = limit};
}

static enum code refuse(struct budget *budget, uint64_t need, const char *what,
                        const char *why, struct error *err)
{
    char need_text[32], have_text[32];
    text_bytes(need, need_text);
    text_bytes(budget->limit - budget->used, have_text);
    return error_set(err, CODE_RESOURCES,
                     "not enough memory for %s: need %s, have %s (%s)", what, need_text,
                     have_text, why);
}

/* Whole pages from a multiple of 2 MiB on, zero when first touched: by the threads that use
 * them, not by one here. What was mapped too much to get the alignment is given back. */
static void *take_pages(uint64_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t whole = (bytes + page - 1) / page * page;
    char *mapped = mmap(NULL, whole + HUGE_PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    size_t before = (HUGE_PAGE - (uintptr_t)mapped % HUGE_PAGE) % HUGE_PAGE;
    char *pointer = mapped + before;
    if (before > 0)
        munmap(mapped, before);
    munmap(pointer + whole, HUGE_PAGE - before);
    madvise(pointer, whole, MADV_HUGEPAGE);
    return pointer;
}

static void *take_lines(uint64_t bytes)
{
    uint64_t whole = (bytes / CACHE_LINE + 1) * CACHE_LINE;
    void *pointer = aligned_alloc(CACHE_LINE, whole);
    return pointer ? memset(pointer, 0, whole) : NULL;
}

enum code mem_take(struct budget *budget, uint64_t count, uint64_t size, const char *what,
                   void *out_pointer, struct error *err)
{
    uint64_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - HUGE_PAGE)
        return refuse(budget, UINT64_MAX, what, "the size does not fit in 64 bits", err);
    if (bytes > budget->limit - budget->used)
        return refuse(budget, bytes, what, "raise --memory", err);
    void *pointer = bytes >= HUGE_PAGE ? take_pages(bytes) : take_lines(bytes);
    if (!pointer)
        return refuse(budget, bytes, what, "the system has no more", err);
    budget->used += count * size;
    if (budget->used > budget->peak)
        budget->peak = budget->used;
    memcpy(out_pointer, &pointer, sizeof pointer);
    return CODE_OK;
}

void mem_give(struct budget *budget, void *pointer, uint64_t count, uint64_t size)
{
    if (!pointer)
        return;
    if (count * size >= HUGE_PAGE)
        munmap(pointer, count * size);
    else
        free(pointer);
    budget->used -= count * size;
}

enum code mem_small(size_t count, size_t size, void *out_pointer, struct error *err)
{
    void *pointer = calloc(count ? count : 1, size);
    if (!pointer)
        return error_set(err, CODE_RESOURCES,
                         "not enough memory: need %zu bytes, the system has no more",
                         count * size);
    memcpy(out_pointer, &pointer, sizeof pointer);
    return CODE_OK;
}
