/* SPDX-License-Identifier: MIT
 *
 * A step of the matrix engine. For each class k of A, with x the partner class:
 *
 *   transposes  source = the transpose of T_x (losses, or non-wins); inside = the transpose
 *               of what moves inside B, and from B to A, make of it
 *   to_b        from A to B by "a piece in hand": A without the piece against x with it,
 *               for each column of the front; transposed
 *   rows        every row of T_k: moves inside A are rows of `source`; the rest is added
 *   from_b      from B to A, for the class with one black less in A
 *
 * On an odd number of rows nothing crosses (matrix_middle.c). So all is row operations and
 * transposes of tiles, each tile and each strip by itself.
 * Strips and tiles in which the previous step left nothing undecided are left out; what then stands in
 * the working space does not matter, because only undecided bits are taken. Odd plies read
 * losses and write wins, even plies the reverse, so planes are changed in place. Black
 * pieces in A go down, so that what (w, b+1) gives is there for (w, b). A class is left out
 * if the last ply decided nothing in those that its moves lead to.
 */
#include "solve/matrix_solver.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { SHARE = 16 /* strips of a tile row that a thread takes at a time */ };
enum { FIRST_PLIES = 4 /* in which nothing is known to be without news */ };

static uint32_t columns_in(const struct matrix_class *k)
{
    return 8 * k->width;
}

/* Small matrices are not worth waking threads for. */
static int threads_for(const struct solver *s, const struct matrix_job *job)
{
    const uint64_t bytes = matrix_plane(job->k) + matrix_plane(job->x);
    return bytes < 64 << 10 ? 1 : s->run->threads;
}

static bool any_bit(const uint8_t *bits, uint32_t bytes)
{
    uint8_t any = 0;
    for (uint32_t i = 0; i < bytes; i++)
        any |= bits[i];
    return any != 0;
}

unsigned matrix_list_bits(const uint8_t *bits, unsigned n, uint16_t *list)
{
    unsigned found = 0;
    for (unsigned from = 0; from < n; from += 64) {
        uint64_t word = 0;
        unsigned bytes = (n - from + 7) / 8;
        memcpy(&word, bits + from / 8, bytes < 8 ? bytes : 8);
        if (n - from < 64)
            word &= ((uint64_t)1 << (n - from)) - 1;
        for (; word; word &= word - 1)
            list[found++] = (uint16_t)(from + (unsigned)__builtin_ctzll(word));
    }
    return found;
}

/* The columns of strips strip .. strip+group-1, for all tiles of a thread's share. */
static void list_other(const struct matrix_job *job, const struct matrix_class *k,
                       uint32_t strip, uint32_t wide, unsigned group,
                       struct matrix_worker *w)
{
    for (unsigned mirrored = 0; mirrored < 2; mirrored++)
        for (unsigned g = 0; g < group; g++)
            w->others[mirrored][g] =
                matrix_columns(job->board, k, (strip + g) * wide, wide, mirrored != 0,
                               &w->other[mirrored][g]);
}

/* ---- transposes ------------------------------------------------------------------------ */

/* Strips j .. j+group-1 of T_x against strip i of T_k, for the columns of strip i (rows of
 * T_x) or their mirror images. */
