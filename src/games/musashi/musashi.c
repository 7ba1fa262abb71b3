/* SPDX-License-Identifier: MIT
 *
 * Sixteen Musashi, slow face. The board is a parameter; see board.h.
 *
 * Brown wins what it can force; everything else is a black win, because a position that
 * occurs again is one. So "undecided" means that black wins, and a black win has no
 * plies; a brown side that cannot move has lost in the same way. Tables hold positions
 * with brown to move only: with black to move the value follows from at most eight
 * successors.
 */
#include "game/game.h"
#include "game/notation.h"
#include "games/musashi/board.h"
#include "games/musashi/count.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BROWN, BLACK };

struct state {
    uint64_t brown;
    uint8_t black, side;
};

static struct state get(const struct position *p)
{
    struct state s;
    memcpy(&s.brown, p->byte, sizeof s.brown);
    s.black = p->byte[8];
    s.side = p->byte[9];
    return s;
}

static void put(struct state s, struct position *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->byte, &s.brown, sizeof s.brown);
    out->byte[8] = s.black;
    out->byte[9] = s.side;
}

static uint64_t bit(unsigned p)
{
    return (uint64_t)1 << p;
}

/* ---- variants ----------------------------------------------------------------------- */

static const struct variant_info variants[] = {
    {"33", "square with its diagonals and a triangle of 8 points"},
    {"31", "square without its long diagonals and a triangle of 6 points"},
    {"25", "square with its diagonals"},
    {"3x5", "toy board of three rows and five columns"},
    {"3x3", "toy board of three rows and three columns"},
    {NULL, NULL},
};

static enum code open_variant(struct variant *v, const char *name, struct error *err)
{
    unsigned index;
    TRY(game_choose_variant(v, *name ? name : "33", &index, err));
    struct mus_board *b;
    TRY(mem_small(1, sizeof *b, &b, err));
    assert(strcmp(mus_drawings[index].name, variants[index].name) == 0);
    mus_board_make(b, &mus_drawings[index]);
    v->tables = b;
    v->example = b->drawing->initial;
    v->span = mus_slice_size(b);
    v->slots = b->slices * v->span;
    v->positions = 2 * b->points * v->span;
    return CODE_OK;
}

static void close_variant(struct variant *v)
{
    free((void *)(uintptr_t)v->tables);
}

/* ---- notation ----------------------------------------------------------------------- */

static enum code parse_point(struct cursor *c, unsigned p, struct state *s,
                             struct error *err)
{
    int mark = toupper((unsigned char)*c->at);
    if (mark == 'X' && p != MUS_NO_POINT && s->black == MUS_NO_POINT)
        s->black = (uint8_t)p;
    else if (mark == 'O' && p != MUS_NO_POINT)
        s->brown |= bit(p);
    else if (*c->at != '.')
        return notation_error(c,
                              p == MUS_NO_POINT
                                  ? "the board has no point: '.' is expected"
                              : mark == 'X' ? "there is a second 'X': 'o' or '.' is "
                                              "expected"
                              : s->black == MUS_NO_POINT ? "'o', 'X' or '.' is expected"
                                                         : "'o' or '.' is expected",
                              err);
    c->at++;
    return CODE_OK;
}

static enum code parse(const struct variant *v, const char *text, struct position *out,
                       struct error *err)
{
    const struct mus_board *b = v->tables;
    struct cursor c = {text, text, b->drawing->initial};
    struct state s = {.black = MUS_NO_POINT};
    for (unsigned y = 0; y < b->rows; y++) {
        if (y > 0)
            TRY(notation_expect(&c, '/', err));
        for (unsigned x = 0; x < b->columns; x++)
            TRY(parse_point(&c, b->at[y][x], &s, err));
    }
    TRY(notation_expect(&c, ' ', err));
    int side = toupper((unsigned char)*c.at);
    if (side != 'X' && side != 'O')
        return notation_error(&c, "the side to move, 'o' or 'X', is expected", err);
    s.side = side == 'X' ? BLACK : BROWN;
    c.at++;
    if (!notation_at_end(&c))
        return notation_error(&c, "the end is expected", err);
    if (s.black == MUS_NO_POINT)
        return notation_impossible(&c, "there is no black piece 'X'", err);
    put(s, out);
    return CODE_OK;
}

