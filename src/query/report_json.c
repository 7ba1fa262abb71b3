/* SPDX-License-Identifier: MIT
 * The JSON objects; see report.h. */
#include "query/report.h"

#include <inttypes.h>
#include <string.h>

const char *report_value_name(enum value value)
{
    return value == VALUE_WIN ? "win" : value == VALUE_LOSS ? "loss" : "draw";
}

/* "value" and, unless drawn, "plies" into the open object. */
static void put_code(struct json *j, uint16_t code)
{
    json_text(j, "value", report_value_name(code_value(code)));
    if (code_has_plies(code))
        json_number(j, "plies", code_plies(code));
}

static struct json open_object(FILE *out, const struct variant *v)
{
    struct json j = json_to(out);
    json_open(&j, NULL, '{');
    json_text(&j, "game", v->name);
    return j;
}

void report_count_json(FILE *out, const struct variant *v, const struct count_report *r)
{
    struct json j = open_object(out, v);
    json_open(&j, "sets", '[');
    for (unsigned i = 0; i < r->entries;) {
        json_open(&j, NULL, '{');
        json_text(&j, "name", r->entry[i].set);
        json_number(&j, "positions", r->entry[i].positions);
        i++;
        bool subsets = i < r->entries && r->entry[i].subset[0];
        if (subsets)
            json_open(&j, "subsets", '[');
        for (; i < r->entries && r->entry[i].subset[0]; i++) {
            json_open(&j, NULL, '{');
            json_text(&j, "name", r->entry[i].subset);
            json_number(&j, "positions", r->entry[i].positions);
            json_close(&j, '}');
        }
        if (subsets)
            json_close(&j, ']');
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
}

void report_plan_json(FILE *out, const struct variant *v, const struct plan *plan)
{
    struct json j = open_object(out, v);
    json_number(&j, "positions", v->positions);
    json_number(&j, "memory_limit_bytes", plan->memory_limit);
    json_number(&j, "disk_free_bytes", plan->disk_free);
    json_number(&j, "threads", (uint64_t)plan->threads);
    json_open(&j, "methods", '[');
    for (unsigned i = 0; i < plan->methods; i++) {
        const struct plan_method *m = &plan->method[i];
        json_open(&j, NULL, '{');
        json_text(&j, "name", m->engine->name);
        json_text(&j, "backend", engine_backend(m->engine));
        json_number(&j, "memory_bytes", m->memory_bytes);
        if (m->device_bytes)
            json_number(&j, "device_bytes", m->device_bytes);
        json_number(&j, "disk_bytes", m->disk_bytes);
        json_real(&j, "seconds", m->seconds);
        json_bool(&j, "fits", m->fits);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    if (plan->chosen)
        json_text(&j, "chosen", plan->chosen->name);
    json_close(&j, '}');
}

static void histogram(struct json *j, const uint64_t positions[CODES])
{
    json_open(j, "plies", '[');
    for (unsigned kind = 1; kind <= 2; kind++) /* odd codes are wins, even ones losses */
        for (unsigned code = kind; code < CODES; code += 2)
            if (positions[code] && code_has_plies((uint16_t)code)) {
                json_open(j, NULL, '{');
                json_number(j, "plies", code_plies((uint16_t)code));
                json_text(j, "value", report_value_name(code_value((uint16_t)code)));
                json_number(j, "positions", positions[code]);
                json_close(j, '}');
            }
    json_close(j, ']');
}

static void longest(struct json *j, const struct variant *v, const struct stats *stats)
{
    json_open(j, "longest", '[');
    for (unsigned i = 0; i < stats->longest_count; i++) {
        char text[GAME_TEXT];
        v->game->print(v, &stats->longest[i], text);
        json_text(j, NULL, text);
    }
    json_close(j, ']');
}

static void build_facts(struct json *j, const struct build_report *build, int threads)
{
    json_real(j, "seconds", build->seconds);
    json_number(j, "peak_bytes", build->peak_bytes);
    json_text(j, "backend", build->backend);
    json_number(j, "threads", (uint64_t)threads);
    json_text(j, "engine", build->engine);
    json_real(j, "solve_seconds", build->solve_seconds);
    json_real(j, "write_seconds", build->write_seconds);
    if (build->summed) {
        char sum[24];
        snprintf(sum, sizeof sum, "%016" PRIx64, build->codes_sum);
        json_text(j, "codes_sum", sum);
    }
    json_number(j, "file_bytes", build->file_bytes);
    json_bool(j, "resumed", build->resumed);
    if (build->resumed)
        json_number(j, "resumed_from", build->resumed_from);
    json_bool(j, "was_there", build->was_there);
}

static void totals(struct json *j, const struct tally *tally)
{
    json_number(j, "win", tally_total(tally, VALUE_WIN));
    json_number(j, "loss", tally_total(tally, VALUE_LOSS));
    json_number(j, "draw", tally_total(tally, VALUE_DRAW));
    histogram(j, tally->positions);
}

static void subsets(struct json *j, const struct variant *v, const struct subset_tally *s)
{
    json_open(j, "subsets", '[');
    for (unsigned i = 0; i < s->subsets; i++) {
        char name[GAME_NAME];
        struct tally tally;
        memcpy(tally.positions, s->count[i], sizeof tally.positions);
        v->game->subset_name(v, i, name);
        json_open(j, NULL, '{');
        json_text(j, "name", name);
        json_number(j, "positions", tally_all(&tally));
        totals(j, &tally);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void report_stats_json(FILE *out, const struct variant *v, const struct stats *stats,
                       const struct build_report *build, int threads)
{
    const struct tally *tally = stats->tally;
    struct json j = open_object(out, v);
    json_number(&j, "positions", tally_all(tally));
    json_text(&j, "unit", game_unit(v));
    totals(&j, tally);
    json_number(&j, "max_plies", tally_max_plies(tally));
    if (stats->longest_count)
        longest(&j, v, stats);
    json_open(&j, "initial", '{');
    json_text(&j, "position", stats->initial);
    put_code(&j, stats->initial_code);
    json_close(&j, '}');
    if (stats->subsets && stats->subsets->subsets)
        subsets(&j, v, stats->subsets);
    if (build)
        build_facts(&j, build, threads);
    json_close(&j, '}');
}

void report_query_json(FILE *out, const struct variant *v, const struct answer *answer)
{
    struct json j = open_object(out, v);
    json_text(&j, "position", answer->text);
    json_text(&j, "to_move", v->game->side(v, &answer->position));
    put_code(&j, answer->code);
    json_bool(&j, "over", answer->ending != GOES_ON);
    json_open(&j, "moves", '[');
    for (unsigned i = 0; i < answer->moves; i++) {
        const struct answer_move *m = &answer->move[i];
        json_open(&j, NULL, '{');
        json_text(&j, "move", m->name);
        json_text(&j, "position", m->text);
        put_code(&j, m->code);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
}

void report_line_json(FILE *out, const struct variant *v, const struct line *line)
{
    static const char *const stop[] = {"over", "repetition", "limit"};
    struct json j = open_object(out, v);
    json_text(&j, "position", line->step[0].text);
    put_code(&j, line->step[0].code);
    json_open(&j, "moves", '[');
    for (unsigned i = 1; i <= line->moves; i++)
        json_text(&j, NULL, line->step[i].move);
    json_close(&j, ']');
    json_open(&j, "positions", '[');
    for (unsigned i = 0; i <= line->moves; i++)
        json_text(&j, NULL, line->step[i].text);
    json_close(&j, ']');
    json_text(&j, "end", stop[line->stop]);
    json_close(&j, '}');
}

static void judged(struct json *j, const char *key, uint16_t code)
{
    json_open(j, key, '{');
    put_code(j, code);
    json_close(j, '}');
}

void report_verify_json(FILE *out, const struct variant *v, const struct verify_report *r)
{
    struct json j = open_object(out, v);
    json_number(&j, "checked", r->checked);
    json_number(&j, "errors", r->errors);
    if (r->found) {
        char text[GAME_TEXT];
        v->game->print(v, &r->position, text);
        json_open(&j, "counterexample", '{');
        json_text(&j, "position", text);
        judged(&j, "stored", r->stored);
        judged(&j, "derived", r->derived);
        json_close(&j, '}');
    }
    json_close(&j, '}');
}