static void transpose_tiles(struct solver *s, const struct matrix_job *job, uint32_t j,
                            unsigned group, uint32_t i, bool mirrored,
                            struct matrix_worker *w)
{
    const struct matrix_kernel *kernel = s->kernel;
    const struct matrix_class *k = job->k, *x = job->x;
    const uint32_t wide = columns_in(k);
    unsigned n = matrix_columns(job->board, x, i * wide, wide, mirrored, &w->at);
    uint8_t *const source = job->source + (uint64_t)i * k->quiet * k->width;
    uint8_t *const inside = job->inside + (uint64_t)i * k->quiet * k->width;
    uint8_t needed[MATRIX_LINE] = {0}, any[MATRIX_GROUP] = {0};
    for (unsigned g = 0; g < group; g++) {
        const uint8_t *open =
            k->open + (((uint64_t)i * 2 + mirrored) * x->strips + j + g) * k->width;
        for (uint32_t b = 0; b < k->width; b++) {
            needed[b] |= open[b];
            any[g] |= open[b];
        }
    }
    unsigned listed = matrix_list_bits(needed, n, w->list);
    const struct matrix_lines *lines =
        group > 1 ? &kernel->inside_grouped : &kernel->lines[x->width_index];
    if (listed)
        lines->inside(job, j, &w->at, w->list, listed, w->tile);
    for (unsigned g = 0; g < group; g++) {
        const uint8_t *from =
            (job->win ? x->lost : x->won) + (uint64_t)(j + g) * x->rows * x->width;
        const uint32_t *row = w->other[mirrored][g].row;
        const unsigned rows = w->others[mirrored][g];
        for (unsigned c = 0; c < n; c++)
            w->line[c] = from + (uint64_t)w->at.row[c] * x->width;
        kernel->transpose(w->line, n, x->width, !job->win, source, row, rows, k->width);
        if (!any[g])
            continue;
        for (unsigned c = 0; c < n; c++)
            w->line[c] = w->tile + ((uint64_t)g * MATRIX_TILE + c) * x->width;
        kernel->transpose(w->line, n, x->width, false, inside, row, rows, k->width);
    }
}

/* The tiles of these strips of T_x against strips first .. first+SHARE-1 of T_k. */
static void transpose_share(struct solver *s, const struct matrix_job *job, uint32_t j,
                            unsigned group, uint32_t first, struct matrix_worker *w)
{
    list_other(job, job->k, j, columns_in(job->x), group, w);
    for (uint32_t i = first; i < first + SHARE && i < job->k->strips; i++)
        for (int mirrored = 0; mirrored < 2 && s->work.needed[i]; mirrored++)
            transpose_tiles(s, job, j, group, i, mirrored, w);
}

static void transposes(struct solver *s, const struct matrix_job *job)
{
    const struct matrix_class *k = job->k, *x = job->x;
    const unsigned group = x->width == MATRIX_LINE ? MATRIX_GROUP : 1;
    const uint32_t shares = (k->strips + SHARE - 1) / SHARE;
    const uint32_t groups = (x->strips + group - 1) / group;
    const int threads = threads_for(s, job);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (uint64_t part = 0; part < (uint64_t)groups * shares; part++) {
        struct matrix_worker *w = &s->worker[run_thread()];
        uint32_t j = (uint32_t)(part / shares) * group;
        if (j + group <= x->strips)
            transpose_share(s, job, j, group, (uint32_t)(part % shares) * SHARE, w);
        else
            for (; j < x->strips; j++)
                transpose_share(s, job, j, 1, (uint32_t)(part % shares) * SHARE, w);
    }
}

/* ---- over the middle ------------------------------------------------------------------- */

/* Five tiles, one for each column of the front; mirrored ones belong to the mirrored
 * column. */
static void transpose_columns(struct solver *s, unsigned n, unsigned from_width,
                              uint8_t *const out[HALF_COLUMNS], uint64_t offset,
                              unsigned to_width, bool mirrored, struct matrix_worker *w)
{
    const unsigned columns = s->board.halves->columns;
    for (unsigned c = 0; c < columns; c++) {
        for (unsigned i = 0; i < n; i++)
            w->line[i] = w->tile + ((uint64_t)c * MATRIX_TILE + i) * from_width;
        s->kernel->transpose(w->line, n, from_width, false,
                             out[mirrored ? columns - 1 - c : c] + offset,
                             w->other[mirrored][0].row, w->others[mirrored][0], to_width);
    }
}