static void initial(const struct variant *v, struct position *out)
{
    const struct mus_board *b = v->tables;
    enum code code = parse(v, b->drawing->initial, out, NULL);
    assert(code == CODE_OK);
    (void)code;
}

static char mark_at(const struct state *s, unsigned p)
{
    return p == MUS_NO_POINT ? '.' : p == s->black ? 'X' : s->brown >> p & 1 ? 'o' : '.';
}

static void print(const struct variant *v, const struct position *p, char out[GAME_TEXT])
{
    const struct mus_board *b = v->tables;
    struct state s = get(p);
    for (unsigned y = 0; y < b->rows; y++) {
        for (unsigned x = 0; x < b->columns; x++)
            *out++ = mark_at(&s, b->at[y][x]);
        *out++ = y + 1 < b->rows ? '/' : ' ';
    }
    *out++ = s.side == BLACK ? 'X' : 'o';
    *out = '\0';
}

static const char *side(const struct variant *v, const struct position *p)
{
    (void)v;
    return get(p).side == BLACK ? "X" : "o";
}

/* ---- rules -------------------------------------------------------------------------- */

static enum ending ending(const struct variant *v, const struct position *p)
{
    const struct mus_board *b = v->tables;
    struct state s = get(p);
    uint64_t empty = ~(s.brown | bit(s.black));
    if (s.side == BLACK)
        return b->near[s.black] & empty ? GOES_ON : ENDS_LOSS;
    for (uint64_t men = s.brown; men; men &= men - 1)
        if (b->near[__builtin_ctzll(men)] & empty)
            return GOES_ON;
    return ENDS_DRAW; /* what is not decided is black's */
}

/* A move is the point left and the point reached. */
static unsigned steps_from(const struct mus_board *b, unsigned from, uint64_t empty,
                           unsigned n, struct move out[GAME_MOVES])
{
    for (uint64_t to = b->near[from] & empty; to; to &= to - 1)
        out[n++] = (struct move){from << 8 | (uint32_t)__builtin_ctzll(to)};
    return n;
}

static unsigned moves(const struct variant *v, const struct position *p,
                      struct move out[GAME_MOVES])
{
    const struct mus_board *b = v->tables;
    struct state s = get(p);
    uint64_t empty = ~(s.brown | bit(s.black));
    unsigned n = 0;
    for (uint64_t men = s.side == BLACK ? bit(s.black) : s.brown; men; men &= men - 1)
        n = steps_from(b, (unsigned)__builtin_ctzll(men), empty, n, out);
    return n;
}

static void print_move(const struct variant *v, const struct position *p, struct move m,
                       char out[GAME_TEXT])
{
    (void)v, (void)p;
    snprintf(out, GAME_TEXT, "%u-%u", m.code >> 8, m.code & 255);
}

static enum ending play(const struct variant *v, const struct position *p, struct move m,
                        struct position *next)
{
    const struct mus_board *b = v->tables;
    struct state s = get(p);
    unsigned from = m.code >> 8, to = m.code & 255;
    if (s.side == BLACK) {
        s.black = (uint8_t)to;
        s.brown = mus_capture(b, to, s.brown);
    } else {
        s.brown = (s.brown & ~bit(from)) | bit(to);
    }
    s.side = !s.side;
    put(s, next);
    return ending(v, next);
}

static enum value undecided(const struct variant *v, const struct position *p)
{
    (void)v;
    return get(p).side == BLACK ? VALUE_WIN : VALUE_LOSS;
}

/* ---- numbering ---------------------------------------------------------------------- */

