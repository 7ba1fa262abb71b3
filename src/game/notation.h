/* SPDX-License-Identifier: MIT
 *
 * Reading positions: a cursor over the text and one way to complain, so that every game's
 * parser points at the offending character and shows a correct example.
 */
#ifndef GAME_NOTATION_H
#define GAME_NOTATION_H

#include "base/error.h"

#include <stdbool.h>

struct cursor {
    const char *text;    /* the whole position */
    const char *at;      /* next character */
    const char *example; /* a correct position */
};

/* CODE_USAGE: position, offending character and its place, what was wanted, example. */
enum code notation_error(const struct cursor *c, const char *wanted, struct error *err);
/* The same for a position that reads well but cannot be; points at no character. */
enum code notation_impossible(const struct cursor *c, const char *why, struct error *err);
/* Consumes one given character. */
enum code notation_expect(struct cursor *c, char character, struct error *err);
bool notation_at_end(const struct cursor *c);

#endif
