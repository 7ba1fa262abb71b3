/* SPDX-License-Identifier: MIT
 * The first two plies of Yonmoque; see colours_first.h. */
#include "solve/colours_first.h"

#include "games/yonmoque/yonmoque.h"
#include "solve/local.h"

struct reader {
    const struct colours_first *first;
    uint64_t first_slot;
    const struct earlier *earlier;
};

static enum code look_up(void *context, uint64_t slot, uint16_t *code, struct error *err)
{
    const struct reader *r = context;
    if (slot >= r->first_slot) {
        *code = r->first->code[slot - r->first_slot];
        return CODE_OK;
    }
    return r->earlier->read(r->earlier->context, slot, 1, (struct codes){code, 2}, err);
}

enum code colours_first_make(struct colours_first *first, const struct variant *v,
                             const struct earlier *earlier, struct error *err)
{
    const struct yon_numbers *n = yon_numbers_of(v);
    struct reader r = {first, n->second_slot, earlier};
    first->count = n->board.cells + 1u;
    for (unsigned i = 0; i < first->count; i++) {
        struct position p;
        game_at_slot(v, n->second_slot + i, &p);
        TRY(local_derive(v, &p, look_up, &r, &first->code[i], err));
    }
    return CODE_OK;
}

unsigned colours_first_last(const struct colours_first *first)
{
    unsigned most = 0;
    for (unsigned i = 0; i < first->count; i++)
        most = first->code[i] > most ? first->code[i] : most;
    return most ? code_plies((uint16_t)most) : 0;
}

uint64_t colours_first_count(const struct colours_first *first, unsigned plies)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < first->count; i++)
        n += first->code[i] && code_plies(first->code[i]) == plies;
    return n;
}
