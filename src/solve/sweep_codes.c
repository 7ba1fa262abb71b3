/* SPDX-License-Identifier: MIT
 *
 * Codes of slots from the history of a sweep. The records of a group of pieces are read
 * together and kept until another group is asked for; a piece is then unpacked step by
 * step, each step saying which of the positions still open it wins. What is won at the end
 * makes the maps when a solve goes on.
 */
#define _GNU_SOURCE
#include "solve/sweep_solver.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE_SLOTS = PIECE_BLOCKS << LOW_BITS, PIECE_WORDS = PIECE_SLOTS / 64 };

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

/* Also gives what stays open. */
static void unpack_piece(const struct solver *s, uint32_t block, uint8_t *codes,
                         uint64_t open[PIECE_WORDS])
{
    const struct sweep_group *g = &s->group;
    const uint64_t piece = block % s->group_blocks / s->piece_blocks;
    memset(codes, 0, (uint64_t)s->piece_blocks << LOW_BITS);
    memset(open, 255, PIECE_WORDS * sizeof *open);
    for (unsigned n = 0; n < s->steps; n++) {
        uint64_t place;
        unsigned char *record = g->bytes + g->start[n];
        memcpy(&place, record + 8 * piece, 8);
        struct bit_stream in = {.at = record + place};
        s->kernel->unpack(&in, s->piece_blocks, open, (uint8_t)code_win(2 * n + 1),
                          codes);
    }
}

/* The codes of the piece in which a slot lies; nothing where the history has a fault. */
static void piece_codes(const struct solver *s, uint64_t slot, uint8_t *codes)
{
    const uint64_t slice = slot / s->v->span;
    const uint32_t block = (uint32_t)(slot % s->v->span >> LOW_BITS);
    if (!hold_group(s, slice * (s->blocks / s->group_blocks) + block / s->group_blocks))
        return;
    uint64_t open[PIECE_WORDS];
    unpack_piece(s, block, codes, open);
    pthread_rwlock_unlock((pthread_rwlock_t *)(uintptr_t)&s->group.lock);
}

void sweep_bytes(const struct solver *s, uint64_t first, uint64_t count, uint8_t *out)
{
    const uint64_t piece_slots = (uint64_t)s->piece_blocks << LOW_BITS;
    while (count > 0) {
        const uint64_t begin = first % piece_slots;
        const uint64_t n = piece_slots - begin < count ? piece_slots - begin : count;
        if (n == piece_slots) {
            piece_codes(s, first, out);
        } else {
            uint8_t codes[PIECE_SLOTS];
            piece_codes(s, first - begin, codes);
            memcpy(out, codes + begin, n);
        }
        first += n;
        out += n;
        count -= n;
    }
}

void sweep_codes(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out)
{
    uint8_t codes[PIECE_SLOTS];
    while (count > 0) {
        const uint64_t n = count < PIECE_SLOTS ? count : PIECE_SLOTS;
        sweep_bytes(s, first, n, codes);
        codes_widen(codes, n, out);
        first += n;
        out += n;
        count -= n;
    }
}

/* ---- going on ----------------------------------------------------------------------- */

static void remake_piece(struct solver *s, unsigned slice, uint32_t block)
{
    uint8_t codes[PIECE_SLOTS];
    uint64_t open[PIECE_WORDS];
    unpack_piece(s, block, codes, open);
    for (uint32_t k = 0; k < s->piece_blocks; k++) {
        uint64_t won[BLOCK_WORDS], all = ~(uint64_t)0;
        for (unsigned w = 0; w < BLOCK_WORDS; w++) {
            won[w] = ~open[k * BLOCK_WORDS + w];
            all &= won[w];
        }
        memcpy(sweep_block(s->won[slice], block + k), won, sizeof won);
        s->won_full[slice][block + k] = all == ~(uint64_t)0;
    }
}

enum code sweep_remake(struct solver *s, struct error *err)
{
    const uint32_t groups = s->blocks / s->group_blocks;
    for (uint64_t number = 0; number < s->history.groups; number++) {
        const uint32_t first = (uint32_t)(number % groups) * s->group_blocks;
        TRY(load_group(s, number, err));
#pragma omp parallel for schedule(dynamic, 4) num_threads(s->run->threads)
        for (uint32_t t = first; t < first + s->group_blocks; t += s->piece_blocks)
            remake_piece(s, (unsigned)(number / groups), t);
    }
    s->group.number = UINT64_MAX; /* more steps will follow */
    return CODE_OK;
}