static void to_b_tile(struct solver *s, const struct matrix_job *job, uint32_t j,
                      uint32_t i, bool mirrored, struct matrix_worker *w)
{
    const struct matrix_class *k = job->k, *y = job->x_more;
    const uint32_t wide = columns_in(k);
    const uint8_t *open =
        k->open_less + (((uint64_t)i * 2 + mirrored) * y->strips + j) * k->width;
    if (!any_bit(open, k->width))
        return;
    unsigned n = matrix_columns(job->board, job->x, i * wide, wide, mirrored, &w->at);
    unsigned listed = matrix_list_bits(open, n, w->list);
    if (!listed)
        return;
    s->kernel->lines[y->width_index].to_b(job, j, &w->at, w->list, listed, w->tile);
    transpose_columns(s, n, y->width, job->to_b,
                      (uint64_t)i * job->k_less->quiet * k->width, k->width, mirrored, w);
}

static void to_b(struct solver *s, const struct matrix_job *job)
{
    const uint32_t strips = job->k->strips, shares = (strips + SHARE - 1) / SHARE;
    const int threads = threads_for(s, job);
    if (!job->k_less)
        return;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (uint64_t part = 0; part < (uint64_t)job->x_more->strips * shares; part++) {
        struct matrix_worker *w = &s->worker[run_thread()];
        const uint32_t j = (uint32_t)(part / shares);
        uint32_t first = (uint32_t)(part % shares) * SHARE, last = first + SHARE;
        list_other(job, job->k_less, j, columns_in(job->x_more), 1, w);
        for (uint32_t i = first; i < last && i < strips; i++)
            for (int mirrored = 0; mirrored < 2; mirrored++)
                to_b_tile(s, job, j, i, mirrored, w);
    }
}

/* Marks the tiles of from_b, for strip j of T_less and one undecided x. */
static void mark_line(struct solver *s, const struct matrix_job *job, uint32_t j,
                      uint32_t front, uint32_t tail)
{
    const struct matrix_board *b = job->board;
    for (unsigned c = 0; c < b->halves->columns; c++) {
        uint32_t popped = b->front[front].link[WHITE][POP + c];
        if (popped == HALF_NONE)
            continue;
        unsigned which;
        uint64_t strip =
            matrix_column(b, job->x, popped, tail, &which) / columns_in(job->k);
        for (unsigned h = 0; h < 2; h++)
            if (which >> h & 1) /* threads may set the same one */
                __atomic_store_n(
                    &s->work.wanted[(strip * 2 + h) * job->x_more->strips + j], 1,
                    __ATOMIC_RELAXED);
    }
}

/* Marks the tiles of from_b that the class with one black less will look at: those that
 * hold x without a piece, for its undecided x. */
static void mark_wanted(struct solver *s, const struct matrix_job *job)
{
    const struct matrix_class *less = job->k_less, *y = job->x_more;
    const uint32_t wide = columns_in(less);
    const int threads = threads_for(s, job);
    memset(s->work.wanted, 0, (size_t)job->k->strips * 2 * y->strips);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (uint32_t part = 0; part < 2 * less->strips; part++) {
        struct matrix_worker *w = &s->worker[run_thread()];
        unsigned n =
            matrix_columns(job->board, y, part / 2 * wide, wide, part % 2 != 0, &w->at);
        for (uint32_t j = 0; j < y->strips; j++) {
            const uint8_t *open =
                less->open + ((uint64_t)part * y->strips + j) * less->width;
            unsigned listed = matrix_list_bits(open, n, w->list);
            for (unsigned l = 0; l < listed; l++)
                mark_line(s, job, j, w->at.front[w->list[l]], w->at.tail[w->list[l]]);
        }
    }
}

/* The strips of `source` that the rows here or from_b for the next class will look at. */
static void mark_needed(struct solver *s, const struct matrix_job *job, bool here,
                        bool next)
{
    const struct matrix_class *k = job->k;
    const uint32_t tiles = next ? 2 * job->x_more->strips : 0;
    if (next)
        mark_wanted(s, job);
    for (uint32_t i = 0; i < k->strips; i++)
        s->work.needed[i] =
            (here && k->busy[i]) || any_bit(s->work.wanted + (uint64_t)i * tiles, tiles);
}

