/* SPDX-License-Identifier: MIT
 *
 * hissho index: what the numbering of a game's positions is made of, and the way from a
 * position to its number and back. Large diagrams are kept beside the tables,
 * DIR/GAME.NAME.zdd.
 */
#define _GNU_SOURCE
#include "base/text.h"
#include "cli/cli.h"
#include "index/blocks.h"
#include "query/paths.h"
#include "zdd/zdd.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct diagram *diagram_at(const struct variant *v, unsigned i)
{
    return v->game->diagram ? v->game->diagram(v, i) : NULL;
}

/* The one that --diagram names, the first without it; CODE_USAGE lists those there
 * are. */
static enum code choose(const struct cli *cli, unsigned *index, struct error *err)
{
    const struct variant *v = &cli->variant;
    const struct diagram *d;
    char list[256] = "";
    *index = 0;
    for (unsigned i = 0; (d = diagram_at(v, i)); i++) {
        if (!cli->options.diagram || strcmp(cli->options.diagram, d->name) == 0) {
            *index = i;
            return CODE_OK;
        }
        text_append(list, sizeof list, "%s%s", i ? ", " : "", d->name);
    }
    if (!*list)
        return error_set(err, CODE_USAGE, "%s has no decision diagrams", v->name);
    return error_set(err, CODE_USAGE, "%s has no diagram '%.40s'; there are: %s", v->name,
                     cli->options.diagram, list);
}

static enum code file_of(const struct cli *cli, unsigned i, const char *ending,
                         char path[IO_PATH], struct error *err)
{
    char suffix[64];
    snprintf(suffix, sizeof suffix, ".%s%s", diagram_at(&cli->variant, i)->name, ending);
    return table_path(cli->data, &cli->variant, suffix, path, err);
}

static enum code build_large(struct cli *cli, unsigned i, struct zdd *z,
                             struct error *err)
{
    char path[IO_PATH], checkpoint[IO_PATH];
    TRY(file_of(cli, i, ".zdd", path, err));
    TRY(file_of(cli, i, ".checkpoint", checkpoint, err));
    if (io_exists(path))
        return zdd_load(z, path, err);
    TRY(io_make_directory(cli->data, err));
    TRY(cli->variant.game->build_diagram(&cli->variant, i, &cli->run, checkpoint, z,
                                         err));
    enum code code = zdd_save(z, path, err);
    if (code == CODE_OK)
        code = io_remove(checkpoint, err);
    if (code != CODE_OK)
        zdd_free(z);
    return code;
}

static enum code obtain(struct cli *cli, unsigned i, struct zdd *z, struct error *err)
{
    const struct variant *v = &cli->variant;
    if (diagram_at(v, i)->large)
        return build_large(cli, i, z, err);
    return v->game->build_diagram(v, i, &cli->run, NULL, z, err);
}

/* ---- numbers ---- */

/* In the diagram chosen, or in the game's own numbering if it has no diagrams. */
static enum code number_of(struct cli *cli, const struct position *p, uint64_t *number,
                           struct error *err)
{
    const struct variant *v = &cli->variant;
    unsigned i;
    struct zdd z;
    *number = v->game->rank(v, p);
    if (!diagram_at(v, 0) && *number == GAME_UNRANKED)
        return error_set(err, CODE_USAGE,
                         "position '%s' has no number: the game is over there",
                         cli->options.rank);
    if (!diagram_at(v, 0))
        return CODE_OK;
    TRY(choose(cli, &i, err));
    TRY(obtain(cli, i, &z, err));
    struct error why;
    enum code code = v->game->diagram_rank(v, i, &z, p, number, &why);
    zdd_free(&z);
    if (code != CODE_OK)
        return error_set(err, code, "position '%s': %s", cli->options.rank, why.text);
    return CODE_OK;
}

static enum code position_of(struct cli *cli, uint64_t number, struct position *p,
                             struct error *err)
{
    const struct variant *v = &cli->variant;
    unsigned i;
    struct zdd z;
    if (!diagram_at(v, 0) && number >= v->positions)
        return error_set(err, CODE_USAGE,
                         "number %" PRIu64 " is out of range; the last one is %" PRIu64,
                         number, v->positions - 1);
    if (!diagram_at(v, 0)) {
        v->game->unrank(v, number, p);
        return CODE_OK;
    }
    TRY(choose(cli, &i, err));
    TRY(obtain(cli, i, &z, err));
    enum code code = v->game->diagram_unrank(v, i, &z, number, p, err);
    zdd_free(&z);
    return code;
}

