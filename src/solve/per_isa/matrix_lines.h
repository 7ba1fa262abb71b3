/* SPDX-License-Identifier: MIT
 *
 * Row operations of the matrix engine for one width of lines; included by matrix_kernel.c
 * once for each, with
 *   LINE   the type of a line     NAME(f)  the name of the function
 *   GROUP  how many strips are treated together, so that indices are found once
 */

/* The lines of a strip, T in steps of `rows`. */
#define STRIP(plane, strip, rows) ((LINE *)(void *)(plane) + (uint64_t)(strip) * (rows))

INLINE bool NAME(any)(const LINE *v)
{
    uint64_t word[(sizeof(LINE) + 7) / 8] = {0}, all = 0;
    memcpy(word, v, sizeof *v);
    for (unsigned i = 0; i < sizeof word / 8; i++)
        all |= word[i];
    return all != 0;
}

INLINE uint64_t NAME(count)(const LINE *v)
{
    uint64_t word[(sizeof(LINE) + 7) / 8] = {0}, n = 0;
    memcpy(word, v, sizeof *v);
    for (unsigned i = 0; i < sizeof word / 8; i++)
        n += (uint64_t)__builtin_popcountll(word[i]);
    return n;
}

/* ---- moves of white in x: rows of T_x ------------------------------------------------- */

/* Adds a line of each strip: a loss counts, or (inverted) a non-win. */
#define ADD(from, step)                                                                  \
    do {                                                                                 \
        const LINE *add_ = (from);                                                       \
        for (int g = 0; g < GROUP; g++)                                                  \
            sum[g] |=                                                                    \
                win ? add_[(uint64_t)g * (step)] : (LINE)~add_[(uint64_t)g * (step)];    \
    } while (0)

INLINE void NAME(inside_one)(const struct matrix_job *job, const LINE *from,
                             const LINE *const crossing[HALF_COLUMNS], uint32_t crossed,
                             uint32_t m, uint32_t t, bool win, LINE sum[GROUP])
{
    const struct matrix_board *b = job->board;
    const struct matrix_class *x = job->x;
    const struct matrix_front *front = &b->front[m];
    const struct matrix_tails *tails = &b->tails[x->k - front->class];
    const uint32_t *link = tails->link[WHITE][t];
    const uint64_t rows = x->rows;
    const uint32_t here = matrix_row(b, x, m, t);
    for (int g = 0; g < GROUP; g++)
        sum[g] = (LINE){0};
    /* steps in a row that both halves have are among those of A */
    for (uint32_t i = front->move[1]; !b->halves->odd && i < front->move[2]; i++)
        ADD(from + (uint32_t)(here + (b->front_move[i] - m) * tails->quiet), rows);
    for (uint64_t i = tails->start[WHITE][t]; i < tails->start[WHITE][t + 1]; i++) {
        uint32_t to = tails->move[WHITE][i];
        ADD(from + (to < tails->quiet ? here + to - t : matrix_row(b, x, m, to)), rows);
    }
    for (unsigned c = 0; c < b->halves->columns; c++) {
        uint32_t popped = link[POP + c];
        if (popped != HALF_NONE)
            for (unsigned d = c ? c - 1 : 0; d <= c + 1 && d < b->halves->columns; d++)
                if (front->link[WHITE][PUSH + d] != HALF_NONE)
                    ADD(from + matrix_row(b, x, front->link[WHITE][PUSH + d], popped),
                        rows);
        uint32_t left = front->link[WHITE][POP + c];
        if (left == HALF_NONE)
            continue;
        for (unsigned d = c ? c - 1 : 0; d <= c + 1 && d < b->halves->columns; d++)
            if (link[PUSH + d] != HALF_NONE)
                ADD(from + matrix_row(b, x, left, link[PUSH + d]), rows);
        if (crossed) {
            const LINE *add = crossing[c] + matrix_row(b, job->x_less, left, t);
            for (int g = 0; g < GROUP; g++)
                sum[g] |= add[(uint64_t)g * crossed];
        }
    }
}

