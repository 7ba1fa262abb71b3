/* SPDX-License-Identifier: MIT
 *
 * Moves in fronts and in tails. A half is (front, tail), so its moves are: inside the
 * front, inside the tail, or from one to the other; with one list for every front (118,035
 * for five columns) and every tail (3.4 million for three rows) no list over the 151
 * million halves is needed.
 */
#include "solve/matrix_tables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- steps in a few rows -------------------------------------------------------------- */

static bool on_top(unsigned stack, int colour)
{
    return colour == BLACK ? nocca_black_top(stack) : nocca_white_top(stack);
}

static uint32_t pushed(unsigned stack, int colour)
{
    return colour == BLACK ? nocca_push_black(stack) : nocca_push_white(stack);
}

static unsigned columns_on_top(uint32_t cells, unsigned columns, int colour)
{
    unsigned mask = 0;
    for (unsigned c = 0; c < columns; c++)
        mask |= (unsigned)on_top(half_cell(cells, c), colour) << c;
    return mask;
}

static unsigned columns_with_room(uint32_t cells, unsigned columns)
{
    unsigned mask = 0;
    for (unsigned c = 0; c < columns; c++)
        mask |= (unsigned)(nocca_height(half_cell(cells, c)) < 3) << c;
    return mask;
}

struct step {
    uint32_t cells[HALF_ROWS];
};

enum { MOST_STEPS = 8 * HALF_COLUMNS };

/* Steps of a colour inside n rows. */
static unsigned steps(const uint32_t cells[HALF_ROWS], unsigned n, unsigned columns,
                      int colour, struct step out[MOST_STEPS])
{
    unsigned found = 0;
    for (unsigned i = 0; i < n * columns; i++) {
        unsigned row = i / columns, c = i % columns, stack = half_cell(cells[row], c);
        if (!on_top(stack, colour))
            continue;
        for (unsigned r = row ? row - 1 : 0; r <= row + 1 && r < n; r++)
            for (unsigned d = c ? c - 1 : 0; d <= c + 1 && d < columns; d++) {
                unsigned under = half_cell(cells[r], d);
                if ((r == row && d == c) || nocca_height(under) == 3)
                    continue;
                struct step *s = &out[found++];
                memcpy(s->cells, cells, sizeof s->cells);
                s->cells[row] = half_put(s->cells[row], c, nocca_pop(stack));
                s->cells[r] = half_put(s->cells[r], d, pushed(under, colour));
            }
    }
    return found;
}

static unsigned showing(const uint32_t cells[HALF_ROWS], unsigned n, unsigned columns)
{
    unsigned flags = 0;
    for (unsigned r = 0; r < n; r++) {
        flags |= columns_on_top(cells[r], columns, WHITE) ? MATRIX_SHOWS_WHITE : 0;
        flags |= columns_on_top(cells[r], columns, BLACK) ? MATRIX_SHOWS_BLACK : 0;
    }
    return flags;
}

unsigned matrix_mobility(const struct nocca_halves *h, const struct half *x, int colour,
                         bool without_front)
{
    const unsigned rows = h->rows - without_front;
    uint32_t cells[HALF_ROWS];
    struct step list[MOST_STEPS];
    half_write(h, x, cells);
    unsigned moves = steps(cells, rows, h->columns, colour, list);
    return (moves ? 1u << 15 : 0) | columns_on_top(cells[rows - 1], h->columns, colour) |
           columns_with_room(cells[rows - 1], h->columns) << 5;
}

/* ---- fronts --------------------------------------------------------------------------- */

static uint32_t popped_row(const struct nocca_halves *h, uint32_t cells, unsigned c,
                           int colour)
{
    unsigned stack = half_cell(cells, c);
    return on_top(stack, colour) ? h->place_any[half_put(cells, c, nocca_pop(stack))]
                                 : HALF_NONE;
}

static uint32_t pushed_row(const struct nocca_halves *h, uint32_t cells, unsigned c,
                           int colour)
{
    unsigned stack = half_cell(cells, c);
    return nocca_height(stack) < 3
               ? h->place_any[half_put(cells, c, pushed(stack, colour))]
               : HALF_NONE;
}

static uint32_t swapped_row(const struct nocca_halves *h, uint32_t cells)
{
    for (unsigned c = 0; c < h->columns; c++)
        cells = half_put(cells, c, nocca_swap_colours(half_cell(cells, c)));
    return h->place_any[cells];
}

