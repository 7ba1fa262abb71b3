/* SPDX-License-Identifier: MIT
 *
 * This processor as a device, so that engines and kernels for GPUs are tested everywhere.
 */
#include "gpu/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum code host_open(char *name, size_t size, uint64_t *all, uint64_t *free_bytes,
                           struct error *err)
{
    (void)err;
    snprintf(name, size, "this processor");
    *all = *free_bytes = (uint64_t)1 << 30;
    return CODE_OK;
}

static void *host_take(uint64_t bytes)
{
    return bytes <= (uint64_t)1 << 30 ? calloc(1, bytes ? bytes : 1) : NULL;
}

static void host_copy(void *to, const void *from, uint64_t bytes)
{
    memcpy(to, from, bytes);
}

static void host_clear(void *memory, uint64_t bytes)
{
    memset(memory, 0, bytes);
}

static void host_pin(void *memory, uint64_t bytes)
{
    (void)memory, (void)bytes;
}

static void host_unpin(void *memory)
{
    (void)memory;
}

static enum code host_fault(struct error *err)
{
    (void)err;
    return CODE_OK;
}

/* Small, so that small games have several chunks. */
const struct device device_host = {
    .chunk = 1 << 12,
    .window = 1 << 10,
    .open = host_open,
    .take = host_take,
    .give = free,
    .put = host_copy,
    .get = host_copy,
    .clear = host_clear,
    .pin = host_pin,
    .unpin = host_unpin,
    .fault = host_fault,
};
