/* SPDX-License-Identifier: MIT
 * Before solving; see plan.h. */
#include "query/plan.h"

#include "base/io.h"
#include "gpu/gpu.h"

#include <stdio.h>
#include <string.h>

/* A new checkpoint, one byte per slot, is complete before the old one goes; later the
 * table takes its place beside the last one and is smaller. */
static uint64_t disk_estimate(const struct variant *v, const struct engine *engine)
{
    return engine->disk ? engine->disk(v) : 2 * v->slots;
}

/* Free bytes where the directory is or would be made: at its nearest existing parent. */
static uint64_t free_bytes(const char *directory)
{
    char path[IO_PATH];
    snprintf(path, sizeof path, "%s", directory);
    while (!io_exists(path)) {
        char *slash = strrchr(path, '/');
        if (!slash)
            snprintf(path, sizeof path, ".");
        else if (slash == path)
            path[1] = '\0';
        else
            *slash = '\0';
    }
    return io_free_bytes(path);
}

static void add_method(const struct variant *v, const struct engine *engine,
                       uint64_t device_free, struct plan *out)
{
    struct plan_method *m = &out->method[out->methods++];
    m->engine = engine;
    m->memory_bytes = engine->memory(v);
    m->disk_bytes = disk_estimate(v, engine);
    m->device_bytes = engine->device_memory ? engine->device_memory(v) : 0;
    m->seconds = engine->seconds(v, out->threads);
    m->fits = m->memory_bytes <= out->memory_limit && m->disk_bytes <= out->disk_free &&
              m->device_bytes <= device_free;
}

enum code plan_make(const struct variant *v, const struct run *run, const char *directory,
                    struct plan *out, struct error *err)
{
    memset(out, 0, sizeof *out);
    out->memory_limit = run->memory.limit;
    out->disk_free = free_bytes(directory);
    out->threads = run->threads;
    const struct engine *engine;
    while (out->methods < PLAN_METHODS && (engine = engine_for(v, out->methods))) {
        add_method(v, engine, 0, out);
        if (run_stopped(run))
            return error_set(err, CODE_INTERRUPTED, "interrupted");
    }
    if (out->methods == 0 || out->method[0].disk_bytes <= out->disk_free)
        if (engine_choose(v, &run->memory, &out->chosen, NULL) != CODE_OK)
            out->chosen = NULL;
    uint64_t device_free;
    if (gpu_memory(&device_free, NULL) == CODE_OK)
        for (unsigned i = 0;
             out->methods < PLAN_METHODS && (engine = gpu_engine_for(v, i)); i++)
            add_method(v, engine, device_free, out);
    return CODE_OK;
}
