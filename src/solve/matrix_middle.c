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
    unsigned group;         /* strips of y that are treated together */
    uint32_t groups;
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

/* Columns that are undecided in one of the rows. */
static bool add_undecided(const struct matrix_class *k, uint32_t strip,
                          const uint32_t *row, unsigned rows, uint8_t needed[MATRIX_LINE])
{
    const uint64_t first = (uint64_t)strip * k->rows;
    const unsigned words = (k->width + 7) / 8, size = k->width < 8 ? k->width : 8;
    uint64_t sum[MATRIX_LINE / 8] = {0}, any = 0;
    for (unsigned i = 0; i < rows; i++) {
        const uint64_t at = (first + row[i]) * k->width;
        for (unsigned w = 0; w < words; w++) {
            uint64_t won = ~(uint64_t)0, lost = 0;
            memcpy(&won, k->won + at + 8 * w, size);
            memcpy(&lost, k->lost + at + 8 * w, size);
            sum[w] |= ~(won | lost);
        }
    }
    for (unsigned w = 0; w < words; w++) {
        uint64_t before;
        memcpy(&before, needed + 8 * w, 8);
        before |= sum[w];
        memcpy(needed + 8 * w, &before, 8);
        any |= sum[w];
    }
    return any != 0;
}

/* Strips j .. j+group-1 of T_y against strip i of T_k, for the rows of T_k with front m,
 * which are listed. */
static void transpose_tiles(struct solver *s, const struct blocks *t, uint32_t m,
                            uint32_t j, unsigned group, uint32_t i, bool mirrored,
                            struct matrix_worker *w)
{
    const struct matrix_kernel *kernel = s->kernel;
    const struct matrix_job *job = &t->job;
    const struct matrix_class *k = t->k, *y = t->y;
    const struct matrix_board *b = job->board;
    const struct matrix_columns *rows = w->other[mirrored];
    const uint32_t wide = 8 * k->width;
    const uint32_t image = mirrored ? b->halves->any.row[m].mirror : m;
    const uint32_t front = b->front[image].swapped;
    const uint64_t strip = (uint64_t)i * k->quiet * k->width;
    const unsigned n = with_front(b, &b->class[k->partner], i * wide, wide, mirrored,
                                  front, matrix_row(b, y, front, 0), &w -> at);
    const uint8_t *from = job->win ? y->lost : y->won;
    uint8_t needed[MATRIX_LINE] = {0};
    bool any[MATRIX_GROUP] = {0};
    for (unsigned g = 0; g < group; g++) {
        for (unsigned c = 0; c < n; c++)
            w->line[c] = from + ((uint64_t)(j + g) * y->rows + w->at.row[c]) * y->width;
        kernel->transpose(w->line, n, y->width, !job->win, job->source + strip,
                          rows[g].row, w->others[mirrored][g], k->width);
        any[g] = add_undecided(k, i, rows[g].row, w->others[mirrored][g], needed);
    }
    const unsigned listed = matrix_list_bits(needed, n, w->list);
    const struct matrix_lines *lines =
        group > 1 ? &kernel->inside_grouped : &kernel->lines[y->width_index];
    if (listed)
        lines->inside(job, j, &w->at, w->list, listed, w->tile);
    for (unsigned g = 0; g < group; g++) {
        if (!any[g])
            continue;
        for (unsigned c = 0; c < n; c++)
            w->line[c] = w->tile + ((uint64_t)g * MATRIX_TILE + c) * y->width;
        kernel->transpose(w->line, n, y->width, false, job->inside + strip, rows[g].row,
                          w->others[mirrored][g], k->width);
    }
}

static void transpose_block(struct solver *s, const struct blocks *t, uint32_t m,
                            uint32_t j, unsigned group, struct matrix_worker *w)
{
    const struct matrix_board *b = &s->board;
    const uint32_t base = matrix_row(b, t->k, m, 0), across = 8 * t->y->width;
    for (unsigned mirrored = 0; mirrored < 2; mirrored++)
        for (unsigned g = 0; g < group; g++)
            w->others[mirrored][g] =
                with_front(b, &b->class[t->y->partner], (j + g) * across, across,
                           mirrored != 0, m, base, &w->other[mirrored][g]);
    for (uint32_t i = 0; i < t->k->strips; i++)
        for (int mirrored = 0; mirrored < 2 && t->k->open[i]; mirrored++)
            transpose_tiles(s, t, m, j, group, i, mirrored, w);
}

/* The fronts of one class. */
static void transpose_fronts(struct solver *s, const struct matrix_job *job,
                             unsigned part)
{
    const struct half_list *list = &s->board.halves->any;
    const unsigned swapped = part % HALF_SIDE * HALF_SIDE + part / HALF_SIDE;
    struct blocks t = {.job = *job,
                       .k = job->k,
                       .y = &s->board.class[job->k->partner + swapped],
                       .first = list->start[part],
                       .fronts = list->start[part + 1] - list->start[part]};
    const uint64_t positions =
        (uint64_t)s->board.tails[job->k->k - part].quiet * t.k->strips * t.k->width * 8;
    t.job.x = t.y;
    t.group = t.y->width == MATRIX_LINE ? MATRIX_GROUP : 1;
    t.groups = (t.y->strips + t.group - 1) / t.group;
    if (positions == 0 || t.groups == 0)
        return;
    const int threads = positions * t.fronts < CHUNK ? 1 : s->run->threads;
    const uint64_t chunk = 1 + CHUNK * (uint64_t)t.groups / positions;
#pragma omp parallel for schedule(dynamic, chunk) num_threads(threads)
    for (uint64_t n = 0; n < (uint64_t)t.fronts * t.groups; n++) {
        struct matrix_worker *w = &s->worker[run_thread()];
        const uint32_t m = t.first + (uint32_t)(n / t.groups);
        uint32_t j = (uint32_t)(n % t.groups) * t.group;
        if (j + t.group <= t.y->strips)
            transpose_block(s, &t, m, j, t.group, w);
        else
            for (; j < t.y->strips; j++)
                transpose_block(s, &t, m, j, 1, w);
    }
}

void matrix_transpose_middle(struct solver *s, const struct matrix_job *job)
{
    for (unsigned part = 0; part <= job->k->k; part++)
        if (half_within(part, job->k->k))
            transpose_fronts(s, job, part);
}
