/* SPDX-License-Identifier: MIT
 *
 * What commands print: for each kind of result one JSON object (a line that scripts read,
 * with plain integers) and one text (that people read, with thousands separators). Field
 * names are the contract with every script and page built on Hissho: add freely, rename
 * never.
 */
#ifndef QUERY_REPORT_H
#define QUERY_REPORT_H

#include "base/json.h"
#include "query/line.h"
#include "query/plan.h"
#include "query/stats.h"
#include "table/build.h"
#include "table/verify.h"

enum { REPORT_VALUE = 40 };

/* "win", "loss" or "draw". */
const char *report_value_name(enum value value);
/* "win in 13", "draw", "lost, the game is over". */
char *report_value(uint16_t code, char out[REPORT_VALUE]);
/* The same, padded to width and coloured. */
void report_put_value(FILE *out, uint16_t code, int width, bool color);

/* "71.8 %", "0.029 %". */
char *report_share(uint64_t count, uint64_t of, char out[32]);

void report_count_json(FILE *out, const struct variant *v, const struct count_report *r);
void report_count_text(FILE *out, const struct variant *v, const struct count_report *r);

void report_plan_json(FILE *out, const struct variant *v, const struct plan *plan);
void report_plan_text(FILE *out, const struct variant *v, const struct plan *plan);

/* build is null for `stats`; for `solve` it adds what the run took. */
void report_stats_json(FILE *out, const struct variant *v, const struct stats *stats,
                       const struct build_report *build, int threads);
void report_stats_text(FILE *out, const struct variant *v, const struct stats *stats,
                       bool color);
void report_solve_text(FILE *out, const struct variant *v, const struct stats *stats,
                       const struct build_report *build, int threads, bool color);

void report_query_json(FILE *out, const struct variant *v, const struct answer *answer);
void report_query_text(FILE *out, const struct variant *v, const struct answer *answer,
                       bool color);

void report_line_json(FILE *out, const struct variant *v, const struct line *line);
void report_line_text(FILE *out, const struct variant *v, const struct line *line,
                      bool color);

void report_verify_json(FILE *out, const struct variant *v,
                        const struct verify_report *r);
void report_verify_text(FILE *out, const struct variant *v, const struct verify_report *r,
                        bool quick);

#endif