static void from_b_tile(struct solver *s, const struct matrix_job *job, uint32_t i,
                        uint32_t j, bool mirrored, struct matrix_worker *w)
{
    const struct matrix_class *k = job->k, *y = job->x_more;
    const uint32_t across = columns_in(y);
    if (!s->work.wanted[((uint64_t)i * 2 + mirrored) * y->strips + j])
        return;
    unsigned n =
        matrix_columns(job->board, job->k_less, j * across, across, mirrored, &w->at);
    s->kernel->lines[k->width_index].from_b(job, i, &w->at, n, w->tile);
    transpose_columns(s, n, k->width, job->next_from_b,
                      (uint64_t)j * job->x->quiet * y->width, y->width, mirrored, w);
}

static void from_b(struct solver *s, const struct matrix_job *job)
{
    const uint32_t strips = job->k->strips;
    const int threads = threads_for(s, job);
    const uint32_t others = job->x_more->strips, shares = (others + SHARE - 1) / SHARE;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (uint64_t part = 0; part < (uint64_t)strips * shares; part++) {
        struct matrix_worker *w = &s->worker[run_thread()];
        const uint32_t i = (uint32_t)(part / shares);
        uint32_t first = (uint32_t)(part % shares) * SHARE, last = first + SHARE;
        list_other(job, job->x, i, columns_in(job->k), 1, w);
        for (uint32_t j = first; j < last && j < others; j++)
            for (int mirrored = 0; mirrored < 2; mirrored++)
                from_b_tile(s, job, i, j, mirrored, w);
    }
}

/* ---- rows ------------------------------------------------------------------------------ */

enum code matrix_keep_record(struct solver *s, unsigned plies, uint64_t unit,
                             struct matrix_record *out, const uint8_t *begin,
                             struct error *err)
{
    if (!out->any)
        return CODE_OK;
    return history_append(&s->history, plies, (unsigned)unit, begin,
                          (uint64_t)(bit_stream_flush(&out->bits) - begin), err);
}

/* Quiet rows of a unit, or of the same rows of two units beside each other. */
static enum code quiet_unit(struct solver *s, const struct matrix_job *job, uint64_t unit,
                            bool pair, struct matrix_worker *w, struct error *err)
{
    const struct matrix_class *k = job->k;
    const uint64_t chunks = (k->quiet + k->unit_rows - 1) / k->unit_rows;
    const uint32_t first = (uint32_t)(unit % chunks) * k->unit_rows;
    const uint32_t end =
        k->quiet - first < k->unit_rows ? k->quiet : first + k->unit_rows;
    uint32_t strip = (uint32_t)(unit / chunks) * k->unit_strips;
    const uint32_t last =
        strip + k->unit_strips < k->open_strips ? strip + k->unit_strips : k->open_strips;
    const uint64_t number = k->unit_first + unit;
    for (int i = 0; i < 2; i++)
        w->part.out[i] = (struct matrix_record){.bits.at = w->packed[i]};
    w->part.record = s->recording;
    if (pair && (k->busy[strip] || k->busy[strip + 1]))
        s->kernel->quiet_grouped.quiet(job, strip, first, end, &w->part);
    for (; !pair && strip < last; strip++)
        if (k->busy[strip])
            s->kernel->lines[k->width_index].quiet(job, strip, first, end, &w->part);
    if (!s->recording)
        return CODE_OK;
    if (pair)
        TRY(matrix_keep_record(s, s->plies, number + chunks, &w->part.out[1],
                               w->packed[1], err));
    return matrix_keep_record(s, s->plies, number, &w->part.out[0], w->packed[0], err);
}

/* Units of the rows: those of the history, then kills, then loud rows. */
struct row_jobs {
    uint64_t chunks, pairs, singles, kills, loud_chunks, loud;
    uint32_t loud_rows;
};