#define INSIDE NAME(inside_one)
UNUSED static void NAME(inside)(const struct matrix_job *job, uint32_t strip,
                                const struct matrix_columns *at, const uint16_t *list,
                                unsigned n, uint8_t *out)
{
    const struct matrix_class *x = job->x;
    const LINE *from = STRIP(job->win ? x->lost : x->won, strip, x->rows);
    const LINE *crossing[HALF_COLUMNS] = {0};
    const uint32_t crossed = job->x_less ? job->x_less->quiet : 0;
    LINE *to = (LINE *)(void *)out;
    for (unsigned c = 0; crossed && c < HALF_COLUMNS; c++)
        if (job->from_b[c])
            crossing[c] = STRIP(job->from_b[c], strip, crossed);
    for (unsigned i = 0; i < n; i++) {
        LINE sum[GROUP];
        unsigned k = list[i];
        if (job->win)
            INSIDE(job, from, crossing, crossed, at->front[k], at->tail[k], true, sum);
        else
            INSIDE(job, from, crossing, crossed, at->front[k], at->tail[k], false, sum);
        for (int g = 0; g < GROUP; g++)
            to[(unsigned)g * MATRIX_TILE + k] = sum[g];
    }
}

#if GROUP == 1
/* ---- moves over the middle ------------------------------------------------------------ */

static void NAME(to_b)(const struct matrix_job *job, uint32_t strip,
                       const struct matrix_columns *at, const uint16_t *list, unsigned n,
                       uint8_t *out)
{
    const struct matrix_board *b = job->board;
    const struct matrix_class *y = job->x_more;
    const unsigned columns = b->halves->columns;
    const LINE *from = STRIP(job->win ? y->lost : y->won, strip, y->rows);
    LINE *to = (LINE *)(void *)out;
    for (unsigned i = 0; i < n; i++) {
        const unsigned k = list[i];
        const uint32_t *link = b->front[at->front[k]].link[WHITE];
        LINE pushed[HALF_COLUMNS + 2];
        for (unsigned c = 0; c < columns + 2; c++)
            pushed[c] = (LINE){0};
        for (unsigned c = 0; c < columns; c++)
            if (link[PUSH + c] != HALF_NONE) {
                LINE v = from[matrix_row(b, y, link[PUSH + c], at->tail[k])];
                pushed[c + 1] = job->win ? v : (LINE)~v;
            }
        for (unsigned c = 0; c < columns; c++)
            to[c * MATRIX_TILE + k] = pushed[c] | pushed[c + 1] | pushed[c + 2];
    }
}

static void NAME(from_b)(const struct matrix_job *job, uint32_t strip,
                         const struct matrix_columns *at, unsigned n, uint8_t *out)
{
    const struct matrix_board *b = job->board;
    const unsigned columns = b->halves->columns;
    const LINE *from = STRIP(job->source, strip, job->k->quiet);
    LINE *to = (LINE *)(void *)out;
    for (unsigned k = 0; k < n; k++) {
        const uint32_t *link = b->front[at->front[k]].link[BLACK];
        LINE pushed[HALF_COLUMNS + 2];
        for (unsigned c = 0; c < columns + 2; c++)
            pushed[c] = (LINE){0};
        for (unsigned c = 0; c < columns; c++)
            if (link[PUSH + c] != HALF_NONE)
                pushed[c + 1] = from[matrix_row(b, job->k, link[PUSH + c], at->tail[k])];
        for (unsigned c = 0; c < columns; c++)
            to[c * MATRIX_TILE + k] = pushed[c] | pushed[c + 1] | pushed[c + 2];
    }
}
#endif

/* ---- rows ------------------------------------------------------------------------------ */

/* Lines in a word; is nothing undecided in as many? Worth asking of short lines only. */
#define AT_ONCE (uint32_t)(sizeof(LINE) < 8 ? 8 / sizeof(LINE) : 1)

INLINE bool NAME(closed)(const LINE *won, const LINE *lost)
{
    uint64_t w, l;
    if (sizeof(LINE) >= 8)
        return false;
    memcpy(&w, won, 8);
    memcpy(&l, lost, 8);
    return (w | l) == ~(uint64_t)0;
}

