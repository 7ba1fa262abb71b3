/* SPDX-License-Identifier: MIT
 *
 * The public API of include/hissho.h over the inner layers. Its types are the inner ones
 * under names of their own, so that the header stands alone; the assertions below keep
 * them equal.
 */
#include "hissho.h"

#include "games/registry.h"
#include "query/probe.h"
#include "table/build.h"
#include "table/verify.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static_assert(sizeof(struct hissho_position) == sizeof(struct position),
              "copied bytewise");
static_assert(sizeof(struct hissho_error) == sizeof(struct error), "passed through");
static_assert((int)HISSHO_MOVES == GAME_MOVES, "the same limit");
static_assert((int)HISSHO_TEXT == GAME_TEXT, "the same limit");
static_assert((int)HISSHO_NO == CODE_NO, "the same codes");
static_assert((int)HISSHO_USAGE == CODE_USAGE, "the same codes");
static_assert((int)HISSHO_NO_TABLE == CODE_NO_TABLE, "the same codes");
static_assert((int)HISSHO_DAMAGED == CODE_DAMAGED, "the same codes");
static_assert((int)HISSHO_RESOURCES == CODE_RESOURCES, "the same codes");
static_assert((int)HISSHO_IO == CODE_IO, "the same codes");
static_assert((int)HISSHO_INTERRUPTED == CODE_INTERRUPTED, "the same codes");
static_assert((int)HISSHO_DRAW == VALUE_DRAW, "the same outcomes");
static_assert((int)HISSHO_WIN == VALUE_WIN, "the same outcomes");
static_assert((int)HISSHO_LOSS == VALUE_LOSS, "the same outcomes");

enum { CHECKPOINT_EVERY = 60 }; /* seconds */

struct hissho_game {
    struct variant variant;
};

struct hissho_table {
    const struct variant *variant;
    struct table *table;
};

/* ---- from outside in and back ----------------------------------------------------- */

static struct error *inner(struct hissho_error *err)
{
    return (struct error *)err;
}

static enum hissho_status outer(enum code code)
{
    return (enum hissho_status)code;
}

static struct position take(const struct hissho_position *position)
{
    struct position p;
    memcpy(&p, position, sizeof p);
    return p;
}

static void give(const struct position *p, struct hissho_position *out)
{
    memcpy(out, p, sizeof *p);
}

static struct hissho_value value_of(uint16_t code)
{
    enum value value = code_value(code);
    return (struct hissho_value){(enum hissho_outcome)value,
                                 code_has_plies(code) ? code_plies(code) : 0};
}

const char *hissho_version(void)
{
    return HISSHO_VERSION;
}

/* ---- games ------------------------------------------------------------------------ */

int hissho_name(unsigned i, char out[HISSHO_TEXT])
{
    for (unsigned g = 0; registry_game(g); g++) {
        const struct game *game = registry_game(g);
        for (const struct variant_info *info = game->variants; info->name; info++)
            if (i-- == 0) {
                snprintf(out, HISSHO_TEXT, "%s%s%s", game->name, *info->name ? ":" : "",
                         info->name);
                return 1;
            }
    }
    return 0;
}

enum hissho_status hissho_open(const char *name, struct hissho_game **out,
                               struct hissho_error *err)
{
    struct hissho_game *game;
    enum code code = mem_small(1, sizeof *game, &game, inner(err));
    if (code != CODE_OK)
        return outer(code);
    code = registry_open(name, &game->variant, inner(err));
    if (code == CODE_OK)
        *out = game;
    else
        free(game);
    return outer(code);
}

void hissho_close(struct hissho_game *game)
{
    if (!game)
        return;
    registry_close(&game->variant);
    free(game);
}

const char *hissho_rules(const struct hissho_game *game)
{
    return game->variant.game->rules;
}

uint64_t hissho_positions(const struct hissho_game *game)
{
    return game->variant.positions;
}

/* ---- positions -------------------------------------------------------------------- */

void hissho_initial(const struct hissho_game *game, struct hissho_position *out)
{
    struct position p;
    game->variant.game->initial(&game->variant, &p);
    give(&p, out);
}

enum hissho_status hissho_parse(const struct hissho_game *game, const char *text,
                                struct hissho_position *out, struct hissho_error *err)
{
    struct position p;
    enum code code = game->variant.game->parse(&game->variant, text, &p, inner(err));
    if (code == CODE_OK)
        give(&p, out);
    return outer(code);
}

void hissho_print(const struct hissho_game *game, const struct hissho_position *position,
                  char out[HISSHO_TEXT])
{
    struct position p = take(position);
    game->variant.game->print(&game->variant, &p, out);
}

const char *hissho_side(const struct hissho_game *game,
                        const struct hissho_position *position)
{
    struct position p = take(position);
    return game->variant.game->side(&game->variant, &p);
}

enum hissho_status hissho_play(const struct hissho_game *game,
                               const struct hissho_position *position, const char *move,
                               struct hissho_position *next, struct hissho_error *err)
{
    struct position p = take(position), after;
    struct move m;
    enum code code = game_parse_move(&game->variant, &p, move, &m, inner(err));
    if (code == CODE_OK) {
        game->variant.game->play(&game->variant, &p, m, &after);
        give(&after, next);
    }
    return outer(code);
}

