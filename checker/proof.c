/* SPDX-License-Identifier: MIT
 *
 * Checking a certificate; see proof.h. Every line says "the side to move wins here, by
 * this move", and must follow from the lines before it: after each reply the winner has
 * won, or can win at once, or stands in a position that an earlier line holds, itself or
 * an image of it. So what is claimed follows by induction over the lines, and the wins are
 * finite. A line without a move, for the position in question only, says "every reply
 * loses".
 */
#define _GNU_SOURCE
#include "checker/proof.h"

#include "base/mem.h"
#include "games/registry.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct proof {
    FILE *in;
    const char *path;
    char *text; /* the current line, without its end */
    size_t room;
    uint64_t number; /* of the line, from 1 */
    struct variant v;
    struct position root;
    bool win;
    uint64_t *won; /* numbers + 1 of positions shown to be won; open addressing */
    uint64_t size, count;
};

static enum code damaged(const struct proof *f, const char *what, struct error *err)
{
    return error_set(err, CODE_DAMAGED, "%.400s: line %" PRIu64 ": %s", f->path,
                     f->number, what);
}

static enum code wrong(const struct proof *f, const char *what, struct error *err)
{
    return error_set(err, CODE_NO, "%.400s: line %" PRIu64 " is not proved: %s", f->path,
                     f->number, what);
}

static enum code next_line(struct proof *f, struct error *err)
{
    ssize_t n = getline(&f->text, &f->room, f->in);
    f->number++;
    if (n <= 0 || f->text[n - 1] != '\n')
        return damaged(f, "the file ends too early", err);
    f->text[n - 1] = '\0';
    return CODE_OK;
}

/* The next line must begin with the word; *rest is what follows it. */
static enum code expect(struct proof *f, const char *word, const char **rest,
                        struct error *err)
{
    TRY(next_line(f, err));
    size_t n = strlen(word);
    if (strncmp(f->text, word, n) != 0)
        return damaged(f, "not the header of a certificate", err);
    *rest = f->text + n;
    return CODE_OK;
}

static enum code read_header(struct proof *f, struct proof_report *r, struct error *err)
{
    const char *rest;
    TRY(expect(f, "hissho proof 1", &rest, err));
    TRY(expect(f, "game ", &rest, err));
    if (registry_open(rest, &f->v, err) != CODE_OK)
        return damaged(f, "there is no such game", err);
    TRY(expect(f, "position ", &rest, err));
    if (f->v.game->parse(&f->v, rest, &f->root, err) != CODE_OK)
        return damaged(f, "not a position", err);
    TRY(expect(f, "value ", &rest, err));
    f->win = r->win = strcmp(rest, "win") == 0;
    if (!f->win && strcmp(rest, "loss") != 0)
        return damaged(f, "the value is neither win nor loss", err);
    snprintf(r->game, sizeof r->game, "%s", f->v.name);
    f->v.game->print(&f->v, &f->root, r->position);
    return CODE_OK;
}

/* ---- positions shown to be won --------------------------------------------------- */

/* The same for all images of a position; not 0. */
static uint64_t number_of(const struct proof *f, const struct position *p)
{
    uint64_t least = UINT64_MAX;
    for (unsigned k = 0; k < game_symmetries(&f->v); k++) {
        struct position image;
        game_symmetric(&f->v, p, k, &image);
        uint64_t rank = f->v.game->rank(&f->v, &image);
        least = rank < least ? rank : least;
    }
    return least + 1;
}

static uint64_t place(const struct proof *f, uint64_t number)
{
    uint64_t at = (number * 0x9e3779b97f4a7c15u >> 24) & (f->size - 1);
    while (f->won[at] && f->won[at] != number)
        at = (at + 1) & (f->size - 1);
    return at;
}

static enum code remember(struct proof *f, const struct position *p, struct error *err)
{
    if (2 * f->count >= f->size) {
        struct proof old = *f;
        f->size = old.size ? 2 * old.size : 1024;
        enum code code = mem_small(f->size, sizeof *f->won, &f->won, err);
        if (code != CODE_OK) {
            *f = old;
            return code;
        }
        for (uint64_t i = 0; i < old.size; i++)
            if (old.won[i])
                f->won[place(f, old.won[i])] = old.won[i];
        free(old.won);
    }
    uint64_t number = number_of(f, p), at = place(f, number);
    f->count += f->won[at] == 0;
    f->won[at] = number;
    return CODE_OK;
}

