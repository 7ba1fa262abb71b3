/* SPDX-License-Identifier: MIT
 * What the steps of a sweep have won; see history.h. */
#define _GNU_SOURCE
#include "solve/history.h"

#include "base/io.h"
#include "base/sum.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ENTRY = 24 };

void history_open(struct history *h, unsigned groups, struct budget *budget)
{
    *h = (struct history){.fd = -1, .groups = groups, .budget = budget};
    pthread_mutex_init(&h->lock, NULL);
}

static enum code failed(const struct history *h, const char *what, struct error *err)
{
    if (errno == ENOSPC)
        return error_set(err, CODE_RESOURCES,
                         "%s: the disk is full after %" PRIu64 " bytes; free some, the "
                         "same command goes on",
                         h->path, h->size);
    return error_set(err, CODE_IO, "%s: cannot %s: %s", h->path, what, strerror(errno));
}

static enum code open_file(struct history *h, int flags, struct error *err)
{
    h->fd = open(h->path, O_RDWR | O_CREAT | O_CLOEXEC | flags, 0666);
    return h->fd >= 0 ? CODE_OK : failed(h, "open", err);
}

enum code history_to_file(struct history *h, const char *path, struct error *err)
{
    h->path = strdup(path);
    return h->path ? CODE_OK : error_set(err, CODE_RESOURCES, "not enough memory");
}

void history_close(struct history *h)
{
    for (unsigned s = 0; s < HISTORY_MOST; s++) {
        for (unsigned g = 0; h->step[s] && g < h->groups; g++)
            mem_give(h->budget, h->step[s][g].bytes, h->step[s][g].size, 1);
        free(h->step[s]);
    }
    if (h->fd >= 0)
        close(h->fd);
    free(h->path);
    pthread_mutex_destroy(&h->lock);
    *h = (struct history){.fd = -1};
}

static enum code write_at(struct history *h, const unsigned char *bytes, uint64_t size,
                          uint64_t offset, struct error *err)
{
    while (size > 0) {
        ssize_t n = pwrite(h->fd, bytes, size, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failed(h, "write", err);
        bytes += n;
        size -= (uint64_t)n;
        offset += (uint64_t)n;
    }
    return CODE_OK;
}

enum code history_step(struct history *h, unsigned step, struct error *err)
{
    if (h->step[step])
        return CODE_OK;
    return mem_small(h->groups, sizeof *h->step[step], &h->step[step], err);
}

/* Reserves a place in the file. */
static enum code place(struct history *h, struct history_record *r, struct error *err)
{
    if (h->fd < 0)
        TRY(open_file(h, O_TRUNC, err));
    r->offset = h->size;
    h->size += r->size;
    return CODE_OK;
}

static enum code file_record(struct history *h, struct history_record *r,
                             const void *bytes, struct error *err)
{
    r->sum = sum_of(bytes, r->size);
    r->filed = true;
    return write_at(h, bytes, r->size, r->offset, err);
}

enum code history_append(struct history *h, unsigned step, unsigned group,
                         const void *bytes, uint64_t size, struct error *err)
{
    struct history_record r = {.size = size};
    pthread_mutex_lock(&h->lock);
    enum code code = history_step(h, step, err);
    const bool fits =
        h->held + size <= HISTORY_HELD && h->budget->limit - h->budget->used > size;
    if (code == CODE_OK && (!h->path || fits)) {
        h->held += size;
        code = mem_take(h->budget, size, 1, "the history", &r.bytes, err);
    } else if (code == CODE_OK)
        code = place(h, &r, err);
    pthread_mutex_unlock(&h->lock);
    TRY(code);
    if (r.bytes)
        memcpy(r.bytes, bytes, size);
    else
        TRY(file_record(h, &r, bytes, err));
    h->step[step][group] = r;
    return CODE_OK;
}

enum code history_read(const struct history *h, unsigned step, unsigned group, void *out,
                       struct error *err)
{
    const struct history_record *r = &h->step[step][group];
    if (r->bytes) {
        memcpy(out, r->bytes, r->size);
        return CODE_OK;
    }
    TRY(io_read(h->fd, h->path, r->offset, out, r->size, err));
    if (sum_of(out, r->size) != r->sum)
        return error_set(err, CODE_DAMAGED,
                         "%s: the record at offset %" PRIu64
                         " fails its checksum; remove the file and the checkpoint to "
                         "solve from the start",
                         h->path, r->offset);
    return CODE_OK;
}

uint64_t history_index_size(const struct history *h, unsigned steps)
{
    return (uint64_t)steps * h->groups * ENTRY;
}

void history_index(const struct history *h, unsigned steps, unsigned char *out)
{
    for (unsigned s = 0; s < steps; s++)
        for (unsigned g = 0; g < h->groups; g++, out += ENTRY) {
            put_u64(out, h->step[s][g].offset);
            put_u64(out + 8, h->step[s][g].size);
            put_u64(out + 16, h->step[s][g].sum);
        }
}

/* Records of steps that came after the checkpoint are overwritten. */
enum code history_resume(struct history *h, const char *path, unsigned steps,
                         const unsigned char *index, struct error *err)
{
    TRY(history_to_file(h, path, err));
    TRY(open_file(h, 0, err));
    for (unsigned s = 0; s < steps; s++) {
        TRY(history_step(h, s, err));
        for (unsigned g = 0; g < h->groups; g++, index += ENTRY) {
            struct history_record *r = &h->step[s][g];
            r->offset = get_u64(index);
            r->size = get_u64(index + 8);
            r->sum = get_u64(index + 16);
            r->filed = true;
            if (r->offset + r->size > h->size)
                h->size = r->offset + r->size;
        }
    }
    off_t length = lseek(h->fd, 0, SEEK_END);
    if (length < 0 || (uint64_t)length < h->size)
        return error_set(err, CODE_DAMAGED,
                         "%s: the file is truncated at offset %" PRIu64
                         "; remove it and the checkpoint to solve from the start",
                         h->path, (uint64_t)(length < 0 ? 0 : length));
    return CODE_OK;
}

enum code history_sync(struct history *h, unsigned steps, struct error *err)
{
    if (!h->path)
        return CODE_OK;
    for (unsigned s = 0; s < steps; s++)
        for (unsigned g = 0; g < h->groups; g++) {
            struct history_record *r = &h->step[s][g];
            if (r->filed)
                continue;
            TRY(place(h, r, err));
            TRY(file_record(h, r, r->bytes, err));
        }
    return h->fd < 0 || fsync(h->fd) == 0 ? CODE_OK : failed(h, "write", err);
}