/* Writes what is new in a line of which `open` was undecided. */
INLINE void NAME(record)(struct matrix_record *out, const LINE *open, const LINE *fresh)
{
    uint64_t o[(sizeof(LINE) + 7) / 8] = {0}, f[(sizeof(LINE) + 7) / 8] = {0};
    memcpy(o, open, sizeof(LINE));
    memcpy(f, fresh, sizeof(LINE));
    bool any = NAME(any)(fresh);
    out->any |= any;
    put(&out->bits, any, 1);
    for (unsigned w = 0; any && w < sizeof o / 8; w++) {
        if (!o[w])
            continue;
        if (sizeof o > 8)
            put(&out->bits, f[w] != 0, 1);
        if (sizeof o == 8 || f[w])
            put(&out->bits, extract(f[w], o[w]), (unsigned)__builtin_popcountll(o[w]));
    }
}

INLINE uint64_t NAME(weigh)(const struct matrix_class *k, uint32_t strip, unsigned shows,
                            const LINE *decided)
{
    LINE mask, fresh = *decided;
    if (!(shows & MATRIX_SHOWS_BLACK)) {
        memcpy(&mask, k->white + (uint64_t)strip * sizeof mask, sizeof mask);
        fresh &= mask;
    }
    if (!(shows & MATRIX_SHOWS_WHITE)) {
        memcpy(&mask, k->black + (uint64_t)strip * sizeof mask, sizeof mask);
        fresh &= mask;
    }
    memcpy(&mask, k->same + (uint64_t)strip * sizeof mask, sizeof mask);
    mask &= fresh;
    return 2 * NAME(count)(&fresh) - NAME(count)(&mask);
}

/* Notes that the row (m, t) of class a has something open, for the next step. */
INLINE void NAME(note)(const struct matrix_board *b, const struct matrix_class *a,
                       const struct matrix_class *tiled, uint32_t m, uint32_t t,
                       LINE *open, const LINE und[GROUP])
{
    unsigned which;
    const uint64_t strips = tiled->strips;
    LINE *at = open + matrix_column(b, a, m, t, &which) / (8 * tiled->width);
    for (int g = 0; g < GROUP; g++) {
        if (which & 1)
            at[2 * strips * (uint64_t)g] |= und[g];
        if (which & 2)
            at[2 * strips * (uint64_t)g + strips] |= und[g];
    }
}

/* What a front row gives to all its tails. */
struct NAME(front_rows) {
    unsigned moves, tops;
    const LINE *move[2 * 8];        /* moves inside the front */
    const LINE *pop[HALF_COLUMNS];  /* front popped; then a push in the tail */
    const LINE *push[HALF_COLUMNS]; /* front pushed; after a pop in the tail */
    const LINE *away[HALF_COLUMNS]; /* front popped, into B */
};

INLINE void NAME(prepare)(const struct matrix_job *job, const LINE *source,
                          const LINE *const to_b[HALF_COLUMNS], uint32_t m,
                          struct NAME(front_rows) * f)
{
    const struct matrix_board *b = job->board;
    const struct matrix_front *front = &b->front[m];
    f->moves = 0;
    f->tops = front->tops[BLACK];
    for (uint32_t i = front->move[0]; i < front->move[1]; i++)
        f->move[f->moves++] = source + matrix_row(b, job->k, b->front_move[i], 0);
    for (unsigned c = 0; c < b->halves->columns; c++) {
        uint32_t popped = front->link[BLACK][POP + c],
                 more = front->link[BLACK][PUSH + c];
        f->pop[c] =
            popped == HALF_NONE ? NULL : source + matrix_row(b, job->k, popped, 0);
        f->push[c] = more == HALF_NONE || !half_within(b->front[more].class, job->k->k)
                         ? NULL
                         : source + matrix_row(b, job->k, more, 0);
        f->away[c] = popped == HALF_NONE || !job->k_less
                         ? NULL
                         : to_b[c] + matrix_row(b, job->k_less, popped, 0);
    }
}

