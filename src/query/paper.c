/* SPDX-License-Identifier: MIT
 * The paper's tables from the table; see paper.h. */
#include "query/paper.h"

#include "games/yonmoque/numbers.h"
#include "games/yonmoque/published.h"
#include "games/yonmoque/text.h"
#include "games/yonmoque/yonmoque.h"

#include <stdlib.h>
#include <string.h>

enum {
    CELLS = YON_CELLS,
    CHOICES = CELLS * CELLS * CELLS * CELLS,
    MOST_ODD = 4096,
    MOST_DRAWS = 4096,
    MOST_SHOWN = 1024
};

static const struct yon_board *board_of(const struct paper *p)
{
    return &yon_numbers_of(p->v)->board;
}

/* ---- values of four placements ------------------------------------------------------ */

static enum code position_of(const struct paper *p, const struct yon_state *s,
                             struct position *out, struct error *err)
{
    char text[GAME_TEXT];
    yon_print(board_of(p), s, text);
    return p->v->game->parse(p->v, text, out, err);
}

static enum code probe(struct paper *p, const struct yon_state *s, uint16_t *code,
                       struct error *err)
{
    struct position position;
    TRY(position_of(p, s, &position, err));
    return probe_code(p->v, p->t, &position, p->v->game->ending(p->v, &position), code,
                      err);
}

static struct yon_state placed(const unsigned at[4])
{
    struct yon_state s = {.hand = {4, 4}};
    for (unsigned i = 0; i < 4; i++)
        s.men[i % 2] |= (uint32_t)1 << at[i];
    return s;
}

/* A number for the four placements, whatever the order of each side's two. */
static unsigned key_of(const unsigned at[4])
{
    unsigned a = at[0], b = at[1], c = at[2], d = at[3];
    return (a < c ? a * 15625 + c * 625 : c * 15625 + a * 625) +
           (b < d ? b * 25 + d : d * 25 + b);
}

/* The least number of the class. */
static unsigned class_of(const struct paper *p, const unsigned at[4])
{
    const struct yon_board *b = board_of(p);
    unsigned least = ~0u;
    for (unsigned g = 0; g < b->symmetries; g++) {
        unsigned c[4];
        for (unsigned i = 0; i < 4; i++)
            c[i] = b->image[g][at[i]];
        unsigned key = key_of(c);
        least = key < least ? key : least;
    }
    return least;
}

static enum value value_named(char letter)
{
    return letter == 'W' ? VALUE_WIN : letter == 'L' ? VALUE_LOSS : VALUE_DRAW;
}

static void put_letter(struct paper *p, const unsigned at[4], char letter)
{
    for (unsigned k = 0; k < 4; k++) {
        unsigned a = at[k & 1 ? 2 : 0], c = at[k & 1 ? 0 : 2];
        unsigned b = at[k & 2 ? 3 : 1], d = at[k & 2 ? 1 : 3];
        p->value[a][b][c][d] = letter;
    }
}

/* The n-th of 25^4 choices, if it is four cells and each side's two are in order. */
static bool choice(unsigned n, unsigned at[4])
{
    uint32_t set = 0;
    for (unsigned i = 4; i-- > 0; n /= CELLS)
        set |= (uint32_t)1 << (at[i] = n % CELLS);
    return at[0] < at[2] && at[1] < at[3] && __builtin_popcount(set) == 4;
}

static enum code note_draw(struct paper *p, const unsigned at[4], struct error *err)
{
    if (p->draws == MOST_DRAWS)
        return error_set(err, CODE_RESOURCES, "%s: more than %d drawn classes",
                         p->v->name, MOST_DRAWS);
    struct paper_draw *d = &p->draw[p->draws++];
    for (unsigned i = 0; i < 4; i++)
        d->cell[i] = (uint8_t)at[i];
    return CODE_OK;
}

/* All four placements; each position once, then under all names. */
static enum code read_values(struct paper *p, struct error *err)
{
    for (unsigned n = 0; n < CHOICES; n++) {
        unsigned at[4];
        uint16_t code;
        if (!choice(n, at))
            continue;
        struct yon_state s = placed(at);
        TRY(probe(p, &s, &code, err));
        char letter = "DWL"[code_value(code)];
        put_letter(p, at, letter);
        p->positions[value_named(letter)]++;
        if (class_of(p, at) != key_of(at))
            continue;
        p->classes[value_named(letter)]++;
        if (letter == 'D')
            TRY(note_draw(p, at, err));
    }
    return CODE_OK;
}

static struct paper_draw *draw_of(const struct paper *p, const unsigned at[4])
{
    unsigned key = class_of(p, at);
    for (unsigned i = 0; i < p->draws; i++) {
        const uint8_t *c = p->draw[i].cell;
        if (key_of((const unsigned[4]){c[0], c[1], c[2], c[3]}) == key)
            return &p->draw[i];
    }
    return NULL;
}