static struct row_jobs row_jobs(const struct matrix_class *k)
{
    struct row_jobs r = {.loud_rows = (1 << 20) / (8 * k->width)};
    r.chunks = (k->quiet + k->unit_rows - 1) / k->unit_rows;
    if (k->width == MATRIX_LINE && k->unit_strips == 1)
        r.pairs = k->open_strips / 2 * r.chunks;
    r.singles = k->units - 2 * r.pairs;
    r.kills = (k->strips - k->open_strips) * r.chunks;
    r.loud_chunks = (k->loud + r.loud_rows - 1) / r.loud_rows;
    r.loud = k->strips * r.loud_chunks;
    return r;
}

static enum code row_job(struct solver *s, const struct matrix_job *job,
                         const struct row_jobs *r, uint64_t n, struct matrix_worker *w,
                         struct error *err)
{
    const struct matrix_class *k = job->k;
    const struct matrix_lines *lines = &s->kernel->lines[k->width_index];
    if (n < r->pairs)
        return quiet_unit(s, job, n / r->chunks * 2 * r->chunks + n % r->chunks, true, w,
                          err);
    n -= r->pairs;
    if (n < r->singles)
        return quiet_unit(s, job, 2 * r->pairs + n, false, w, err);
    n -= r->singles;
    if (n < r->kills) {
        uint32_t strip = k->open_strips + (uint32_t)(n / r->chunks);
        uint32_t first = (uint32_t)(n % r->chunks) * k->unit_rows;
        uint32_t end = k->quiet - first < k->unit_rows ? k->quiet : first + k->unit_rows;
        w->part.record = false;
        if (k->busy[strip])
            lines->quiet(job, strip, first, end, &w->part);
        return CODE_OK;
    }
    n -= r->kills;
    uint32_t first = (uint32_t)(n % r->loud_chunks) * r->loud_rows;
    uint32_t end = k->loud - first < r->loud_rows ? k->loud : first + r->loud_rows;
    const uint32_t strip = (uint32_t)(n / r->loud_chunks);
    if (k->busy[strip])
        lines->loud(job, strip, first, end, &w->part);
    return CODE_OK;
}

static void merge_flags(uint8_t *into, const uint8_t *from, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        into[i] |= from[i];
}

