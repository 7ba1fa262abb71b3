/* SPDX-License-Identifier: MIT
 * Writing the certificate of a proof; see dfpn_certificate.h. */
#include "solve/dfpn_certificate.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static enum code flush(struct dfpn_certificate *c, struct error *err)
{
    size_t fill = c->fill;
    c->fill = 0;
    return io_append(&c->file, c->buffer, fill, err);
}

static enum code put(struct dfpn_certificate *c, const char *text, struct error *err)
{
    size_t length = strlen(text);
    if (c->fill + length > sizeof c->buffer)
        TRY(flush(c, err));
    memcpy(c->buffer + c->fill, text, length);
    c->fill += length;
    return CODE_OK;
}

enum code dfpn_certificate_begin(struct dfpn_certificate *c, const char *path,
                                 const struct variant *v, const struct position *root,
                                 bool win, struct error *err)
{
    char position[GAME_TEXT], head[3 * GAME_TEXT];
    c->v = v;
    c->lines = 0;
    c->fill = 0;
    c->file.fd = -1;
    TRY(io_create(&c->file, path, err));
    v->game->print(v, root, position);
    snprintf(head, sizeof head, "hissho proof 1\ngame %s\nposition %s\nvalue %s\n",
             v->name, position, win ? "win" : "loss");
    return put(c, head, err);
}

enum code dfpn_certificate_line(void *context, const struct position *p, struct move move,
                                bool has_move, struct error *err)
{
    struct dfpn_certificate *c = context;
    char position[GAME_TEXT], name[GAME_TEXT] = "", line[2 * GAME_TEXT + 4];
    c->v->game->print(c->v, p, position);
    if (has_move)
        c->v->game->print_move(c->v, p, move, name);
    snprintf(line, sizeof line, "%s;%s\n", position, name);
    c->lines++;
    return put(c, line, err);
}

enum code dfpn_certificate_end(struct dfpn_certificate *c, struct error *err)
{
    char line[64];
    snprintf(line, sizeof line, "end %" PRIu64 "\n", c->lines);
    TRY(put(c, line, err));
    TRY(flush(c, err));
    return io_commit(&c->file, err);
}

void dfpn_certificate_abandon(struct dfpn_certificate *c)
{
    io_abandon(&c->file);
}
