/* SPDX-License-Identifier: MIT
 * The checkpoint of an engine that keeps a history; see history_save.h. */
#define _GNU_SOURCE
#include "solve/history_save.h"

#include "base/io.h"
#include "base/sum.h"
#include "solve/sections.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VERSION = 1, HEADER = 104, SUM_AT = 96 };

void history_save_map(struct history_save *s, void *at, uint64_t size)
{
    assert(s->maps < HISTORY_MAPS);
    s->map[s->maps].at = at;
    s->map[s->maps++].size = size;
}

static void fill_header(const struct history_save *s, unsigned char h[HEADER])
{
    memset(h, 0, HEADER);
    memcpy(h, s->letters, 8);
    put_u32(h + 8, VERSION);
    put_u32(h + 12, s->steps);
    put_u64(h + 16, s->v->slots);
    memcpy(h + 24, s->v->name, strlen(s->v->name));
    put_u64(h + 88, s->history->groups);
    put_u64(h + SUM_AT, sum_of(h, SUM_AT));
}

static enum code put_all(const struct history_save *s, struct out_file *file,
                         unsigned char *index, struct error *err)
{
    unsigned char header[HEADER];
    fill_header(s, header);
    history_index(s->history, s->steps, index);
    TRY(io_append(file, header, sizeof header, err));
    TRY(section_put(file, s->statistics, s->statistics_size, err));
    TRY(section_put(file, index, history_index_size(s->history, s->steps), err));
    for (unsigned i = 0; i < s->maps; i++)
        TRY(section_put(file, s->map[i].at, s->map[i].size, err));
    return io_commit(file, err);
}

enum code history_save(const struct history_save *s, const char *path, struct error *err)
{
    struct out_file file;
    unsigned char *index;
    TRY(history_sync(s->history, s->steps, err));
    TRY(mem_small(history_index_size(s->history, s->steps) + 1, 1, &index, err));
    enum code code = io_create(&file, path, err);
    if (code == CODE_OK)
        code = put_all(s, &file, index, err);
    io_abandon(&file);
    free(index);
    return code;
}

static enum code get_header(struct history_save *s, struct section_file *in,
                            struct error *err)
{
    unsigned char header[HEADER], wanted[HEADER];
    if (in->size < HEADER)
        return section_damaged(in, "the file is truncated", err);
    TRY(io_read(in->fd, in->path, 0, header, HEADER, err));
    s->steps = get_u32(header + 12);
    fill_header(s, wanted);
    if (memcmp(header, wanted, HEADER) != 0 || s->steps > s->most)
        return section_damaged(in, "the header is damaged or of another game or version",
                               err);
    in->at = HEADER;
    return CODE_OK;
}

static enum code get_history(const struct history_save *s, struct section_file *in,
                             const char *scratch, struct error *err)
{
    unsigned char *index;
    const uint64_t size = history_index_size(s->history, s->steps);
    TRY(mem_small(size + 1, 1, &index, err));
    enum code code = section_get(in, index, size, err);
    if (code == CODE_OK)
        code = history_resume(s->history, scratch, s->steps, index, err);
    free(index);
    return code;
}

static enum code get_all(struct history_save *s, struct section_file *in,
                         const char *scratch, struct error *err)
{
    TRY(get_header(s, in, err));
    TRY(section_get(in, s->statistics, s->statistics_size, err));
    TRY(get_history(s, in, scratch, err));
    for (unsigned i = 0; i < s->maps; i++)
        TRY(section_get(in, s->map[i].at, s->map[i].size, err));
    return in->at == in->size ? CODE_OK
                              : section_damaged(in, "the file is too long", err);
}

enum code history_load(struct history_save *s, const char *path, const char *scratch,
                       struct error *err)
{
    struct section_file in = {.path = path};
    TRY(io_open(path, &in.fd, &in.size, err));
    enum code code = get_all(s, &in, scratch, err);
    close(in.fd);
    return code;
}