static void make_front(struct matrix_board *b, uint32_t m, uint32_t *moves)
{
    const struct nocca_halves *h = b->halves;
    struct matrix_front *front = &b->front[m];
    const uint32_t cells[HALF_ROWS] = {h->any.row[m].cells};
    front->class = h->any.row[m].class;
    front->swapped = swapped_row(h, cells[0]);
    front->showing = (uint8_t)showing(cells, 1, h->columns);
    for (int colour = BLACK; colour <= WHITE; colour++) {
        struct step list[MOST_STEPS];
        unsigned n = steps(cells, 1, h->columns, colour, list);
        front->move[colour] = *moves;
        for (unsigned i = 0; i < n; i++, ++*moves)
            if (b->front_move)
                b->front_move[*moves] = h->place_any[list[i].cells[0]];
        front->tops[colour] = (uint8_t)columns_on_top(cells[0], h->columns, colour);
        memset(front->link[colour], 255, sizeof front->link[colour]);
        for (unsigned c = 0; c < h->columns; c++) {
            front->link[colour][POP + c] = popped_row(h, cells[0], c, colour);
            front->link[colour][PUSH + c] = pushed_row(h, cells[0], c, colour);
        }
    }
    front->move[2] = *moves;
}

static enum code make_fronts(struct matrix_board *b, struct run *run, struct error *err)
{
    const uint32_t count = b->halves->any.count;
    TRY(mem_take(&run->memory, count, sizeof *b->front, "the fronts", &b->front, err));
    for (unsigned pass = 0; pass < 2; pass++) { /* counts first */
        uint32_t moves = 0;
        for (uint32_t m = 0; m < count; m++)
            make_front(b, m, &moves);
        if (pass == 0)
            TRY(mem_take(&run->memory, moves + 1, 4, "the fronts", &b->front_move, err));
    }
    return CODE_OK;
}

/* ---- tails ---------------------------------------------------------------------------- */

/* Cells of the rows of a tail. */
static void tail_cells(const struct nocca_halves *h, unsigned class, unsigned threats,
                       uint32_t number, uint32_t cells[HALF_ROWS])
{
    struct half x = {0};
    memset(cells, 0, HALF_ROWS * sizeof *cells);
    tail_at(h, class, threats, number, &x);
    cells[0] = (threats ? &h->loud : &h->quiet)->row[x.home].cells;
    if (h->rows == 3)
        cells[1] = h->any.row[x.second].cells;
}

/* Number of a tail of the class; HALF_NONE if it is not quiet and only such are wanted. */
static uint32_t tail_of(const struct matrix_board *b, unsigned class,
                        const uint32_t cells[HALF_ROWS], bool only_quiet)
{
    const struct nocca_halves *h = b->halves;
    const struct matrix_tails *tails = &b->tails[class];
    struct half x = {.home = h->place_home[cells[0]]};
    unsigned threats =
        (unsigned)__builtin_popcount(columns_on_top(cells[0], h->columns, WHITE));
    if (only_quiet && threats)
        return HALF_NONE;
    if (threats > 1)
        return tails->quiet + tails->loud;
    x.threats = (uint8_t)threats;
    if (h->rows == 3)
        x.second = h->place_any[cells[1]];
    uint32_t number = tail_number(h, class, &x);
    return threats ? tails->loud_of[number] : number;
}

/* May a threat be answered, whatever the front? On three and four rows the front may always
 * help. */
static bool answerable(const struct nocca_halves *h, const uint32_t cells[HALF_ROWS])
{
    struct step list[MOST_STEPS];
    unsigned n = steps(cells, h->rows - 1, h->columns, BLACK, list);
    if (h->rows == 2 || n == 0)
        return true;
    for (unsigned i = 0; i < n; i++)
        if (!columns_on_top(list[i].cells[0], h->columns, WHITE))
            return true;
    return false;
}

static enum code find_loud(struct matrix_board *b, unsigned class, struct run *run,
                           struct error *err)
{
    const struct nocca_halves *h = b->halves;
    struct matrix_tails *tails = &b->tails[class];
    const uint32_t all = h->tails[1][class];
    tails->quiet = h->tails[0][class];
    TRY(mem_take(&run->memory, all + 1, 4, "the tails", &tails->loud_of, err));
    int threads = run->threads;
#pragma omp parallel for schedule(dynamic, 4096) num_threads(threads)
    for (uint32_t n = 0; n < all; n++) {
        uint32_t cells[HALF_ROWS];
        tail_cells(h, class, 1, n, cells);
        tails->loud_of[n] = answerable(h, cells);
    }
    for (uint32_t n = 0; n < all; n++)
        if (tails->loud_of[n])
            tails->loud_of[n] = tails->quiet + tails->loud++;
        else
            tails->loud_of[n] = HALF_NONE;
    for (uint32_t n = 0; n < all; n++)
        if (tails->loud_of[n] == HALF_NONE)
            tails->loud_of[n] = tails->quiet + tails->loud;
    return CODE_OK;
}

