/* SPDX-License-Identifier: MIT
 *
 * Sparse arrays; see sparse.h. Pages at the ends of a range may be shared with its
 * neighbours: they are opened by the first and stay until the array is freed.
 */
#define _GNU_SOURCE
#include "base/sparse.h"

#include "base/text.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20 };

static uint64_t page_size(void)
{
    return (uint64_t)sysconf(_SC_PAGESIZE);
}

static enum code refuse(const struct sparse *s, uint64_t need, const char *what,
                        const char *why, struct error *err)
{
    char need_text[32], have_text[32];
    return error_set(err, CODE_RESOURCES,
                     "not enough memory for %s: need %s, have %s (%s)", what,
                     text_bytes(need, need_text),
                     text_bytes(s->memory->limit - s->memory->used, have_text), why);
}

enum code sparse_make(struct sparse *s, struct budget *memory, uint64_t bytes,
                      const char *what, struct error *err)
{
    *s = (struct sparse){.memory = memory};
    if (bytes > (uint64_t)1 << 46)
        return refuse(s, bytes, what, "more than can be addressed", err);
    const uint64_t whole = bytes + HUGE_PAGE + page_size();
    char *mapped =
        mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
        return refuse(s, bytes, what, "the system reserves no more addresses", err);
    uint64_t before = (HUGE_PAGE - (uintptr_t)mapped % HUGE_PAGE) % HUGE_PAGE;
    if (before > 0)
        munmap(mapped, before);
    s->at = mapped + before;
    s->bytes = whole - before;
    madvise(s->at, s->bytes, MADV_HUGEPAGE);
    return CODE_OK;
}

void sparse_free(struct sparse *s)
{
    if (s->at)
        munmap(s->at, s->bytes);
    *s = (struct sparse){0};
}

enum code sparse_take(struct sparse *s, uint64_t from, uint64_t bytes, const char *what,
                      struct error *err)
{
    const uint64_t page = page_size(), end = from + bytes;
    if (bytes > s->memory->limit - s->memory->used)
        return refuse(s, bytes, what, "raise --memory", err);
    const uint64_t low = from / page * page, high = (end + page - 1) / page * page;
    if (mprotect(s->at + low, high - low, PROT_READ | PROT_WRITE) != 0)
        return refuse(s, bytes, what, "the system has no more", err);
    /* A shared page at either end may hold what lay there before. */
    const uint64_t inner = low == from ? from : low + page;
    memset(s->at + from, 0, (inner < end ? inner : end) - from);
    const uint64_t outer = end / page * page;
    if (outer > from)
        memset(s->at + outer, 0, end - outer);
    s->memory->used += bytes;
    if (s->memory->used > s->memory->peak)
        s->memory->peak = s->memory->used;
    return CODE_OK;
}

void sparse_give(struct sparse *s, uint64_t from, uint64_t bytes)
{
    const uint64_t page = page_size(), end = from + bytes;
    const uint64_t low = (from + page - 1) / page * page, high = end / page * page;
    if (low < high) {
        madvise(s->at + low, high - low, MADV_DONTNEED);
        mprotect(s->at + low, high - low, PROT_NONE);
    }
    s->memory->used -= bytes;
}