/* Rank: side, black's point, brown's set with the bit of that point left out. */
static uint64_t rank(const struct variant *v, const struct position *p)
{
    const struct mus_board *b = v->tables;
    struct state s = get(p);
    uint64_t low = s.brown & (bit(s.black) - 1), high = s.brown >> (s.black + 1);
    return (s.side * b->points + s.black) * v->span + (low | high << s.black);
}

static void unrank(const struct variant *v, uint64_t number, struct position *out)
{
    const struct mus_board *b = v->tables;
    uint64_t set = number % v->span, point = number / v->span;
    struct state s = {.side = point >= b->points, .black = (uint8_t)(point % b->points)};
    uint64_t low = set & (bit(s.black) - 1);
    s.brown = low | (set ^ low) << 1;
    put(s, out);
}

static uint64_t slot(const struct variant *v, const struct position *p)
{
    const struct mus_board *b = v->tables;
    struct state s = get(p);
    if (s.side == BLACK)
        return SLOT_DERIVED;
    return b->slice[s.black] * v->span + mus_index(b, s.black, s.brown);
}

static void at_slot(const struct variant *v, uint64_t number, struct position *out)
{
    const struct mus_board *b = v->tables;
    unsigned slice = (unsigned)(number / v->span);
    put((struct state){.black = b->black[slice],
                       .brown = mus_set(b, slice, number % v->span),
                       .side = BROWN},
        out);
}

static uint64_t weight(const struct variant *v, uint64_t number)
{
    const struct mus_board *b = v->tables;
    return b->on_axis[b->black[number / v->span]] ? 1 : 2;
}

static void symmetric(const struct variant *v, const struct position *p, unsigned k,
                      struct position *out)
{
    const struct mus_board *b = v->tables;
    struct state s = get(p);
    k %= b->symmetries; /* the boards have different numbers of them */
    s.black = b->image[k][s.black];
    s.brown = mus_image(b, k, s.brown);
    put(s, out);
}

/* ---- subsets ------------------------------------------------------------------------ */

static unsigned subsets(const struct variant *v)
{
    const struct mus_board *b = v->tables;
    return 2 * b->points;
}

static void subset_name(const struct variant *v, unsigned i, char out[GAME_NAME])
{
    (void)v;
    snprintf(out, GAME_NAME, "brown=%u to_move=%s", i / 2, i % 2 ? "brown" : "black");
}

static unsigned subset(const struct variant *v, const struct position *p)
{
    (void)v;
    struct state s = get(p);
    return 2 * (unsigned)__builtin_popcountll(s.brown) + (s.side == BROWN);
}

static enum code count(const struct variant *v, struct run *run,
                       struct count_report *report, struct error *err)
{
    (void)run;
    const struct mus_board *b = v->tables;
    struct mus_sizes all, unique;
    mus_sizes(b, 1, &all);
    mus_sizes(b, b->symmetries, &unique);
    TRY(mus_count_set("all", &all, b->points, report, err));
    TRY(mus_count_set("unique", &unique, b->points, report, err));
    struct mus_sizes stuck;
    mus_stuck(b, &stuck);
    return mus_count_stuck(&stuck, b->points, report, err);
}

/* ---- picture ------------------------------------------------------------------------ */

static void put_text(char **out, const char *text)
{
    size_t n = strlen(text);
    memcpy(*out, text, n + 1);
    *out += n;
}

static void draw_point(const struct state *s, unsigned p, bool color, char **out)
{
    char mark[16] = "  ", piece = mark_at(s, p);
    if (p != MUS_NO_POINT && piece == '.')
        snprintf(mark, sizeof mark, "%2u", p);
    else if (piece != '.')
        snprintf(mark, sizeof mark, " %c", piece == 'o' ? 'O' : 'X');
    if (color && p != MUS_NO_POINT)
        put_text(out, piece == 'X'   ? "\033[1;31m"
                      : piece == 'o' ? "\033[33m"
                                     : "\033[2m");
    put_text(out, mark);
    if (color && p != MUS_NO_POINT)
        put_text(out, "\033[0m");
}

