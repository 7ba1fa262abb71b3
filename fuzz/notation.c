/* SPDX-License-Identifier: MIT
 *
 * Fuzz target: the bytes are read as a position of every variant of every game. A text
 * that is taken must print and read back as the same position, have a number, and allow
 * all its moves to be made; the same text is also tried as the name of a move in the
 * initial position.
 */
#include "games/registry.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VARIANTS = 256 };

static struct variant variant[MOST_VARIANTS];
static unsigned variants;

static void open_all(void)
{
    for (unsigned i = 0; registry_game(i); i++) {
        const struct game *game = registry_game(i);
        for (const struct variant_info *info = game->variants; info->name; info++) {
            char name[2 * GAME_NAME];
            struct error err;
            snprintf(name, sizeof name, "%s:%s", game->name, info->name);
            if (!*info->name)
                name[strlen(game->name)] = '\0';
            FUZZ_REQUIRE(variants < MOST_VARIANTS);
            FUZZ_REQUIRE(registry_open(name, &variant[variants++], &err) == CODE_OK);
        }
    }
}

static void make_all_moves(const struct variant *v, const struct position *p)
{
    struct move list[GAME_MOVES];
    unsigned n = v->game->moves(v, p, list);
    FUZZ_REQUIRE(n <= GAME_MOVES && (n == 0) == (v->game->ending(v, p) != GOES_ON));
    for (unsigned i = 0; i < n; i++) {
        struct position next;
        char text[GAME_TEXT];
        v->game->print_move(v, p, list[i], text);
        if (v->game->play(v, p, list[i], &next) == GOES_ON)
            FUZZ_REQUIRE(v->game->rank(v, &next) < v->positions);
    }
}

static void try_text(const struct variant *v, const char *text)
{
    struct error err = {""};
    struct position p, back;
    struct move move;
    char print[GAME_TEXT];
    v->game->initial(v, &p);
    enum code code = game_parse_move(v, &p, text, &move, &err);
    FUZZ_REQUIRE(code == CODE_OK || (code == CODE_USAGE && err.text[0]));
    err.text[0] = '\0';
    code = v->game->parse(v, text, &p, &err);
    FUZZ_REQUIRE(code == CODE_OK || (code == CODE_USAGE && err.text[0]));
    if (code != CODE_OK)
        return;
    v->game->print(v, &p, print);
    FUZZ_REQUIRE(v->game->parse(v, print, &back, &err) == CODE_OK);
    FUZZ_REQUIRE(memcmp(&p, &back, sizeof p) == 0);
    FUZZ_REQUIRE(v->game->rank(v, &p) < v->positions);
    FUZZ_REQUIRE(game_slot(v, &p) < v->slots || game_slot(v, &p) == SLOT_DERIVED);
    make_all_moves(v, &p);
}

/* Takes a minute with sanitizers, which may not count as the time of an input. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    open_all();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1); /* exactly that long, so that overruns are seen */
    FUZZ_REQUIRE(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    for (unsigned i = 0; i < variants; i++)
        try_text(&variant[i], text);
    free(text);
    return 0;
}
