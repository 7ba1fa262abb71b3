/* SPDX-License-Identifier: MIT
 * hissho export: the table or a part of it for other programs. */
#include "query/export.h"
#include "base/io.h"
#include "base/text.h"
#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static enum code put_file(void *context, const void *data, size_t size, struct error *err)
{
    return io_append(context, data, size, err);
}

static enum code put_stream(void *context, const void *data, size_t size,
                            struct error *err)
{
    if (fwrite(data, 1, size, context) != size)
        return error_set(err, CODE_IO, "cannot write standard output: %s",
                         strerror(errno));
    return CODE_OK;
}

static enum code check(const struct cli *cli, struct export_request *request,
                       struct error *err)
{
    const struct options *o = &cli->options;
    uint64_t positions = cli->variant.positions;
    if (o->csv && o->npy)
        return error_set(err, CODE_USAGE, "options --csv and --npy: one of them, please");
    if (o->json && !o->csv && !o->npy)
        return error_set(
            err, CODE_USAGE,
            "option --json: CSV goes to standard output; give a file with --csv "
            "or --npy");
    request->format = o->npy ? EXPORT_NPY : EXPORT_CSV;
    request->from = o->from;
    request->to = o->to == UINT64_MAX ? positions : o->to;
    if (request->to > positions)
        return error_set(err, CODE_USAGE, "option --to: %s has %" PRIu64 " ranks only",
                         cli->variant.name, positions);
    if (request->from > request->to)
        return error_set(err, CODE_USAGE,
                         "option --from: %" PRIu64 " is past the end %" PRIu64,
                         request->from, request->to);
    return CODE_OK;
}

static void put_summary(const struct cli *cli, const struct export_request *request,
                        const char *path, uint64_t bytes)
{
    uint64_t rows = request->to - request->from;
    if (cli->options.json) {
        struct json j = json_to(stdout);
        json_open(&j, NULL, '{');
        json_text(&j, "game", cli->variant.name);
        json_text(&j, "file", path);
        json_text(&j, "format", request->format == EXPORT_NPY ? "npy" : "csv");
        json_number(&j, "from", request->from);
        json_number(&j, "rows", rows);
        json_number(&j, "bytes", bytes);
        json_close(&j, '}');
        return;
    }
    char number[32], size[32];
    cli_note(cli, "%s positions in %s, %s", text_number(rows, number), path,
             text_bytes(bytes, size));
}

enum code cli_export(struct cli *cli, struct error *err)
{
    const char *path = cli->options.npy ? cli->options.npy : cli->options.csv;
    struct export_request request = {.put = put_stream, .context = stdout};
    TRY(check(cli, &request, err));
    if (!path)
        return export_ranks(&cli->variant, cli->table, &cli->run, &request, err);
    struct out_file file;
    request.put = put_file;
    request.context = &file;
    TRY(cli_create(&file, path, err));
    enum code code = export_ranks(&cli->variant, cli->table, &cli->run, &request, err);
    uint64_t bytes = file.size;
    if (code == CODE_OK)
        code = io_commit(&file, err);
    io_abandon(&file);
    if (code == CODE_OK)
        put_summary(cli, &request, path, bytes);
    return code;
}