static enum code rank(struct cli *cli, struct error *err)
{
    const struct variant *v = &cli->variant;
    struct position p;
    uint64_t number;
    TRY(v->game->parse(v, cli->options.rank, &p, err));
    TRY(number_of(cli, &p, &number, err));
    if (!cli->options.json) {
        printf("%" PRIu64 "\n", number);
        return CODE_OK;
    }
    struct json j = json_to(stdout);
    json_open(&j, NULL, '{');
    json_number(&j, "rank", number);
    json_close(&j, '}');
    return CODE_OK;
}

static enum code unrank(struct cli *cli, struct error *err)
{
    const struct variant *v = &cli->variant;
    struct position p;
    uint64_t number;
    char text[GAME_TEXT];
    if (!text_parse_number(cli->options.unrank, &number))
        return error_set(err, CODE_USAGE, "option --unrank: '%.40s' is not a number",
                         cli->options.unrank);
    TRY(position_of(cli, number, &p, err));
    v->game->print(v, &p, text);
    if (!cli->options.json) {
        puts(text);
        return CODE_OK;
    }
    struct json j = json_to(stdout);
    json_open(&j, NULL, '{');
    json_text(&j, "position", text);
    json_close(&j, '}');
    return CODE_OK;
}

/* ---- pictures ---- */

static enum code dot(const void *what, FILE *out, struct error *err)
{
    return zdd_dot(what, out, err);
}

static enum code plot(const void *what, FILE *out, struct error *err)
{
    return paths_svg(what, out, err);
}

static enum code draw(const char *path, const void *what,
                      enum code (*put)(const void *, FILE *, struct error *),
                      struct error *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return error_set(err, CODE_RESOURCES, "not enough memory for %s", path);
    enum code code = put(what, out, err);
    if (fclose(out) != 0 && code == CODE_OK)
        code = error_set(err, CODE_RESOURCES, "not enough memory for %s", path);
    if (code == CODE_OK)
        code = cli_write_file(path, text, size, err);
    free(text);
    return code;
}

static enum code draw_wanted(struct cli *cli, const struct diagram *d,
                             const struct zdd *z, struct error *err)
{
    const struct options *o = &cli->options;
    if (o->dot) {
        TRY(draw(o->dot, z, dot, err));
        cli_note(cli, "the diagram is in %s", o->dot);
    }
    if (o->plot) {
        struct paths_figure figure = {.game = cli->variant.name, .diagram = d->name};
        TRY(zdd_paths(z, true, &figure.paths, err));
        enum code code = draw(o->plot, &figure, plot, err);
        zdd_paths_free(&figure.paths);
        TRY(code);
        cli_note(cli, "the path lengths are in %s", o->plot);
    }
    return CODE_OK;
}

/* ---- description ---- */

static void put_diagram(const struct cli *cli, struct json *j, const struct diagram *d,
                        const struct zdd *z, const struct zdd_paths *paths)
{
    uint64_t nodes = z->nodes - ZDD_LEAVES + d->leaves;
    if (cli->options.json) {
        json_open(j, NULL, '{');
        json_text(j, "name", d->name);
        json_number(j, "nodes", nodes);
        json_number(j, "leaves", d->leaves);
        json_real(j, "mean_path", paths->mean);
        json_number(j, "shortest_path", paths->shortest);
        json_number(j, "longest_path", paths->longest);
        json_number(j, "bytes", zdd_bytes(z));
        json_number(j, "count", z->count);
        json_close(j, '}');
        return;
    }
    char nodes_text[32], count[32], bytes[32];
    printf("  %-18s %s\n", d->name, d->summary);
    printf("    %s nodes (%u %s), %s, %s members\n", text_number(nodes, nodes_text),
           d->leaves, d->leaves == 1 ? "leaf included" : "leaves included",
           text_bytes(zdd_bytes(z), bytes), text_number(z->count, count));
    printf("    paths: mean %.3f, shortest %u, longest %u nodes\n", paths->mean,
           paths->shortest, paths->longest);
}