/* Moves of a tail, only counted where list is null. White's are those of quiet tails. */
static unsigned tail_moves(const struct matrix_board *b, unsigned class, bool loud,
                           const uint32_t cells[HALF_ROWS], int colour, uint32_t *list)
{
    struct step step[MOST_STEPS];
    const unsigned n =
        steps(cells, b->halves->rows - 1, b->halves->columns, colour, step);
    unsigned kept = 0;
    if (loud && colour == WHITE)
        return 0;
    for (unsigned i = 0; i < n; i++) {
        if (colour == BLACK &&
            columns_on_top(step[i].cells[0], b->halves->columns, WHITE))
            continue;
        if (list)
            list[kept] = tail_of(b, class, step[i].cells, colour == BLACK);
        kept++;
    }
    return kept;
}

static uint32_t linked(const struct matrix_board *b, unsigned class,
                       const uint32_t cells[HALF_ROWS], unsigned c, int colour, bool push)
{
    const unsigned row = b->halves->rows - 2, stack = half_cell(cells[row], c);
    const unsigned piece = colour == BLACK ? 1 : HALF_SIDE;
    uint32_t made[HALF_ROWS];
    memcpy(made, cells, sizeof made);
    if (push) {
        unsigned have = colour == BLACK ? class % HALF_SIDE : class / HALF_SIDE;
        if (nocca_height(stack) == 3 || have == b->halves->columns)
            return HALF_NONE;
        made[row] = half_put(cells[row], c, pushed(stack, colour));
        return tail_of(b, class + piece, made, colour == BLACK);
    }
    if (!on_top(stack, colour))
        return HALF_NONE;
    made[row] = half_put(cells[row], c, nocca_pop(stack));
    return tail_of(b, class - piece, made, colour == BLACK);
}

static void make_tail(const struct matrix_board *b, unsigned class, uint32_t t)
{
    const struct nocca_halves *h = b->halves;
    const struct matrix_tails *tails = &b->tails[class];
    const bool loud = t >= tails->quiet;
    uint32_t cells[HALF_ROWS];
    tail_cells(h, class, loud, loud ? tails->mirror[t] : t, cells);
    struct step step[MOST_STEPS];
    tails->flags[t] = (uint8_t)showing(cells, h->rows - 1, h->columns);
    if (steps(cells, h->rows - 1, h->columns, BLACK, step) == 0)
        tails->flags[t] |= MATRIX_STILL;
    for (int colour = BLACK; colour <= WHITE; colour++) {
        tail_moves(b, class, loud, cells, colour,
                   tails->move[colour] + tails->start[colour][t]);
        if (loud && (colour == WHITE || h->rows == 3))
            continue;
        for (unsigned c = 0; c < HALF_COLUMNS; c++) {
            uint32_t *link = tails->link[colour][t];
            link[POP + c] = link[PUSH + c] = HALF_NONE;
            if (c >= h->columns)
                continue;
            link[PUSH + c] = linked(b, class, cells, c, colour, true);
            if (!loud)
                link[POP + c] = linked(b, class, cells, c, colour, false);
        }
    }
    if (loud)
        return;
    struct half x = {0}, image;
    tail_at(h, class, 0, t, &x);
    x.front = x.second;
    half_mirror(h, &x, &image);
    tails->mirror[t] = tail_number(h, class, &image);
    if (half_kill(h, &x))
        tails->flags[t] |= MATRIX_KILL;
    if (tails->mirror[t] >= t)
        tails->flags[t] |= MATRIX_KEPT;
    if (tails->mirror[t] <= t)
        tails->flags[t] |= MATRIX_IMAGE_KEPT;
}

static void list_tails(struct matrix_tails *tails)
{
    for (uint32_t t = 0; t < tails->quiet; t++) {
        const unsigned kill = tails->flags[t] & MATRIX_KILL;
        tails->place[0][t] = tails->listed[kill][0];
        tails->list[kill][0][tails->listed[kill][0]++] = t;
        if (!(tails->flags[t] & MATRIX_KEPT))
            continue;
        tails->place[1][t] = tails->listed[kill][1];
        tails->list[kill][1][tails->listed[kill][1]++] = t;
    }
}

/* Counts the moves of every tail, then their sums. */
static void count_moves(const struct matrix_board *b, unsigned class, struct run *run)
{
    struct matrix_tails *tails = &((struct matrix_board *)(uintptr_t)b)->tails[class];
    const uint32_t all = tails->quiet + tails->loud;
    const int threads = run->threads;
#pragma omp parallel for schedule(dynamic, 1024) num_threads(threads)
    for (uint32_t t = 0; t < all; t++) {
        uint32_t cells[HALF_ROWS];
        const bool loud = t >= tails->quiet;
        tail_cells(b->halves, class, loud, loud ? tails->mirror[t] : t, cells);
        for (int colour = BLACK; colour <= WHITE; colour++)
            tails->start[colour][t + 1] = tail_moves(b, class, loud, cells, colour, NULL);
    }
    for (int colour = BLACK; colour <= WHITE; colour++)
        for (uint32_t t = 0; t < all; t++)
            tails->start[colour][t + 1] += tails->start[colour][t];
}