INLINE void NAME(gather)(const struct matrix_job *job, const struct NAME(front_rows) * f,
                         const struct matrix_tails *tails, const LINE *source, uint32_t t,
                         LINE sum[GROUP])
{
    const bool win = true; /* sources are transposed as they count */
    const uint64_t quiet = job->k->quiet;
    const unsigned columns = job->board->halves->columns;
    const uint32_t *link = tails->link[BLACK][t];
    for (unsigned i = 0; i < f->moves; i++)
        ADD(f->move[i] + t, quiet);
    for (uint64_t i = tails->start[BLACK][t]; i < tails->start[BLACK][t + 1]; i++)
        ADD(source + tails->move[BLACK][i], quiet);
    for (unsigned c = 0; c < columns; c++) {
        uint32_t popped = link[POP + c];
        if (popped != HALF_NONE)
            for (unsigned d = c ? c - 1 : 0; d <= c + 1 && d < columns; d++)
                if (f->push[d])
                    ADD(f->push[d] + popped, quiet);
        if (!f->pop[c])
            continue;
        for (unsigned d = c ? c - 1 : 0; d <= c + 1 && d < columns; d++)
            if (link[PUSH + d] != HALF_NONE)
                ADD(f->pop[c] + link[PUSH + d], quiet);
        if (f->away[c]) {
            const uint64_t less = job->k_less->quiet;
            ADD(f->away[c] + t, less);
        }
    }
}

UNUSED static void NAME(quiet)(const struct matrix_job *job, uint32_t strip,
                               uint32_t first, uint32_t end, struct matrix_part *part)
{
    const struct matrix_board *b = job->board;
    const struct matrix_class *k = job->k;
    const uint64_t rows = k->rows, quiet = k->quiet;
    LINE *won = STRIP(k->won, strip, rows), *lost = STRIP(k->lost, strip, rows);
    LINE *next = job->win ? won : lost;
    const LINE *source = STRIP(job->source, strip, quiet);
    const LINE *inside = STRIP(job->inside, strip, quiet), *to_b[HALF_COLUMNS] = {0};
    const uint32_t less_strips = job->k_less ? job->x_more->strips : 0;
    LINE *open = STRIP(part->open, strip, 2 * job->x->strips);
    LINE *open_less = STRIP(part->open_less, strip, 2 * less_strips);
    for (unsigned c = 0; job->k_less && c < b->halves->columns; c++)
        to_b[c] = STRIP(job->to_b[c], strip, job->k_less->quiet);
    struct half at = half_at(b->halves, k->k, 0, first);
    uint32_t m = at.front, row = first;
    uint64_t decided = 0;
    while (row < end) {
        const struct matrix_front *front = &b->front[m];
        const struct matrix_tails *tails = &b->tails[k->k - front->class];
        const uint32_t base = matrix_row(b, k, m, 0);
        const uint32_t stop = end - base < tails->quiet ? end - base : tails->quiet;
        struct NAME(front_rows) f;
        bool prepared = false;
        for (uint32_t t = row - base; t < stop; t++) {
            row = base + t;
            if (t + AT_ONCE <= stop && NAME(closed)(won + row, lost + row)) {
                t += AT_ONCE - 1;
                continue;
            }
            LINE und[GROUP], sum[GROUP], all = {0};
            for (int g = 0; g < GROUP; g++) {
                und[g] = (LINE) ~(won[row + (uint64_t)g * rows] |
                                  lost[row + (uint64_t)g * rows]);
                all |= und[g];
            }
            if (!NAME(any)(&all))
                continue;
            if (!prepared)
                NAME(prepare)(job, source, to_b, m, &f);
            prepared = true;
            for (int g = 0; g < GROUP; g++)
                sum[g] = inside[row + (uint64_t)g * quiet];
            NAME(gather)(job, &f, tails, source + base, t, sum);
            const unsigned shows = front->showing | tails->flags[t];
            for (int g = 0; g < GROUP; g++) {
                LINE fresh = (LINE)((job->win ? sum[g] : (LINE)~sum[g]) & und[g]);
                if (part->record && NAME(any)(&und[g]))
                    NAME(record)(&part->out[g], &und[g], &fresh);
                und[g] &= (LINE)~fresh;
                if (!NAME(any)(&fresh))
                    continue;
                next[row + (uint64_t)g * rows] |= fresh;
                part->news = true;
                decided += NAME(weigh)(k, strip + (uint32_t)g, shows, &fresh);
            }
            all = und[0];
            for (int g = 1; g < GROUP; g++)
                all |= und[g];
            if (!NAME(any)(&all))
                continue;
            for (uint32_t g = 0; g < GROUP; g++)
                part->busy[strip + g] |= NAME(any)(&und[g]);
            if (b->halves->odd)
                continue;
            NAME(note)(b, k, job->x, m, t, open, und);
            for (unsigned c = 0; job->k_less && c < b->halves->columns; c++)
                if (front->link[BLACK][POP + c] != HALF_NONE)
                    NAME(note)
            (b, job->k_less, job->x_more, front->link[BLACK][POP + c], t, open_less, und);
        }
        row = base + stop;
        m++;
        if (row < end && m == b->halves->any.start[front->class + 1u])
            m = half_at(b->halves, k->k, 0, row).front; /* of another class */
    }
    part->quiet += decided;
}

