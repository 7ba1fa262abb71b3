/* SPDX-License-Identifier: MIT
 *
 * A streaming JSON writer: commas, quotes and escapes are its business, the order of keys
 * is the caller's. One object on one line, so that lists of objects are valid JSON lines.
 *
 *     json_open(&j, NULL, '{');
 *     json_text(&j, "game", "gobblet");
 *     json_open(&j, "moves", '[');  ...  json_close(&j, ']');
 *     json_close(&j, '}');           // the outermost close ends the line
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *out;
    int depth;
    bool comma; /* a value precedes at this depth */
};

struct json json_to(FILE *out);
/* key is null inside arrays and for the outermost object. */
void json_open(struct json *j, const char *key, char bracket);
void json_close(struct json *j, char bracket);
void json_text(struct json *j, const char *key, const char *text);
void json_number(struct json *j, const char *key, uint64_t number);
void json_real(struct json *j, const char *key, double number);
void json_bool(struct json *j, const char *key, bool yes);

#endif