static enum code make_tails(struct matrix_board *b, unsigned class, struct run *run,
                            struct error *err)
{
    struct matrix_tails *tails = &b->tails[class];
    const uint32_t all = tails->quiet + tails->loud;
    struct budget *m = &run->memory;
    const int threads = run->threads;
    const char *what = "the tails";
    TRY(mem_take(m, all + 1, 4, what, &tails->mirror, err));
    for (uint32_t n = 0; n < b->halves->tails[1][class]; n++)
        if (tails->loud_of[n] < all) /* of loud ones: which they are */
            tails->mirror[tails->loud_of[n]] = n;
    TRY(mem_take(m, all + 1, 1, what, &tails->flags, err));
    for (int i = 0; i < 2; i++) {
        TRY(mem_take(m, all + 2, 8, what, &tails->start[i], err));
        TRY(mem_take(m, i == BLACK && b->halves->rows == 2 ? all + 1 : tails->quiet + 1,
                     sizeof **tails->link, what, &tails->link[i], err));
        TRY(mem_take(m, tails->quiet + 1, 4, what, &tails->place[i], err));
        for (int half = 0; half < 2; half++)
            TRY(mem_take(m, tails->quiet + 1, 4, what, &tails->list[i][half], err));
    }
    count_moves(b, class, run);
    for (int i = 0; i < 2; i++)
        TRY(mem_take(m, tails->start[i][all] + 1, 4, what, &tails->move[i], err));
#pragma omp parallel for schedule(dynamic, 1024) num_threads(threads)
    for (uint32_t t = 0; t < all; t++)
        make_tail(b, class, t);
    list_tails(tails);
    return CODE_OK;
}

/* ---- all ------------------------------------------------------------------------------ */

static bool occurs(const struct nocca_halves *h, unsigned class)
{
    return class / HALF_SIDE <= h->columns && class % HALF_SIDE <= h->columns;
}

enum code matrix_tables(struct matrix_board *b, const struct nocca_halves *h,
                        struct run *run, struct error *err)
{
    const uint64_t before = run->memory.used;
    b->halves = h;
    TRY(make_fronts(b, run, err));
    for (unsigned k = 0; k < HALF_CLASSES; k++)
        if (occurs(h, k))
            TRY(find_loud(b, k, run, err));
    for (unsigned k = 0; k < HALF_CLASSES; k++)
        if (occurs(h, k))
            TRY(make_tails(b, k, run, err));
    matrix_classes(b);
    TRY(matrix_keep_columns(b, run, err));
    b->table_bytes = run->memory.used - before;
    return CODE_OK;
}

void matrix_tables_free(struct matrix_board *b, struct run *run)
{
    struct budget *m = &run->memory;
    if (!b->halves)
        return;
    matrix_drop_columns(b, run);
    uint64_t moves = b->front_move ? b->front[b->halves->any.count - 1].move[2] + 1u : 0;
    mem_give(m, b->front_move, moves, 4);
    mem_give(m, b->front, b->halves->any.count, sizeof *b->front);
    for (unsigned k = 0; k < HALF_CLASSES; k++) {
        struct matrix_tails *tails = &b->tails[k];
        const uint32_t all = tails->quiet + tails->loud;
        if (!tails->loud_of)
            continue;
        for (int i = 0; i < 2; i++) {
            if (tails->move[i])
                mem_give(m, tails->move[i], tails->start[i][all] + 1, 4);
            mem_give(m, tails->start[i], all + 2, 8);
            mem_give(m, tails->link[i],
                     i == BLACK && b->halves->rows == 2 ? all + 1 : tails->quiet + 1,
                     sizeof **tails->link);
            mem_give(m, tails->place[i], tails->quiet + 1, 4);
            for (int half = 0; half < 2; half++)
                mem_give(m, tails->list[i][half], tails->quiet + 1, 4);
        }
        mem_give(m, tails->flags, all + 1, 1);
        mem_give(m, tails->mirror, all + 1, 4);
        mem_give(m, tails->loud_of, b->halves->tails[1][k] + 1, 4);
    }
}

/* More than a tail takes: 230 bytes for a quiet one, 50 for each with a threat. */
uint64_t matrix_tables_bytes(const struct nocca_halves *h)
{
    uint64_t bytes = (uint64_t)h->any.count * (sizeof(struct matrix_front) + 48);
    for (unsigned k = 0; k < HALF_CLASSES; k++)
        if (occurs(h, k))
            bytes += (uint64_t)h->tails[0][k] * 230 + (uint64_t)h->tails[1][k] * 50;
    return bytes;
}
