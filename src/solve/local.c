/* SPDX-License-Identifier: MIT
 * Local conditions over the slow face, and the choice of the fast one; see local.h. */
#include "solve/local.h"

#include "games/nocca/children.h"
#include "games/nocca/fast.h"

#include <string.h>

/* False: not for this variant. */
typedef bool local_checker(const struct variant *v, struct codes codes, uint64_t first,
                           uint64_t end, struct local_report *report);

#define GAME(folder) local_checker local_##folder;
#include "fast_games.def"
#undef GAME

static local_checker *fast_checker(const struct game *game)
{
#define GAME(folder)                                                                     \
    if (strcmp(game->name, #folder) == 0)                                                \
        return local_##folder;
#include "fast_games.def" /* the games with a fast face, listed by the build */
#undef GAME
    return NULL;
}

enum code local_derive(const struct variant *v, const struct position *p,
                       local_lookup *lookup, void *context, uint16_t *code,
                       struct error *err)
{
    struct move list[GAME_MOVES];
    struct local_fold fold = LOCAL_FOLD_EMPTY;
    if (v->game->known && game_slot(v, p) == SLOT_DERIVED && v->game->known(v, p, code))
        return CODE_OK;
    unsigned n = v->game->moves(v, p, list);
    for (unsigned i = 0; i < n; i++) {
        struct position next;
        enum ending ending = v->game->play(v, p, list[i], &next);
        uint16_t after = code_of_ending(ending);
        uint64_t slot = ending == GOES_ON ? game_slot(v, &next) : 0;
        if (ending == GOES_ON && slot == SLOT_DERIVED)
            TRY(local_derive(v, &next, lookup, context, &after, err));
        else if (ending == GOES_ON)
            TRY(lookup(context, slot, &after, err));
        local_feed(&fold, after);
    }
    *code = local_result(&fold);
    return CODE_OK;
}

static enum code in_array(void *codes, uint64_t slot, uint16_t *code, struct error *err)
{
    (void)err;
    *code = codes_get(*(const struct codes *)codes, slot);
    return CODE_OK;
}

static uint16_t derive(const struct variant *v, struct codes codes, uint64_t slot)
{
    struct position p;
    uint16_t code = CODES;
    game_at_slot(v, slot, &p);
    enum ending ending = v->game->ending(v, &p);
    if (ending != GOES_ON)
        return code_of_ending(ending);
    local_derive(v, &p, in_array, &codes, &code, NULL);
    return code;
}

/* ---- NOCCA's halves -------------------------------------------------------------------- */

static uint16_t entry_code(struct codes codes, uint64_t entry)
{
    return entry < NOCCA_CODE ? codes_get(codes, entry) : (uint16_t)(entry - NOCCA_CODE);
}

/* The successors of a slot, their codes asked for ahead. */
static void look_ahead(const struct fast_tables *t, struct codes codes, uint64_t slot,
                       struct nocca_children *c)
{
    nocca_children(&t->shape, t->halves, slot, c);
    for (unsigned e = 0; e < c->first[c->children]; e++)
        if (c->entry[e] < NOCCA_CODE)
            __builtin_prefetch(codes_at(codes, c->entry[e]));
}

static uint16_t derive_halves(const struct nocca_children *c, struct codes codes)
{
    struct local_fold fold = LOCAL_FOLD_EMPTY;
    if (c->ending != GOES_ON)
        return code_of_ending(c->ending);
    for (unsigned i = 0; i < c->children; i++) {
        struct local_fold deeper = LOCAL_FOLD_EMPTY;
        for (unsigned e = c->first[i]; e < c->first[i + 1]; e++)
            local_feed(c->deeper[i] ? &deeper : &fold, entry_code(codes, c->entry[e]));
        if (c->deeper[i])
            local_feed(&fold, local_result(&deeper));
    }
    return local_result(&fold);
}

/* Positions of the table, with those in between that it leaves out. */
static bool check_halves(const struct variant *v, struct codes codes, uint64_t first,
                         uint64_t end, struct local_report *report)
{
    const struct fast_tables *t = v->tables;
    if (strcmp(v->game->name, "nocca") != 0 || !t->halves)
        return false;
    struct nocca_children children[2];
    for (uint64_t slot = first; slot <= end && first < end; slot++) {
        if (slot < end)
            look_ahead(t, codes, slot, &children[slot % 2]);
        if (slot == first)
            continue;
        const uint64_t before = slot - 1;
        uint16_t derived = derive_halves(&children[before % 2], codes);
        if (!local_right(codes_get(codes, before), derived))
            local_note(report, before, derived);
    }
    return true;
}

void local_check(const struct variant *v, struct codes codes, uint64_t first,
                 uint64_t end, struct local_report *report)
{
    local_checker *fast = fast_checker(v->game);
    if ((fast && fast(v, codes, first, end, report)) ||
        check_halves(v, codes, first, end, report))
        return;
    for (uint64_t slot = first; slot < end; slot++) {
        uint16_t derived = derive(v, codes, slot);
        if (!local_right(codes_get(codes, slot), derived))
            local_note(report, slot, derived);
    }
}