static enum code rows(struct solver *s, const struct matrix_job *job, struct error *err)
{
    struct matrix_class *k = &s->board.class[job->k->k];
    const struct row_jobs r = row_jobs(k);
    const uint64_t count = r.pairs + r.singles + r.kills + r.loud;
    const uint64_t open = matrix_open_bytes(&s->board, k);
    const uint64_t less = matrix_open_less_bytes(&s->board, k);
    const int threads = threads_for(s, job);
    enum code code = CODE_OK;
    for (int i = 0; i < s->run->threads; i++) {
        memset(s->worker[i].part.open, 0, open);
        memset(s->worker[i].part.open_less, 0, less);
        memset(s->worker[i].part.busy, 0, k->strips);
        s->worker[i].part.news = false;
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (uint64_t n = 0; n < count; n++) {
        struct error why;
        enum code mine = row_job(s, job, &r, n, &s->worker[run_thread()], &why);
        if (mine != CODE_OK) {
#pragma omp critical(matrix)
            {
                code = mine;
                if (err)
                    *err = why;
            }
        }
    }
    memset(k->open, 0, open);
    memset(k->open_less, 0, less);
    memset(k->busy, 0, k->strips);
    for (int i = 0; i < s->run->threads; i++) {
        merge_flags(k->open, s->worker[i].part.open, open);
        merge_flags(k->open_less, s->worker[i].part.open_less, less);
        merge_flags(k->busy, s->worker[i].part.busy, k->strips);
        k->news[s->plies % 2] |= s->worker[i].part.news;
    }
    return code;
}

/* ---- a step ---------------------------------------------------------------------------- */

static void set_job(struct solver *s, struct matrix_class *k, bool win,
                    struct matrix_job *job)
{
    const unsigned black = k->k % HALF_SIDE, columns = s->board.halves->columns;
    const struct matrix_class *more = matrix_more(s, k);
    *job = (struct matrix_job){.board = &s->board,
                               .k = k,
                               .x = matrix_partner(s, k),
                               .win = win,
                               .source = s->work.source,
                               .inside = s->work.inside};
    if (s->board.halves->odd) /* nothing crosses */
        return;
    job->k_less = matrix_less(s, k);
    if (job->k_less)
        job->x_more = matrix_partner(s, job->k_less);
    if (more)
        job->x_less = matrix_partner(s, more);
    for (unsigned c = 0; c < columns; c++) {
        if (more)
            job->from_b[c] = s->work.from_b[black & 1] + c * (uint64_t)job->x->strips *
                                                             job->x_less->quiet *
                                                             job->x->width;
        if (!job->k_less)
            continue;
        job->to_b[c] =
            s->work.to_b + c * (uint64_t)k->strips * job->k_less->quiet * k->width;
        job->next_from_b[c] =
            s->work.from_b[~black & 1] +
            c * (uint64_t)job->x_more->strips * job->x->quiet * job->x_more->width;
    }
}

/* Did the last ply decide something that a move from class k can lead to? Only then can this
 * one decide something in it. The first plies also follow from what is not in matrices. */
static bool touched(struct solver *s, const struct matrix_class *k, unsigned plies)
{
    const unsigned last = (plies + 1) % 2;
    if (!k || plies <= FIRST_PLIES)
        return k != NULL;
    if (s->board.halves->odd)
        return matrix_middle_news(s, k, last);
    const struct matrix_class *less = matrix_less(s, k), *more = matrix_more(s, k);
    return matrix_partner(s, k)->news[last] ||
           (less && matrix_partner(s, less)->news[last]) ||
           (more && matrix_partner(s, more)->news[last]);
}

static enum code sweep_class(struct solver *s, struct matrix_class *k, unsigned plies,
                             struct error *err)
{
    struct matrix_job job;
    const bool here = touched(s, k, plies);
    set_job(s, k, plies % 2, &job);
    k->news[plies % 2] = false;
    if (s->board.halves->odd) {
        if (here)
            matrix_transpose_middle(s, &job);
        return here ? rows(s, &job, err) : CODE_OK;
    }
    const bool next = touched(s, job.k_less, plies);
    if (!here && !next)
        return CODE_OK;
    mark_needed(s, &job, here, next);
    transposes(s, &job);
    if (here) {
        to_b(s, &job);
        TRY(rows(s, &job, err));
    }
    if (next)
        from_b(s, &job);
    return CODE_OK;
}

enum code matrix_step(struct solver *s, unsigned plies, struct error *err)
{
    const unsigned columns = s->board.halves->columns;
    assert(plies == s->plies && plies > 0);
    TRY(history_step(&s->history, plies, err));
    for (int i = 0; i < s->run->threads; i++)
        s->worker[i].part.quiet = s->worker[i].part.loud = 0;
    for (unsigned n = 0; n < (columns + 1) * (columns + 1); n++) {
        char note[32];
        unsigned white = n / (columns + 1), black = columns - n % (columns + 1);
        TRY(sweep_class(s, &s->board.class[HALF_SIDE * white + black], plies, err));
        snprintf(note, sizeof note, "ply %u", plies);
        progress_update(&s->run->progress,
                        (plies - 1) * (columns + 1) * (columns + 1) + n, 0, "classes",
                        note);
    }
    for (int i = 0; i < s->run->threads; i++) {
        s->decided[plies][0] += s->worker[i].part.quiet;
        s->decided[plies][1] += s->worker[i].part.loud;
    }
    if (plies == 2)
        matrix_lose_rest(s);
    return CODE_OK;
}
