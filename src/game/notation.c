/* SPDX-License-Identifier: MIT
 * Reading positions; see notation.h. */
#include "game/notation.h"

#include <ctype.h>
#include <stdio.h>

enum code notation_error(const struct cursor *c, const char *wanted, struct error *err)
{
    char found[24];
    unsigned char next = (unsigned char)*c->at;
    if (next == '\0')
        snprintf(found, sizeof found, "the text ends");
    else if (isprint(next))
        snprintf(found, sizeof found, "found '%c'", next);
    else
        snprintf(found, sizeof found, "found byte 0x%02x", next);
    return error_set(
        err, CODE_USAGE,
        "position '%.200s': at character %ld %s where %s; a correct example: '%s'",
        c->text, (long)(c->at - c->text) + 1, found, wanted, c->example);
}

enum code notation_impossible(const struct cursor *c, const char *why, struct error *err)
{
    return error_set(err, CODE_USAGE,
                     "position '%.200s' is impossible: %s; a correct example: '%s'",
                     c->text, why, c->example);
}

enum code notation_expect(struct cursor *c, char character, struct error *err)
{
    if (*c->at != character) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "'%c' is expected", character);
        return notation_error(c, wanted, err);
    }
    c->at++;
    return CODE_OK;
}

bool notation_at_end(const struct cursor *c)
{
    return *c->at == '\0';
}