/* ---- long computations ------------------------------------------------------------ */

struct listener {
    struct hissho_options options;
    volatile sig_atomic_t stop;
};

static void on_progress(void *context, const char *task, uint64_t done, uint64_t total)
{
    struct listener *listener = context;
    if (listener->options.progress(listener->options.user, task, done, total))
        listener->stop = 1;
}

/* The listener must outlive the run. */
static struct run run_of(const struct hissho_options *options, struct listener *listener)
{
    *listener =
        (struct listener){.options = options ? *options : (struct hissho_options){0}};
    options = &listener->options;
    struct run run = {.memory = budget_make(options->memory),
                      .threads =
                          options->threads > 0 ? options->threads : run_processors(),
                      .stop = &listener->stop};
    if (options->progress) {
        run.progress.report = on_progress;
        run.progress.context = listener;
    }
    return run;
}

enum hissho_status hissho_solve(const struct hissho_game *game, const char *directory,
                                const struct hissho_options *options,
                                struct hissho_error *err)
{
    struct listener listener;
    struct run run = run_of(options, &listener);
    struct build_options how = {.directory = directory,
                                .checkpoint_every = CHECKPOINT_EVERY};
    struct build_report report;
    enum code code = build_table(&game->variant, &run, &how, &report, inner(err));
    subset_tally_free(&report.subsets);
    return outer(code);
}

/* ---- tables ----------------------------------------------------------------------- */

static enum code open_table(const struct variant *v, const char *directory,
                            struct table **out, struct error *err)
{
    char path[IO_PATH];
    TRY(table_path(directory, v, ".hissho", path, err));
    return table_open(path, v, out, err);
}

enum hissho_status hissho_table_open(const struct hissho_game *game,
                                     const char *directory, struct hissho_table **out,
                                     struct hissho_error *err)
{
    struct hissho_table *table;
    enum code code = mem_small(1, sizeof *table, &table, inner(err));
    if (code != CODE_OK)
        return outer(code);
    table->variant = &game->variant;
    code = open_table(table->variant, directory, &table->table, inner(err));
    if (code == CODE_OK)
        *out = table;
    else
        free(table);
    return outer(code);
}

void hissho_table_close(struct hissho_table *table)
{
    if (!table)
        return;
    table_close(table->table);
    free(table);
}

enum hissho_status hissho_value(struct hissho_table *table,
                                const struct hissho_position *position,
                                struct hissho_value *out, struct hissho_error *err)
{
    const struct variant *v = table->variant;
    struct position p = take(position);
    uint16_t found;
    enum code code =
        probe_code(v, table->table, &p, v->game->ending(v, &p), &found, inner(err));
    if (code == CODE_OK)
        *out = value_of(found);
    return outer(code);
}

enum hissho_status hissho_moves(struct hissho_table *table,
                                const struct hissho_position *position,
                                struct hissho_move *out, unsigned room, unsigned *count,
                                struct hissho_error *err)
{
    struct position p = take(position);
    struct answer *answer;
    enum code code = mem_small(1, sizeof *answer, &answer, inner(err));
    if (code != CODE_OK)
        return outer(code);
    code = probe_answer(table->variant, table->table, &p, answer, inner(err));
    if (code == CODE_OK) {
        *count = answer->moves;
        for (unsigned i = 0; i < answer->moves && i < room; i++) {
            const struct answer_move *from = &answer->move[i];
            out[i].value = value_of(from->code);
            give(&from->next, &out[i].next);
            memcpy(out[i].text, from->name, sizeof out[i].text);
        }
    }
    free(answer);
    return outer(code);
}

uint64_t hissho_count(const struct hissho_table *table, enum hissho_outcome outcome)
{
    return tally_total(&table_info(table->table)->tally, (enum value)outcome);
}

static const char *name_of(uint16_t code)
{
    return code_is_win(code) ? "win" : code_is_loss(code) ? "loss" : "draw";
}

static enum code wrong_value(const struct variant *v, const struct verify_report *report,
                             struct error *err)
{
    char text[GAME_TEXT];
    v->game->print(v, &report->position, text);
    return error_set(
        err, CODE_NO,
        "%s: position '%s' is stored as a %s (%u plies), its successors make it a "
        "%s (%u plies)",
        v->name, text, name_of(report->stored), value_of(report->stored).plies,
        name_of(report->derived), value_of(report->derived).plies);
}

enum hissho_status hissho_verify(struct hissho_table *table, int quick,
                                 const struct hissho_options *options,
                                 struct hissho_error *err)
{
    struct listener listener;
    struct run run = run_of(options, &listener);
    struct verify_report report;
    const struct verify_options how = {.quick = quick != 0};
    enum code code =
        verify_table(table->variant, table->table, &run, &how, &report, inner(err));
    if (code == CODE_OK && report.errors > 0)
        code = wrong_value(table->variant, &report, inner(err));
    return outer(code);
}