static enum code describe_diagram(struct cli *cli, struct json *j, unsigned i,
                                  struct error *err)
{
    const struct diagram *d = diagram_at(&cli->variant, i);
    struct zdd z;
    struct zdd_paths paths;
    TRY(obtain(cli, i, &z, err));
    enum code code = zdd_paths(&z, false, &paths, err);
    if (code == CODE_OK)
        put_diagram(cli, j, d, &z, &paths);
    zdd_free(&z);
    return code;
}

static enum code describe_diagrams(struct cli *cli, struct json *j, struct error *err)
{
    const struct diagram *d;
    if (cli->options.diagram) {
        unsigned i;
        TRY(choose(cli, &i, err));
        return describe_diagram(cli, j, i, err);
    }
    for (unsigned i = 0; (d = diagram_at(&cli->variant, i)); i++) {
        char path[IO_PATH];
        TRY(file_of(cli, i, ".zdd", path, err));
        if (!d->large || io_exists(path))
            TRY(describe_diagram(cli, j, i, err));
        else
            cli_note(
                cli,
                "the diagram '%s' is large and not built yet; to do it: hissho index %s "
                "--diagram %s",
                d->name, cli->variant.name, d->name);
    }
    return CODE_OK;
}

static void put_blocks(const struct cli *cli, struct json *j)
{
    const struct variant *v = &cli->variant;
    const struct blocks *x = v->game->blocks ? v->game->blocks(v) : NULL;
    if (!x)
        return;
    if (cli->options.json) {
        json_open(j, "blocks", '{');
        json_number(j, "blocks", x->block_count);
        json_number(j, "cells_per_block", x->block_cells);
        json_number(j, "nodes", x->nodes);
        json_number(j, "jumps", x->jumps);
        json_number(j, "bytes", x->bytes);
        json_close(j, '}');
        return;
    }
    char bytes[32], jumps[32];
    printf(
        "  compiled           %u blocks of %u cells, %u nodes, %s jumps, %s of tables\n",
        x->block_count, x->block_cells, x->nodes, text_number(x->jumps, jumps),
        text_bytes(x->bytes, bytes));
}

/* How many positions --rank and --unrank know without --diagram. */
static enum code size_of(struct cli *cli, uint64_t *size, struct error *err)
{
    struct zdd z;
    *size = cli->variant.positions;
    if (!diagram_at(&cli->variant, 0))
        return CODE_OK;
    TRY(obtain(cli, 0, &z, err));
    *size = z.count;
    zdd_free(&z);
    return CODE_OK;
}

static enum code describe(struct cli *cli, struct error *err)
{
    const struct variant *v = &cli->variant;
    uint64_t size;
    char number[32];
    struct json j = json_to(stdout);
    TRY(size_of(cli, &size, err));
    if (cli->options.json) {
        json_open(&j, NULL, '{');
        json_text(&j, "game", v->name);
        json_number(&j, "size", size);
        json_open(&j, "zdd", '[');
    } else {
        printf("%s: %s positions are numbered\n", v->name, text_number(size, number));
    }
    TRY(describe_diagrams(cli, &j, err));
    if (cli->options.json)
        json_close(&j, ']');
    put_blocks(cli, &j);
    if (cli->options.json)
        json_close(&j, '}');
    return CODE_OK;
}

enum code cli_index(struct cli *cli, struct error *err)
{
    const struct options *o = &cli->options;
    if (!!o->rank + !!o->unrank + (o->dot || o->plot) > 1)
        return error_set(err, CODE_USAGE,
                         "give one of --rank, --unrank and the drawings, not several");
    unsigned i = 0;
    if (o->diagram || o->dot || o->plot)
        TRY(choose(cli, &i, err));
    if (o->rank)
        return rank(cli, err);
    if (o->unrank)
        return unrank(cli, err);
    if (o->dot || o->plot) {
        struct zdd z;
        TRY(obtain(cli, i, &z, err));
        enum code code = draw_wanted(cli, diagram_at(&cli->variant, i), &z, err);
        zdd_free(&z);
        TRY(code);
    }
    return describe(cli, err);
}
