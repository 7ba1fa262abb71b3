/* SPDX-License-Identifier: MIT
 *
 * Transposes of the matrix engine on an odd number of rows. The middle row m belongs to
 * neither player, so it is taken into both halves: T_k has rows (m, a) with m as the front,
 * and columns x, the rows beyond. After the flip m, its colours exchanged, is the front of
 * the other half, so white to move is, for each m by itself, a transpose:
 *
 *   T[(m, a)][x]  seen by the other side is  T[(m', x)][a],  m' = m with colours exchanged
 *
 * A step touches two rows of the board that are beside each other; it stays inside (m, a)
 * or inside (m, x). The first kind is an operation on rows of the transpose, the second on
 * rows of the matrix before it is transposed. So nothing crosses, no piece is ever "in
 * hand", and the rows (m, a) of a class share their columns whatever m is. The alternatives
 * were a matrix for each m with lines of its own, most of them of a few bits (of 118,035
 * middle rows of five columns 87,682 hold eight to ten of the ten pieces), and the engine that
 * goes position by position, with 30.7 GiB on 5x5 where this takes 3.2.
 *
 * The class of the matrix with rows (m', x) depends on the pieces of m; x alone is a tail.
 * Strips of T_k with nothing undecided are left out; elsewhere the source is transposed
 * whole, because any row may be asked for, but moves inside (m, x) only for columns that
 * are undecided in some row of the block.
 */
#include "solve/matrix_solver.h"

#include <string.h>

enum { CHUNK = 1 << 18 }; /* positions that a thread takes at a time, about */

/* All blocks of T_k whose fronts have one class: T of class y, transposed. */
struct blocks {
    struct matrix_job job; /* x is y here */
    const struct matrix_class *k, *y;
    uint32_t first, fronts; /* m */
};

/* n columns of a class, or their mirror images, as rows with this front, `base` the number
 * of the first of these. */
static unsigned with_front(const struct matrix_board *b, const struct matrix_class *k,
                           uint32_t column, uint32_t n, bool mirrored, uint32_t front,
                           uint32_t base, struct matrix_columns *out)
{
    const unsigned real = matrix_columns(b, k, column, n, mirrored, out);
    for (unsigned i = 0; i < real; i++) {
        out->own[0][i] = base + out->tail[i];
        out->own[1][i] = front;
    }
    out->row = out->own[0];
    out->front = out->own[1];
    return real;
}

/* Columns that are undecided in one of the rows with front m, in a strip of T_k. */
static void undecided(const struct matrix_board *b, const struct matrix_class *k,
                      uint32_t m, uint32_t strip, uint8_t needed[MATRIX_LINE])
{
    const uint32_t rows = b->tails[k->k - b->front[m].class].quiet;
    const uint64_t first = (uint64_t)strip * k->rows + matrix_row(b, k, m, 0);
    const uint8_t *won = k->won + first * k->width, *lost = k->lost + first * k->width;
    const uint64_t bytes = (uint64_t)rows * k->width;
    const unsigned words = (k->width + 7) / 8;
    uint64_t sum[MATRIX_LINE / 8] = {0};
    for (uint64_t at = 0; at < bytes; at += 8 * words)
        for (unsigned w = 0; w < words; w++) {
            const uint64_t from = at + 8 * w, left = bytes - from;
            uint64_t is_won = ~(uint64_t)0, is_lost = 0;
            if (left >= 8) {
                memcpy(&is_won, won + from, 8);
                memcpy(&is_lost, lost + from, 8);
            } else { /* short lines only */
                memcpy(&is_won, won + from, left);
                memcpy(&is_lost, lost + from, left);
            }
            sum[w] |= ~(is_won | is_lost);
        }
    for (unsigned bits = 32; bits >= 8 * k->width; bits /= 2)
        sum[0] |= sum[0] >> bits; /* several short lines in a word */
    memcpy(needed, sum, k->width);
}

/* n lines of strip j of T_y, or of a tile, to rows of T_k. */
static void transpose_tile(struct solver *s, const struct blocks *t, uint32_t i,
                           unsigned n, bool invert, uint8_t *out,
                           const struct matrix_columns *to, unsigned rows,
                           struct matrix_worker *w)
{
    const struct matrix_class *k = t->k;
    s->kernel->transpose(w->line, n, t->y->width, invert,
                         out + (uint64_t)i * k->quiet * k->width, to->row, rows,
                         k->width);
}

/* Strips j .. j+group-1 of T_y against strip i of T_k, for the rows of T_k with front m;
 * the columns of strip i are listed, n of them. */
