/* SPDX-License-Identifier: MIT
 * Codes of some parts in memory; see held.h. */
#include "solve/held.h"

enum code held_make(struct held *h, const struct variant *v, struct run *run,
                    unsigned width, struct error *err)
{
    *h = (struct held){.v = v, .run = run};
    TRY(sparse_make(&h->space, &run->memory, v->slots * width, "the codes", err));
    h->codes = (struct codes){h->space.at, width};
    return CODE_OK;
}

void held_free(struct held *h)
{
    held_keep(h, NULL, 0);
    sparse_free(&h->space);
}

enum code held_take(struct held *h, unsigned part, bool *fresh, struct codes *at,
                    struct error *err)
{
    struct part range;
    const unsigned width = h->codes.width;
    game_part(h->v, part, &range);
    *at = (struct codes){codes_at(h->codes, range.first), width};
    *fresh = false;
    for (unsigned k = 0; k < h->parts; k++)
        if (h->part[k] == part)
            return CODE_OK;
    TRY(sparse_take(&h->space, range.first * width, range.count * width, "the codes",
                    err));
    h->part[h->parts++] = part;
    *fresh = true;
    return CODE_OK;
}

void held_keep(struct held *h, const unsigned *parts, unsigned count)
{
    const unsigned width = h->codes.width;
    for (unsigned k = h->parts; k-- > 0;) {
        struct part range;
        bool kept = false;
        for (unsigned i = 0; i < count; i++)
            kept |= parts[i] == h->part[k];
        if (kept)
            continue;
        game_part(h->v, h->part[k], &range);
        sparse_give(&h->space, range.first * width, range.count * width);
        h->part[k] = h->part[--h->parts];
    }
}

static enum code widen_part(struct held *h, struct sparse *wide, unsigned part,
                            struct error *err)
{
    enum { PIECE = 1 << 24 };
    struct part range;
    game_part(h->v, part, &range);
    const uint64_t end = range.first + range.count;
    for (uint64_t first = range.first; first < end; first += PIECE) {
        const uint64_t n = end - first < PIECE ? end - first : PIECE;
        TRY(sparse_take(wide, 2 * first, 2 * n, "the codes", err));
        const uint8_t *from = (uint8_t *)h->codes.at + first;
        uint16_t *to = (uint16_t *)(void *)wide->at + first;
#pragma omp parallel for num_threads(h->run->threads)
        for (uint64_t i = 0; i < n; i++)
            to[i] = from[i] == 255 ? CODES : from[i];
        sparse_give(&h->space, first, n);
    }
    return CODE_OK;
}

enum code held_widen(struct held *h, struct error *err)
{
    struct sparse wide;
    enum code code =
        sparse_make(&wide, &h->run->memory, 2 * h->v->slots, "the codes", err);
    for (unsigned k = 0; k < h->parts && code == CODE_OK; k++)
        code = widen_part(h, &wide, h->part[k], err);
    if (code != CODE_OK) {
        sparse_free(&wide);
        h->parts = 0;
        return code;
    }
    sparse_free(&h->space);
    h->space = wide;
    h->codes = (struct codes){wide.at, 2};
    return CODE_OK;
}
