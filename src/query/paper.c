/* SPDX-License-Identifier: MIT
 * The paper's tables from the table; see paper.h. */
#include "query/paper.h"

#include "games/yonmoque/published.h"
#include "games/yonmoque/yonmoque.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS = YON_CELLS, MOST_ODD = 4096 };

static const struct yon_board *board_of(const struct paper *p)
{
    return &yon_numbers_of(p->v)->board;
}

/* ---- values of four placements ------------------------------------------------------ */

static enum code probe(struct paper *p, const struct yon_state *s, uint16_t *code,
                       struct error *err)
{
    char text[GAME_TEXT];
    unsigned n = 0;
    for (unsigned c = 0; c < CELLS; c++) {
        if (c % 5 == 0 && c > 0)
            text[n++] = '/';
        text[n++] = s->men[0] >> c & 1 ? 'B' : s->men[1] >> c & 1 ? 'W' : '.';
    }
    snprintf(text + n, sizeof text - n, " %c %u %u", s->side ? 'W' : 'B', s->hand[0],
             s->hand[1]);
    struct position position;
    TRY(p->v->game->parse(p->v, text, &position, err));
    return probe_code(p->v, p->t, &position, p->v->game->ending(p->v, &position), code,
                      err);
}

static enum code value_of(struct paper *p, const unsigned at[4], char *value,
                          struct error *err)
{
    struct yon_state s = {.hand = {4, 4}};
    uint16_t code;
    for (unsigned i = 0; i < 4; i++)
        s.men[i % 2] |= (uint32_t)1 << at[i];
    TRY(probe(p, &s, &code, err));
    *value = "DWL"[code_value(code)];
    return CODE_OK;
}

/* Is it the least of its class, both pairs in order? Says how many images it has. */
static bool represents(const struct paper *p, const unsigned at[4], unsigned *images)
{
    const struct yon_board *b = board_of(p);
    unsigned fixed = 0, own = at[0] * 15625 + at[2] * 625 + at[1] * 25 + at[3];
    for (unsigned g = 0; g < b->symmetries; g++) {
        unsigned c[4];
        for (unsigned i = 0; i < 4; i++)
            c[i] = b->image[g][at[i]];
        unsigned key =
            (c[0] < c[2] ? c[0] * 15625 + c[2] * 625 : c[2] * 15625 + c[0] * 625) +
            (c[1] < c[3] ? c[1] * 25 + c[3] : c[3] * 25 + c[1]);
        if (key < own)
            return false;
        fixed += key == own;
    }
    *images = b->symmetries / fixed;
    return true;
}

static enum value value_named(char letter)
{
    return letter == 'W' ? VALUE_WIN : letter == 'L' ? VALUE_LOSS : VALUE_DRAW;
}

/* All four placements; each position once, then under all names. */
static enum code read_values(struct paper *p, struct error *err)
{
    for (unsigned n = 0; n < CELLS * CELLS * CELLS * CELLS; n++) {
        unsigned at[4] = {n / 15625, n / 625 % 25, n / 25 % 25, n % 25}, images;
        uint32_t set = 0;
        for (unsigned i = 0; i < 4; i++)
            set |= (uint32_t)1 << at[i];
        if (at[0] >= at[2] || at[1] >= at[3] || __builtin_popcount(set) != 4)
            continue;
        char letter;
        TRY(value_of(p, at, &letter, err));
        for (unsigned k = 0; k < 4; k++) {
            unsigned a = at[k & 1 ? 2 : 0], c = at[k & 1 ? 0 : 2];
            unsigned b = at[k & 2 ? 3 : 1], d = at[k & 2 ? 1 : 3];
            p->value[a][b][c][d] = letter;
        }
        p->positions[value_named(letter)]++;
        p->classes[value_named(letter)] += represents(p, at, &images);
    }
    return CODE_OK;
}

/* ---- printed cells ------------------------------------------------------------------ */

static unsigned cell_named(const char *name)
{
    return (unsigned)(name[0] - '1') * 5 + (unsigned)(name[1] - 'a');
}

/* The placements "1a 2b ..." of a row. */
static unsigned read_cells(const char *text, uint8_t out[CELLS])
{
    unsigned n = 0;
    for (; *text; text += text[2] ? 3 : 2)
        out[n++] = (uint8_t)cell_named(text);
    return n;
}

static void note_odd(struct paper *p, const struct paper_cell *cell)
{
    p->cells[cell->verdict]++;
    if (cell->listed)
        p->entries[cell->verdict]++;
    if (cell->verdict != PAPER_AGREES && p->odds < MOST_ODD)
        p->odd[p->odds++] = *cell;
}

static enum paper_verdict judge(bool yes, bool no, bool listed)
{
    return yes || no ? (listed == yes ? PAPER_AGREES : PAPER_CONTRADICTS) : PAPER_HANGS;
}

/* A third placement wins if every fourth one loses. */
static void judge_third(struct paper *p, struct paper_cell *c)
{
    unsigned lost = 0;
    for (unsigned d = 0; d < CELLS; d++) {
        char letter = p->value[c->cell[0]][c->cell[1]][c->cell[2]][d];
        c->draws += letter == 'D';
        lost += letter == 'L';
    }
    c->verdict = judge(!lost && !c->draws, lost > 0, c->listed);
    note_odd(p, c);
}

static void judge_fourth(struct paper *p, struct paper_cell *c)
{
    char letter = p->value[c->cell[0]][c->cell[1]][c->cell[2]][c->cell[3]];
    c->draws = letter == 'D';
    c->verdict = judge(letter == 'L', letter == 'W', c->listed);
    note_odd(p, c);
}

