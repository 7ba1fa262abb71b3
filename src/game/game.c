/* SPDX-License-Identifier: MIT
 * Defaults of the optional calls of a game; see game.h. */
#include "game/game.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

const char *game_example(const struct variant *v)
{
    return v->example ? v->example : v->game->position_example;
}

uint64_t game_slot(const struct variant *v, const struct position *p)
{
    return v->game->slot ? v->game->slot(v, p) : v->game->rank(v, p);
}

void game_at_slot(const struct variant *v, uint64_t slot, struct position *out)
{
    if (v->game->at_slot)
        v->game->at_slot(v, slot, out);
    else
        v->game->unrank(v, slot, out);
}

uint64_t game_weight(const struct variant *v, uint64_t slot)
{
    return v->game->weight ? v->game->weight(v, slot) : 1;
}

unsigned game_parts(const struct variant *v)
{
    return v->game->parts ? v->game->parts(v) : 1;
}

void game_part(const struct variant *v, unsigned i, struct part *out)
{
    *out = (struct part){.count = v->slots};
    if (v->game->parts)
        v->game->part(v, i, out);
}

unsigned game_part_needs(const struct variant *v, unsigned i, unsigned out[GAME_NEEDS])
{
    return v->game->parts ? v->game->part_needs(v, i, out) : 0;
}

uint16_t game_shown(const struct variant *v, const struct position *p, uint16_t code)
{
    static const uint16_t shown[] = {CODE_DRAWN, CODE_WON, CODE_LOST};
    if (code != CODE_DRAWN || !v->game->undecided)
        return code;
    return shown[v->game->undecided(v, p)];
}

const char *game_unit(const struct variant *v)
{
    return v->game->unit ? v->game->unit : "positions";
}

unsigned game_subsets(const struct variant *v)
{
    return v->game->subsets ? v->game->subsets(v) : 0;
}

unsigned game_symmetries(const struct variant *v)
{
    return v->game->symmetric ? v->game->symmetries : 1;
}

void game_symmetric(const struct variant *v, const struct position *p, unsigned k,
                    struct position *out)
{
    if (k == 0)
        *out = *p;
    else
        v->game->symmetric(v, p, k, out);
}

void game_draw(const struct variant *v, const struct position *p, bool color,
               char out[GAME_PICTURE])
{
    if (v->game->draw) {
        v->game->draw(v, p, color, out);
        return;
    }
    char text[GAME_TEXT];
    v->game->print(v, p, text);
    snprintf(out, GAME_PICTURE, "%s\n", text);
}

enum code game_count(const struct variant *v, struct run *run,
                     struct count_report *report, struct error *err)
{
    if (v->game->count)
        return v->game->count(v, run, report, err);
    return count_add(report, "all", NULL, v->positions, err);
}

enum code game_parse_move(const struct variant *v, const struct position *p,
                          const char *text, struct move *out, struct error *err)
{
    struct move list[GAME_MOVES];
    unsigned n = v->game->moves(v, p, list);
    char name[GAME_TEXT] = "none: the game is over";
    for (unsigned i = 0; i < n; i++) {
        v->game->print_move(v, p, list[i], name);
        if (text_equal_ignoring_case(name, text)) {
            *out = list[i];
            return CODE_OK;
        }
    }
    return error_set(err, CODE_USAGE,
                     "'%.40s' is not a legal move here; a legal one is %s", text, name);
}

enum code game_choose_variant(struct variant *v, const char *name, unsigned *index,
                              struct error *err)
{
    const struct game *game = v->game;
    char list[512] = "";
    for (unsigned i = 0; game->variants[i].name; i++) {
        const struct variant_info *info = &game->variants[i];
        if (strcmp(name, info->name) == 0) {
            *index = i;
            v->summary = info->summary;
            snprintf(v->name, sizeof v->name, "%s%s%s", game->name, *name ? ":" : "",
                     name);
            return CODE_OK;
        }
        text_append(list, sizeof list, "%s%s%s%s", i ? ", " : "", game->name,
                    info->name[0] ? ":" : "", info->name);
    }
    return error_set(err, CODE_USAGE, "%s has no variant '%.40s'; there are: %s",
                     game->name, name, list);
}
