/* SPDX-License-Identifier: MIT
 * A streaming JSON writer; see json.h. */
#include "base/json.h"

#include <inttypes.h>
#include <math.h>

struct json json_to(FILE *out)
{
    return (struct json){.out = out};
}

static void string(struct json *j, const char *text)
{
    putc('"', j->out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(j->out, "\\%c", c);
        else if (c < 0x20)
            fprintf(j->out, "\\u%04x", c);
        else
            putc(c, j->out);
    }
    putc('"', j->out);
}

static void before(struct json *j, const char *key)
{
    if (j->comma)
        putc(',', j->out);
    if (key) {
        string(j, key);
        putc(':', j->out);
    }
    j->comma = true;
}

void json_open(struct json *j, const char *key, char bracket)
{
    before(j, key);
    putc(bracket, j->out);
    j->depth++;
    j->comma = false;
}

void json_close(struct json *j, char bracket)
{
    putc(bracket, j->out);
    j->comma = true;
    if (--j->depth == 0) {
        putc('\n', j->out);
        j->comma = false;
    }
}

void json_text(struct json *j, const char *key, const char *text)
{
    before(j, key);
    string(j, text);
}

void json_number(struct json *j, const char *key, uint64_t number)
{
    before(j, key);
    fprintf(j->out, "%" PRIu64, number);
}

void json_real(struct json *j, const char *key, double number)
{
    before(j, key);
    if (isfinite(number))
        fprintf(j->out, "%.6g", number);
    else
        fputs("null", j->out);
}

void json_bool(struct json *j, const char *key, bool yes)
{
    before(j, key);
    fputs(yes ? "true" : "false", j->out);
}