#if GROUP == 1
/* Loud rows: only covering the threat helps, by a move inside the tail or, on three and four
 * rows, from the front. */
static void NAME(loud)(const struct matrix_job *job, uint32_t strip, uint32_t first,
                       uint32_t end, struct matrix_part *part)
{
    const struct matrix_board *b = job->board;
    const struct matrix_class *k = job->k;
    LINE *won = STRIP(k->won, strip, k->rows), *lost = STRIP(k->lost, strip, k->rows);
    LINE *next = job->win ? won : lost;
    const LINE *source = STRIP(job->source, strip, k->quiet);
    uint64_t decided = 0;
    for (unsigned p = 0; p <= k->k; p++) {
        if (!half_within(p, k->k))
            continue;
        const struct matrix_tails *tails = &b->tails[k->k - p];
        const uint32_t begin = b->halves->any.start[p],
                       stop = b->halves->any.start[p + 1];
        const uint64_t count = (uint64_t)(stop - begin) * tails->loud;
        const uint64_t from = k->loud_start[p], to = from + count;
        if (to <= first || from >= end || count == 0)
            continue;
        uint64_t n = first > from ? first - from : 0, last = (end < to ? end : to) - from;
        uint32_t m = begin + (uint32_t)(n / tails->loud);
        uint32_t l = (uint32_t)(n % tails->loud);
        for (; n < last; n++, l++) {
            if (l == tails->loud) {
                l = 0;
                m++;
            }
            const uint64_t row = k->quiet + from + n;
            if (n + AT_ONCE <= last && l + AT_ONCE <= tails->loud &&
                NAME(closed)(won + row, lost + row)) {
                n += AT_ONCE - 1;
                l += AT_ONCE - 1;
                continue;
            }
            LINE und = (LINE) ~(won[row] | lost[row]), sum[GROUP];
            sum[0] = (LINE){0};
            if (!NAME(any)(&und))
                continue;
            const bool win = true;
            const struct matrix_front *front = &b->front[m];
            const uint32_t t = tails->quiet + l;
            const LINE *base = tails->quiet ? source + matrix_row(b, k, m, 0) : source;
            for (uint64_t i = tails->start[BLACK][t]; i < tails->start[BLACK][t + 1]; i++)
                ADD(base + tails->move[BLACK][i], 0);
            for (unsigned c = 0; b->halves->rows == 2 && c < b->halves->columns; c++) {
                uint32_t left = front->link[BLACK][POP + c];
                for (unsigned d = c ? c - 1 : 0;
                     left != HALF_NONE && d <= c + 1 && d < b->halves->columns; d++)
                    if (tails->link[BLACK][t][PUSH + d] != HALF_NONE)
                        ADD(source +
                                matrix_row(b, k, left, tails->link[BLACK][t][PUSH + d]),
                            0);
            }
            LINE fresh = (LINE)((job->win ? sum[0] : (LINE)~sum[0]) & und);
            und &= (LINE)~fresh;
            part->busy[strip] |= NAME(any)(&und);
            if (!NAME(any)(&fresh))
                continue;
            next[row] |= fresh;
            part->news = true;
            decided += NAME(weigh)(k, strip, front->showing | tails->flags[t], &fresh);
        }
    }
    part->loud += decided;
}
#endif

#undef ADD
#undef AT_ONCE
#undef INSIDE
#undef STRIP
