/* SPDX-License-Identifier: MIT
 *
 * Codes of slots from the history. A unit is a part of the table whose records, one for
 * each ply, tell which of its undecided positions that ply decides; replayed in order they
 * give every position its distance. Each thread keeps the unit it replayed last.
 */
#include "solve/matrix_solver.h"

#include <stdlib.h>
#include <string.h>

/* The place of a slot: lines of a unit are those of its strips, one after the other. */
struct place {
    const struct matrix_class *k;
    uint64_t unit;                      /* in the class */
    uint32_t strip, row, column, width; /* width: columns of the strip */
};

static struct place place_of(const struct solver *s, uint64_t slot)
{
    const struct nocca_halves *h = s->board.halves;
    unsigned i = 0;
    while (h->slot_start[i + 1] <= slot)
        i++;
    const struct matrix_class *k = &s->board.class[i];
    const uint32_t columns = h->column_count[k->partner];
    struct place p = {.k = k};
    slot -= h->slot_start[i];
    p.strip = (uint32_t)(slot / ((uint64_t)HALF_STRIP * k->quiet));
    slot %= (uint64_t)HALF_STRIP * k->quiet;
    p.width = columns - p.strip * HALF_STRIP < HALF_STRIP ? columns - p.strip * HALF_STRIP
                                                          : HALF_STRIP;
    p.row = (uint32_t)(slot / p.width);
    p.column = (uint32_t)(slot % p.width);
    const uint64_t chunks = (k->quiet + k->unit_rows - 1) / k->unit_rows;
    p.unit = p.strip / k->unit_strips * chunks + p.row / k->unit_rows;
    return p;
}

/* Lines of a unit that exist. */
static uint32_t unit_lines(const struct matrix_class *k, uint64_t unit)
{
    const uint64_t chunks = (k->quiet + k->unit_rows - 1) / k->unit_rows;
    uint32_t first = (uint32_t)(unit % chunks) * k->unit_rows;
    uint32_t strip = (uint32_t)(unit / chunks) * k->unit_strips;
    uint32_t rows = k->quiet - first < k->unit_rows ? k->quiet - first : k->unit_rows;
    uint32_t strips =
        k->open_strips - strip < k->unit_strips ? k->open_strips - strip : k->unit_strips;
    return rows * strips;
}

/* Everything undecided that is no padding. */
static void open_all(const struct solver *s, const struct place *p, uint32_t lines,
                     uint8_t *open)
{
    const struct matrix_class *k = p->k;
    const uint64_t chunks = (k->quiet + k->unit_rows - 1) / k->unit_rows;
    const uint32_t columns = s->board.halves->column_count[k->partner];
    const uint32_t strip = (uint32_t)(p->unit / chunks) * k->unit_strips;
    const uint32_t rows = k->unit_strips > 1 ? k->quiet : lines;
    memset(open, 255, (uint64_t)lines * k->width);
    for (uint32_t line = 0; line < lines; line++) {
        uint32_t from = (strip + line / rows) * 8 * k->width;
        for (uint32_t c = columns > from ? columns - from : 0; c < 8 * k->width; c++)
            open[(uint64_t)line * k->width + c / 8] &= (uint8_t) ~(1u << c % 8);
    }
}

static enum code make_room(struct solver *s, struct matrix_worker *w, struct error *err)
{
    uint64_t most = 0;
    if (w->codes)
        return CODE_OK;
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        const struct matrix_class *k = &s->board.class[i];
        uint64_t bytes = (uint64_t)k->unit_rows * k->unit_strips * k->width;
        most = bytes > most ? bytes : most;
    }
    w->record_room = s->packed_bytes + 64;
    TRY(mem_small(most + 64, 1, &w->open, err));
    TRY(mem_small(w->record_room, 1, &w->record, err));
    return mem_small(8 * most + 64, 1, &w->codes, err);
}

static enum code replay(struct solver *s, const struct place *p, struct matrix_worker *w,
                        struct error *err)
{
    const struct matrix_class *k = p->k;
    const uint32_t lines = unit_lines(k, p->unit);
    const uint64_t unit = k->unit_first + p->unit;
    TRY(make_room(s, w, err));
    w->unit = UINT64_MAX;
    open_all(s, p, lines, w->open);
    memset(w->codes, 0, (uint64_t)lines * k->width * 8);
    for (unsigned n = 0; n < s->plies; n++) {
        struct bit_stream in = {.at = w->record};
        const uint64_t size = s->history.step[n][unit].size;
        if (size == 0)
            continue;
        TRY(history_read(&s->history, n, (unsigned)unit, w->record, err));
        s->kernel->unpack(&in, lines, k->width, w->open,
                          (uint8_t)(n % 2 ? code_win(n) : code_loss(n)), w->codes);
    }
    w->unit = unit;
    return CODE_OK;
}

/* Copies codes from a place on, as far as its line goes. */
static uint64_t copy_line(const struct place *p, const struct matrix_worker *w,
                          uint64_t count, uint16_t *out)
{
    const struct matrix_class *k = p->k;
    uint32_t line = p->row % k->unit_rows;
    if (k->unit_strips > 1)
        line += p->strip % k->unit_strips * k->quiet;
    uint64_t n = p->width - p->column < count ? p->width - p->column : count;
    const uint8_t *from = w->codes + (uint64_t)line * k->width * 8 + p->column;
    for (uint64_t i = 0; i < n; i++)
        out[i] = from[i];
    return n;
}

void matrix_watch_initial(struct solver *s, unsigned plies)
{
    struct position start;
    s->v->game->initial(s->v, &start);
    s->initial_slot = game_slot(s->v, &start);
    if (s->initial_code != 0)
        return;
    struct place p = place_of(s, s->initial_slot);
    const uint32_t wide = 8 * p.k->width, column = p.strip * HALF_STRIP + p.column;
    const uint64_t at = ((uint64_t)(column / wide) * p.k->rows + p.row) * p.k->width;
    const unsigned byte = column % wide / 8, bit = column % 8;
    if (p.k->won[at + byte] >> bit & 1)
        s->initial_code = code_win(plies);
    else if (p.k->lost[at + byte] >> bit & 1)
        s->initial_code = code_loss(plies);
}

static void note_fault(struct solver *s, enum code code, const struct error *why)
{
    pthread_mutex_lock(&s->lock);
    s->fault = code;
    s->fault_text = *why;
    pthread_mutex_unlock(&s->lock);
}

void matrix_codes(const struct solver *constant, uint64_t first, uint64_t count,
                  uint16_t *out)
{
    struct solver *s = (struct solver *)(uintptr_t)constant; /* only its workers */
    struct matrix_worker *w = &s->worker[run_thread()];
    struct error why;
    if (!s->recording) {
        if (first != s->initial_slot || count != 1)
            note_fault(s,
                       error_set(&why, CODE_USAGE,
                                 "the distances of a board of this size are "
                                 "recorded only for a table; leave out --no-table"),
                       &why);
        *out = s->initial_code;
        return;
    }
    while (count > 0) {
        struct place p = place_of(s, first);
        if (w->unit != p.k->unit_first + p.unit) {
            enum code code = replay(s, &p, w, &why);
            if (code != CODE_OK) {
                note_fault(s, code, &why);
                return;
            }
        }
        uint64_t n = copy_line(&p, w, count, out);
        first += n;
        out += n;
        count -= n;
    }
}

enum code matrix_fault(const struct solver *s, struct error *err)
{
    if (s->fault != CODE_OK && err)
        *err = s->fault_text;
    return s->fault;
}