static bool wins_at_once(const struct proof *f, const struct position *p)
{
    struct move list[GAME_MOVES];
    struct position next;
    unsigned n = f->v.game->moves(&f->v, p, list);
    for (unsigned i = 0; i < n; i++)
        if (f->v.game->play(&f->v, p, list[i], &next) == ENDS_LOSS)
            return true;
    return false;
}

/* Is every reply in p answered by a position that is won for the other side? */
static bool every_reply_loses(const struct proof *f, const struct position *p)
{
    struct move list[GAME_MOVES];
    unsigned n = f->v.game->moves(&f->v, p, list);
    for (unsigned i = 0; i < n; i++) {
        struct position next;
        enum ending ending = f->v.game->play(&f->v, p, list[i], &next);
        if (ending == ENDS_WIN)
            continue;
        if (ending != GOES_ON)
            return false;
        bool known = f->size && f->won[place(f, number_of(f, &next))];
        if (!known && !wins_at_once(f, &next))
            return false;
    }
    return n > 0;
}

/* ---- lines ------------------------------------------------------------------------ */

static enum code check_line(struct proof *f, bool *last, struct error *err)
{
    const struct game *game = f->v.game;
    struct position p, next;
    struct move move;
    char *semicolon = strchr(f->text, ';');
    if (!semicolon)
        return damaged(f, "neither 'POSITION;MOVE' nor the end", err);
    *semicolon = '\0';
    if (game->parse(&f->v, f->text, &p, err) != CODE_OK)
        return damaged(f, "not a position", err);
    if (game->ending(&f->v, &p) != GOES_ON)
        return wrong(f, "the game is over", err);
    bool is_root = memcmp(&p, &f->root, sizeof p) == 0;
    *last = is_root;
    if (!semicolon[1]) {
        if (!is_root || f->win)
            return wrong(f, "it has no move", err);
        return every_reply_loses(f, &p) ? CODE_OK : wrong(f, "a reply is left open", err);
    }
    if (is_root && !f->win)
        return wrong(f, "the position is said to be lost", err);
    if (game_parse_move(&f->v, &p, semicolon + 1, &move, err) != CODE_OK)
        return wrong(f, "the move is not legal", err);
    enum ending ending = game->play(&f->v, &p, move, &next);
    if (ending != ENDS_LOSS && ending != GOES_ON)
        return wrong(f, "the move ends the game without a win", err);
    if (ending == GOES_ON && !every_reply_loses(f, &next))
        return wrong(f, "a reply is left open", err);
    return remember(f, &p, err);
}

static enum code check_lines(struct proof *f, struct proof_report *r, struct error *err)
{
    bool last = false;
    for (;;) {
        TRY(next_line(f, err));
        if (strncmp(f->text, "end ", 4) == 0)
            break;
        TRY(check_line(f, &last, err));
        r->lines++;
    }
    char count[32];
    snprintf(count, sizeof count, "%" PRIu64, r->lines);
    if (strcmp(f->text + 4, count) != 0)
        return damaged(f, "the number of lines is another", err);
    if (getc(f->in) != EOF)
        return damaged(f, "something follows the end", err);
    return last ? CODE_OK : wrong(f, "the last position is not the one in question", err);
}

enum code proof_check(const char *path, struct proof_report *report, struct error *err)
{
    struct proof f = {.path = path, .in = fopen(path, "r")};
    *report = (struct proof_report){0};
    if (!f.in)
        return error_set(err, errno == ENOENT ? CODE_NO_TABLE : CODE_IO,
                         "cannot read %.400s: %s", path, strerror(errno));
    enum code code = read_header(&f, report, err);
    if (code == CODE_OK)
        code = check_lines(&f, report, err);
    registry_close(&f.v);
    fclose(f.in);
    free(f.text);
    free(f.won);
    return code;
}
