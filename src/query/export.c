/* SPDX-License-Identifier: MIT
 *
 * A table for other programs; see export.h. Ranks are taken in chunks: the codes of a
 * chunk are looked up by all threads, then written in order by one.
 */
#include "query/export.h"

#include "query/report.h"
#include "table/format.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16, PIECE = 1 << 10, ROW = GAME_TEXT + 64 };

static enum code look_up_one(const struct variant *v, struct table *t, uint64_t rank,
                             uint16_t *code, struct error *err)
{
    struct position p;
    v->game->unrank(v, rank, &p);
    return probe_code(v, t, &p, v->game->ending(v, &p), code, err);
}

static enum code look_up(const struct variant *v, struct table *t, int threads,
                         uint64_t first, uint64_t count, uint16_t codes[CHUNK],
                         struct error *err)
{
    enum code result = CODE_OK;
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (uint64_t piece = 0; piece < count; piece += PIECE) {
        struct error local = {{0}};
        enum code code = CODE_OK;
        uint64_t end = piece + PIECE < count ? piece + PIECE : count;
        for (uint64_t i = piece; i < end && code == CODE_OK; i++)
            code = look_up_one(v, t, first + i, &codes[i], &local);
        if (code != CODE_OK) {
#pragma omp critical
            {
                result = code;
                if (err)
                    *err = local;
            }
        }
    }
    return result;
}

/* Format version 1.0 of NumPy's own description: the header is padded with spaces to a
 * multiple of 64 bytes and ends with a newline. */
static enum code npy_header(const struct export_request *r, bool wide, struct error *err)
{
    char header[128];
    memset(header, ' ', sizeof header);
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)(sizeof header - 10);
    header[9] = 0;
    char dictionary[100];
    int n = snprintf(dictionary, sizeof dictionary,
                     "{'descr': '%s', 'fortran_order': False, 'shape': (%" PRIu64 ",), }",
                     wide ? "<u2" : "|u1", r->to - r->from);
    assert(n > 0 && 10 + (size_t)n < sizeof header);
    memcpy(header + 10, dictionary, (size_t)n);
    header[sizeof header - 1] = '\n';
    return r->put(r->context, header, sizeof header, err);
}

/* Short codes where the table has only such. */
static bool needs_two_bytes(struct table *t)
{
    const struct tally *tally = &table_info(t)->stored;
    for (unsigned code = TABLE_WON; code <= CODES; code++)
        if (tally->positions[code])
            return true;
    return table_info(t)->width > 1;
}

/* Writes over the codes. */
static enum code npy_codes(const struct export_request *r, bool wide, uint64_t count,
                           uint16_t codes[CHUNK], struct error *err)
{
    unsigned char *out = (unsigned char *)codes;
    for (uint64_t i = 0; i < count; i++) {
        const uint16_t code = codes[i];
        if (wide) {
            out[2 * i] = (unsigned char)code;
            out[2 * i + 1] = (unsigned char)(code >> 8);
        } else {
            out[i] = (unsigned char)(code == CODE_WON    ? TABLE_WON
                                     : code == CODE_LOST ? TABLE_LOST
                                                         : code);
        }
    }
    return r->put(r->context, out, (size_t)(wide ? 2 * count : count), err);
}

static int csv_row(const struct variant *v, uint64_t rank, uint16_t code, char out[ROW])
{
    struct position p;
    char text[GAME_TEXT], plies[8] = "";
    v->game->unrank(v, rank, &p);
    v->game->print(v, &p, text);
    if (code_has_plies(code))
        snprintf(plies, sizeof plies, "%u", code_plies(code));
    /* positions may hold commas */
    return snprintf(out, ROW, "%" PRIu64 ",\"%s\",%s,%s\n", rank, text,
                    report_value_name(code_value(code)), plies);
}

static enum code csv_rows(const struct variant *v, const struct export_request *r,
                          uint64_t first, uint64_t count, const uint16_t *codes,
                          struct error *err)
{
    char buffer[16384];
    size_t used = 0;
    for (uint64_t i = 0; i < count; i++) {
        used += (size_t)csv_row(v, first + i, codes[i], buffer + used);
        if (used + ROW > sizeof buffer || i + 1 == count) {
            TRY(r->put(r->context, buffer, used, err));
            used = 0;
        }
    }
    return CODE_OK;
}

static enum code put_header(const struct export_request *r, bool wide, struct error *err)
{
    static const char columns[] = "rank,position,value,plies\n";
    if (r->format == EXPORT_NPY)
        return npy_header(r, wide, err);
    return r->put(r->context, columns, sizeof columns - 1, err);
}

static enum code put_chunks(const struct variant *v, struct table *t, struct run *run,
                            const struct export_request *r, uint16_t codes[CHUNK],
                            struct error *err)
{
    const bool wide = needs_two_bytes(t);
    TRY(put_header(r, wide, err));
    for (uint64_t first = r->from; first < r->to; first += CHUNK) {
        uint64_t count = r->to - first < CHUNK ? r->to - first : CHUNK;
        if (run_stopped(run))
            return error_set(err, CODE_INTERRUPTED, "interrupted");
        TRY(look_up(v, t, run->threads, first, count, codes, err));
        if (r->format == EXPORT_NPY)
            TRY(npy_codes(r, wide, count, codes, err));
        else
            TRY(csv_rows(v, r, first, count, codes, err));
        progress_update(&run->progress, first - r->from, r->to - r->from, "positions",
                        NULL);
    }
    return CODE_OK;
}

enum code export_ranks(const struct variant *v, struct table *t, struct run *run,
                       const struct export_request *request, struct error *err)
{
    assert(request->from <= request->to && request->to <= v->positions);
    uint16_t *codes;
    TRY(mem_small(CHUNK, 2, &codes, err));
    progress_begin(&run->progress, "exporting", 0);
    enum code code = put_chunks(v, t, run, request, codes, err);
    progress_end(&run->progress);
    free(codes);
    return code;
}