/* What the rule against repetition makes of the draws. */
static enum code decide_draws(struct paper *p, struct run *run, struct error *err)
{
    struct repetition *r;
    enum code code = CODE_OK;
    TRY(repetition_open(p->v, p->t, run, 0, &r, err));
    for (unsigned i = 0; i < p->draws && code == CODE_OK; i++) {
        struct paper_draw *d = &p->draw[i];
        struct yon_state s =
            placed((const unsigned[4]){d->cell[0], d->cell[1], d->cell[2], d->cell[3]});
        struct position position;
        bool by_rule;
        code = position_of(p, &s, &position, err);
        if (code == CODE_OK)
            code = repetition_value(r, &position, &d->rule, &by_rule, err);
        p->ruled[d->rule]++;
    }
    p->counts = *repetition_counts(r);
    repetition_close(r);
    for (unsigned n = 0; n < CHOICES && code == CODE_OK; n++) {
        unsigned at[4];
        if (choice(n, at) && p->value[at[0]][at[1]][at[2]][at[3]] == 'D')
            put_letter(p, at, "Dwl"[draw_of(p, at)->rule]);
    }
    return code;
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

/* Below a cell: positions by letter. The player of the last placement wins if none of
 * them is `bad` for him. */
struct below {
    unsigned won, lost, ruled_won, ruled_lost, open;
};

static void count_letter(struct below *b, char letter)
{
    b->won += letter == 'W';
    b->lost += letter == 'L';
    b->ruled_won += letter == 'w';
    b->ruled_lost += letter == 'l';
    b->open += letter == 'D';
}

static void judge(struct paper *p, struct paper_cell *c, const struct below *b,
                  bool fourth)
{
    unsigned bad = fourth ? b->won : b->lost;
    unsigned ruled_bad = fourth ? b->ruled_won : b->ruled_lost;
    c->draws = b->ruled_won + b->ruled_lost + b->open;
    bool wins = bad == 0 && ruled_bad == 0, sure = bad > 0 || c->draws == 0;
    if (b->open > 0 && wins)
        c->verdict = PAPER_OPEN;
    else if (c->listed != wins)
        c->verdict = PAPER_CONTRADICTS;
    else
        c->verdict = sure ? PAPER_AGREES : PAPER_BY_RULE;
    c->sure = sure;
    note_odd(p, c);
}

/* A third placement wins if every fourth one loses. */
static void judge_third(struct paper *p, struct paper_cell *c)
{
    struct below b = {0};
    for (unsigned d = 0; d < CELLS; d++)
        count_letter(&b, p->value[c->cell[0]][c->cell[1]][c->cell[2]][d]);
    judge(p, c, &b, false);
}

static void judge_fourth(struct paper *p, struct paper_cell *c)
{
    struct below b = {0};
    count_letter(&b, p->value[c->cell[0]][c->cell[1]][c->cell[2]][c->cell[3]]);
    judge(p, c, &b, true);
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
 * known if only one is a draw. */
static void settle(struct paper *p)
{
    for (unsigned i = 0; i < p->odds; i++) {
        const struct paper_cell *c = &p->odd[i];
        bool third = c->placements == 3;
        if (c->sure || (third && !c->listed && c->draws > 1))
            continue;
        unsigned first = third ? 0 : c->cell[3], end = third ? CELLS : first + 1;
        for (unsigned d = first; d < end; d++) {
            const unsigned at[4] = {c->cell[0], c->cell[1], c->cell[2], d};
            char letter = p->value[at[0]][at[1]][at[2]][at[3]];
            if (letter == 'D' || letter == 'w' || letter == 'l')
                draw_of(p, at)->printed = third == c->listed ? 1 : 2;
        }
    }
}

/* Counts a class once. A third placement that should have been printed shows that in print
 * some fourth one wins, not which: then its own class stands for that one. */
static void show(struct paper *p, unsigned which, const unsigned at[4], unsigned *seen,
                 unsigned *count)
{
    unsigned key = class_of(p, at) * 2 + which;
    for (unsigned i = 0; i < *count; i++)
        if (seen[i] == key)
            return;
    if (*count < MOST_SHOWN) {
        seen[(*count)++] = key;
        p->shown[which]++;
    }
}

static void count_shown(struct paper *p)
{
    unsigned seen[MOST_SHOWN], count = 0;
    for (unsigned i = 0; i < p->odds; i++) {
        const struct paper_cell *c = &p->odd[i];
        bool third = c->placements == 3;
        unsigned at[4] = {c->cell[0], c->cell[1], c->cell[2],
                          third ? c->cell[1] : c->cell[3]};
        if (c->verdict != PAPER_CONTRADICTS)
            continue;
        if (!third || !c->listed) {
            show(p, third || c->listed, at, seen, &count);
            continue;
        }
        for (at[3] = 0; at[3] < CELLS; at[3]++) {
            char letter = p->value[at[0]][at[1]][at[2]][at[3]];
            if (letter == 'L' || letter == 'l')
                show(p, 0, at, seen, &count);
        }
    }
}

/* ---- openings ----------------------------------------------------------------------- */

static bool good_third(const struct paper *p, unsigned a, unsigned b, unsigned c,
                       bool draws_win)
{
    for (unsigned d = 0; d < CELLS; d++) {
        char letter = p->value[a][b][c][d];
        if (letter == 'L' || letter == 'l' || (letter == 'D' && !draws_win))
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

enum code paper_make(const struct variant *v, struct table *t, struct run *run,
                     struct paper **out, struct error *err)
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
        code = mem_small(MOST_DRAWS, sizeof *p->draw, &p->draw, err);
    if (code == CODE_OK)
        code = read_values(p, err);
    if (code == CODE_OK)
        code = decide_draws(p, run, err);
    if (code == CODE_OK)
        code = read_openings(p, err);
    if (code != CODE_OK) {
        paper_free(p);
        return code;
    }
    judge_rows(p, yon_published_thirds);
    judge_rows(p, yon_published_fourths);
    settle(p);
    count_shown(p);
    *out = p;
    return CODE_OK;
}

void paper_free(struct paper *p)
{
    if (p) {
        free(p->value);
        free(p->odd);
        free(p->draw);
    }
    free(p);
}