static void judge_rows(struct paper *p, const struct yon_published *row)
{
    for (; row->before; row++) {
        uint8_t before[CELLS], list[CELLS];
        unsigned placements = read_cells(row->before, before);
        unsigned listed = read_cells(row->listed, list);
        for (unsigned c = 0; c < CELLS; c++) {
            struct paper_cell cell = {.placements = placements + 1};
            bool taken = false;
            for (unsigned i = 0; i < placements; i++) {
                cell.cell[i] = before[i];
                taken = taken || before[i] == c;
            }
            if (taken)
                continue;
            cell.cell[placements] = (uint8_t)c;
            for (unsigned i = 0; i < listed; i++)
                cell.listed = cell.listed || list[i] == c;
            cell.table = placements == 3 ? "A.2" : before[0] == 0 ? "3" : "A.1";
            if (placements == 2)
                judge_third(p, &cell);
            else
                judge_fourth(p, &cell);
        }
    }
}

/* Which draws the printed cells settle, and for whom. A listed third placement wins
 * against all fourth ones; one that is not listed has a fourth one against it, which is
 * known if only one is open. */
static void settle(struct paper *p)
{
    static const char won[2] = {'1', '2'};
    char *mark;
    struct error ignored;
    if (mem_small(CELLS * CELLS * CELLS * CELLS, 1, &mark, &ignored) != CODE_OK)
        return;
    const struct yon_board *b = board_of(p);
    for (unsigned i = 0; i < p->odds; i++) {
        const struct paper_cell *c = &p->odd[i];
        if (c->verdict != PAPER_HANGS)
            continue;
        bool third = c->placements == 3;
        if (third && !c->listed && c->draws > 1)
            continue;
        unsigned winner = third ? !c->listed : c->listed;
        for (unsigned d = third ? 0 : c->cell[3]; d < (third ? CELLS : c->cell[3] + 1u);
             d++) {
            if (p->value[c->cell[0]][c->cell[1]][c->cell[2]][d] != 'D')
                continue;
            for (unsigned g = 0; g < b->symmetries; g++) {
                unsigned x = b->image[g][c->cell[0]], y = b->image[g][c->cell[1]];
                unsigned z = b->image[g][c->cell[2]], u = b->image[g][d], t;
                if (x > z)
                    t = x, x = z, z = t;
                if (y > u)
                    t = y, y = u, u = t;
                mark[((x * 25 + z) * 25 + y) * 25 + u] = won[winner];
            }
        }
    }
    for (unsigned n = 0; n < CELLS * CELLS * CELLS * CELLS; n++) {
        unsigned at[4] = {n / 15625, n / 25 % 25, n / 625 % 25, n % 25}, images;
        if (mark[n] && represents(p, at, &images))
            p->settled[mark[n] == '2']++;
    }
    free(mark);
}

/* ---- openings ----------------------------------------------------------------------- */

static bool good_third(const struct paper *p, unsigned a, unsigned b, unsigned c,
                       bool draws_win)
{
    for (unsigned d = 0; d < CELLS; d++) {
        char letter = p->value[a][b][c][d];
        if (letter == 'L' || (letter == 'D' && !draws_win))
            return false;
    }
    return true;
}

static bool good_opening(const struct paper *p, unsigned a, bool draws_win)
{
    for (unsigned b = 0; b < CELLS; b++) {
        bool found = a == b;
        for (unsigned c = 0; c < CELLS && !found; c++)
            found = c != a && c != b && good_third(p, a, b, c, draws_win);
        if (!found)
            return false;
    }
    return true;
}

static enum code read_openings(struct paper *p, struct error *err)
{
    const struct yon_board *b = board_of(p);
    for (unsigned a = 0; a < CELLS; a++) {
        bool least = true;
        for (unsigned g = 0; g < b->symmetries; g++)
            least = least && b->image[g][a] >= a;
        if (!least)
            continue;
        struct paper_opening *o = &p->opening[p->openings++];
        struct yon_state s = {.men = {(uint32_t)1 << a, 0}, .hand = {5, 6}, .side = 1};
        uint16_t code;
        TRY(probe(p, &s, &code, err));
        o->cell = a;
        o->code = code_before(code);
        for (unsigned draws = 0; draws < 2; draws++)
            o->restricted[draws] = good_opening(p, a, draws) ? VALUE_WIN : VALUE_LOSS;
        for (const char *const *name = yon_published_winning; *name; name++)
            o->published = o->published || cell_named(*name) == a;
    }
    return CODE_OK;
}

enum code paper_make(const struct variant *v, struct table *t, struct paper **out,
                     struct error *err)
{
    const struct yon_numbers *n = yon_numbers_of(v);
    if (!n || n->board.cells != CELLS || n->board.pieces != YON_PIECES)
        return error_set(err, CODE_USAGE,
                         "%s: --paper is for yonmoque and its readings, whose published "
                         "tables it compares",
                         v->name);
    struct paper *p;
    TRY(mem_small(1, sizeof *p, &p, err));
    p->v = v;
    p->t = t;
    enum code code = mem_small(CELLS, sizeof *p->value, &p->value, err);
    if (code == CODE_OK)
        code = mem_small(MOST_ODD, sizeof *p->odd, &p->odd, err);
    if (code == CODE_OK)
        code = read_values(p, err);
    if (code == CODE_OK)
        code = read_openings(p, err);
    if (code != CODE_OK) {
        paper_free(p);
        return code;
    }
    judge_rows(p, yon_published_thirds);
    judge_rows(p, yon_published_fourths);
    settle(p);
    *out = p;
    return CODE_OK;
}

void paper_free(struct paper *p)
{
    if (p) {
        free(p->value);
        free(p->odd);
    }
    free(p);
}