static void transpose_tiles(struct solver *s, const struct blocks *t, uint32_t m,
                            uint32_t j, unsigned group, uint32_t i, bool mirrored,
                            unsigned n, unsigned listed, struct matrix_worker *w)
{
    const struct matrix_class *y = t->y;
    const struct matrix_board *b = &s->board;
    const uint32_t base = matrix_row(b, t->k, m, 0), across = 8 * y->width;
    const uint8_t *from = t->job.win ? y->lost : y->won;
    struct matrix_columns *to = w->other[mirrored];
    unsigned *rows = w->others[mirrored];
    for (unsigned g = 0; g < group; g++) {
        const uint8_t *strip = from + (uint64_t)(j + g) * y->rows * y->width;
        rows[g] = with_front(b, &b->class[y->partner], (j + g) * across, across, mirrored,
                             m, base, &to[g]);
        for (unsigned c = 0; c < n; c++)
            w->line[c] = strip + (uint64_t)w->at.row[c] * y->width;
        transpose_tile(s, t, i, n, !t->job.win, t->job.source, &to[g], rows[g], w);
    }
    if (!listed)
        return;
    const struct matrix_lines *lines =
        group > 1 ? &s->kernel->inside_grouped : &s->kernel->lines[y->width_index];
    lines->inside(&t->job, j, &w->at, w->list, listed, w->tile);
    for (unsigned g = 0; g < group; g++) {
        for (unsigned c = 0; c < n; c++)
            w->line[c] = w->tile + ((uint64_t)g * MATRIX_TILE + c) * y->width;
        transpose_tile(s, t, i, n, false, t->job.inside, &to[g], rows[g], w);
    }
}

/* Strip i of the rows with front m. */
static void transpose_block(struct solver *s, const struct blocks *t, uint32_t m,
                            uint32_t i, struct matrix_worker *w)
{
    const struct matrix_board *b = &s->board;
    const struct matrix_class *k = t->k, *y = t->y;
    const uint32_t wide = 8 * k->width;
    const unsigned most = y->width == MATRIX_LINE ? MATRIX_GROUP : 1;
    uint8_t needed[MATRIX_LINE] = {0};
    undecided(b, k, m, i, needed);
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        const uint32_t image = mirrored ? b->halves->any.row[m].mirror : m;
        const uint32_t front = b->front[image].swapped;
        const unsigned n = with_front(b, &b->class[k->partner], i * wide, wide, mirrored,
                                      front, matrix_row(b, y, front, 0), &w -> at);
        const unsigned listed = matrix_list_bits(needed, n, w->list);
        for (uint32_t j = 0, group; j < y->strips; j += group) {
            group = j + most <= y->strips ? most : 1;
            transpose_tiles(s, t, m, j, group, i, mirrored, n, listed, w);
        }
    }
}

/* The class of the rows (m', x), for fronts m of one class. */
static const struct matrix_class *across(const struct matrix_board *b,
                                         const struct matrix_class *k, unsigned part)
{
    return &b->class[k->partner + part % HALF_SIDE * HALF_SIDE + part / HALF_SIDE];
}

bool matrix_middle_news(const struct solver *s, const struct matrix_class *k,
                        unsigned last)
{
    bool news = false;
    for (unsigned part = 0; part <= k->k; part++)
        news |= half_within(part, k->k) && across(&s->board, k, part)->news[last];
    return news;
}

/* The fronts of one class. */
static void transpose_fronts(struct solver *s, const struct matrix_job *job,
                             unsigned part)
{
    const struct half_list *list = &s->board.halves->any;
    struct blocks t = {.job = *job,
                       .k = job->k,
                       .y = across(&s->board, job->k, part),
                       .first = list->start[part],
                       .fronts = list->start[part + 1] - list->start[part]};
    const uint32_t strips = t.k->strips;
    const uint64_t positions =
        (uint64_t)s->board.tails[job->k->k - part].quiet * t.k->width * 8;
    t.job.x = t.y;
    if (positions == 0 || strips == 0 || t.y->strips == 0)
        return;
    const int threads = positions * strips * t.fronts < CHUNK ? 1 : s->run->threads;
    const uint64_t chunk = 1 + CHUNK / positions;
#pragma omp parallel for schedule(dynamic, chunk) num_threads(threads)
    for (uint64_t n = 0; n < (uint64_t)t.fronts * strips; n++)
        if (t.k->busy[n / t.fronts])
            transpose_block(s, &t, t.first + (uint32_t)(n % t.fronts),
                            (uint32_t)(n / t.fronts), &s->worker[run_thread()]);
}

void matrix_transpose_middle(struct solver *s, const struct matrix_job *job)
{
    for (unsigned part = 0; part <= job->k->k; part++)
        if (half_within(part, job->k->k))
            transpose_fronts(s, job, part);
}