static bool joined(const struct mus_board *b, unsigned y, unsigned x, unsigned to_y,
                   unsigned to_x)
{
    if (to_x >= b->columns)
        return false;
    unsigned p = b->at[y][x], q = b->at[to_y][to_x];
    return p != MUS_NO_POINT && q != MUS_NO_POINT && b->near[p] >> q & 1;
}

/* The lines between two rows of points. An edge two rows long passes a place without
 * point; the picture shows both halves. */
static void draw_between(const struct mus_board *b, unsigned y, char **out)
{
    for (unsigned x = 0; x < b->columns; x++) {
        bool down = joined(b, y, x, y + 1, x);
        if (y + 2 < b->rows && b->at[y + 1][x] == MUS_NO_POINT)
            down |= joined(b, y, x, y + 2, x);
        if (y > 0 && b->at[y][x] == MUS_NO_POINT)
            down |= joined(b, y - 1, x, y + 1, x);
        bool fall = joined(b, y, x, y + 1, x + 1);
        bool rise = x + 1 < b->columns && joined(b, y + 1, x, y, x + 1);
        put_text(out, down ? " |" : "  ");
        put_text(out, fall && rise ? " X " : fall ? " \\ " : rise ? " / " : "   ");
    }
    put_text(out, "\n");
}

static void draw(const struct variant *v, const struct position *p, bool color,
                 char out[GAME_PICTURE])
{
    const struct mus_board *b = v->tables;
    struct state s = get(p);
    for (unsigned y = 0; y < b->rows; y++) {
        for (unsigned x = 0; x < b->columns; x++) {
            draw_point(&s, b->at[y][x], color, &out);
            put_text(&out, joined(b, y, x, y, x + 1) ? " --" : "   ");
        }
        put_text(&out, "\n");
        if (y + 1 < b->rows)
            draw_between(b, y, &out);
    }
}

const struct game musashi_game = {
    .name = "musashi",
    .title = "Sixteen Musashi",
    .rules =
        "Brown (o) has up to sixteen men, black (X) has one; all stand on the points of a\n"
        "board of lines. Brown begins; the sides take turns and may not pass.\n"
        "\n"
        "  Brown moves a man along a line to an empty neighbouring point. It never takes.\n"
        "  Black moves along a line to an empty neighbouring point. Whenever it arrives\n"
        "  exactly between two men on one line, both are removed; all such pairs at once.\n"
        "  Brown may step beside black on both sides; that takes nothing.\n"
        "\n"
        "Brown wins when it is black's turn and black cannot move. Black wins when it is\n"
        "brown's turn and brown cannot move, or when a position occurs for a second time.\n"
        "There is no draw. A brown win is counted in plies, a black win is not: black only\n"
        "has to go on for ever.\n"
        "\n"
        "Boards: musashi:33 (the default), musashi:31, musashi:25, and the toys 3x5 and 3x3.\n"
        "\n"
        "Position: rows from the top, 'o' brown, 'X' black, '.' empty or no point; then the\n"
        "side to move:\n"
        "\n"
        "    ooooo../o...o../o.X.o../o...o../ooooo.. o\n"
        "\n"
        "Points are numbered from the middle row upwards, then downwards (the picture of\n"
        "'hissho query' shows them). A move is two points: 14-15.\n",
    .position_example = "ooooo../o...o../o.X.o../o...o../ooooo.. o",
    .variants = variants,
    .open = open_variant,
    .close = close_variant,
    .initial = initial,
    .parse = parse,
    .print = print,
    .side = side,
    .ending = ending,
    .moves = moves,
    .print_move = print_move,
    .play = play,
    .rank = rank,
    .unrank = unrank,
    .slot = slot,
    .at_slot = at_slot,
    .weight = weight,
    .symmetries = MUS_SYMMETRIES,
    .symmetric = symmetric,
    .undecided = undecided,
    .unit = "orbits",
    .subsets = subsets,
    .subset_name = subset_name,
    .subset = subset,
    .draw = draw,
    .count = count,
};
