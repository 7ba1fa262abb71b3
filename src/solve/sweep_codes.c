/* SPDX-License-Identifier: MIT
 *
 * Codes of slots from the history of a sweep. The records of a group of pieces are read
 * together and kept until another group is asked for; a piece is then unpacked step by
 * step, each step saying which of the positions still open it wins.
 */
#define _GNU_SOURCE
#include "solve/sweep_solver.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE_SLOTS = PIECE_BLOCKS << LOW_BITS };

static enum code load_group(struct solver *s, uint64_t number, struct error *err)
{
    struct sweep_group *g = &s->group;
    uint64_t size = 0;
    g->number = UINT64_MAX;
    for (unsigned n = 0; n < s->steps; n++) {
        g->start[n] = size;
        size += s->history.step[n][number].size;
    }
    if (g->room < size + 8) { /* unpacking may look eight bytes ahead */
        free(g->bytes);
        g->bytes = NULL;
        g->room = 0;
        TRY(mem_small(size + size / 8 + 8, 1, &g->bytes, err));
        g->room = size + size / 8 + 8;
    }
    for (unsigned n = 0; n < s->steps; n++)
        TRY(history_read(&s->history, n, (unsigned)number, g->bytes + g->start[n], err));
    g->number = number;
    return CODE_OK;
}

/* Returns with the group there and its lock held for reading; false: it cannot be read. */
static bool hold_group(const struct solver *constant, uint64_t number)
{
    struct solver *s =
        (struct solver *)(uintptr_t)constant; /* only what the lock guards */
    for (;;) {
        pthread_rwlock_rdlock(&s->group.lock);
        if (s->group.number == number)
            return true;
        pthread_rwlock_unlock(&s->group.lock);
        pthread_rwlock_wrlock(&s->group.lock);
        if (s->group.number != number && s->fault == CODE_OK)
            s->fault = load_group(s, number, &s->fault_text);
        bool broken = s->fault != CODE_OK;
        pthread_rwlock_unlock(&s->group.lock);
        if (broken)
            return false;
    }
}

enum code sweep_fault(const struct solver *s, struct error *err)
{
    if (s->fault != CODE_OK && err)
        *err = s->fault_text;
    return s->fault;
}

static void unpack_piece(const struct solver *s, uint32_t block,
                         uint8_t codes[PIECE_SLOTS])
{
    uint64_t open[PIECE_BLOCKS * BLOCK_WORDS];
    const struct sweep_group *g = &s->group;
    const uint64_t piece = block % s->group_blocks / s->piece_blocks;
    memset(codes, 0, PIECE_SLOTS);
    memset(open, 255, sizeof open);
    for (unsigned n = 0; n < s->steps; n++) {
        uint64_t place;
        unsigned char *record = g->bytes + g->start[n];
        memcpy(&place, record + 8 * piece, 8);
        struct bit_stream in = {.at = record + place};
        s->kernel->unpack(&in, s->piece_blocks, open, (uint8_t)code_win(2 * n + 1),
                          codes);
    }
}

void sweep_codes(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out)
{
    const uint64_t piece_slots = (uint64_t)s->piece_blocks << LOW_BITS;
    uint8_t codes[PIECE_SLOTS];
    while (count > 0) {
        unsigned slice = (unsigned)(first / s->v->span);
        uint64_t begin = first % piece_slots;
        uint64_t n = piece_slots - begin < count ? piece_slots - begin : count;
        uint32_t block = (uint32_t)((first - begin) % s->v->span >> LOW_BITS);
        uint64_t group =
            slice * (uint64_t)(s->blocks / s->group_blocks) + block / s->group_blocks;
        if (hold_group(s, group)) {
            unpack_piece(s, block, codes);
            pthread_rwlock_unlock((pthread_rwlock_t *)(uintptr_t)&s->group.lock);
        }
        for (uint64_t i = 0; i < n; i++)
            out[i] = codes[begin + i];
        first += n;
        out += n;
        count -= n;
    }
}
