/* SPDX-License-Identifier: MIT
 * The program hissho-check-proof: checks certificates of `hissho prove`; see proof.h. */
#include "base/text.h"
#include "checker/proof.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: hissho-check-proof FILE\n"
    "Checks the certificate that 'hissho prove --certificate FILE' wrote: every line\n"
    "against the rules and the lines before it.\n"
    "Exit: 0 right, 1 wrong, 2 usage, 3 no file, 4 damaged, 5 memory, 6 unreadable.\n";

int main(int argc, char **argv)
{
    struct proof_report report;
    struct error err;
    char lines[32];
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return CODE_OK;
    }
    if (argc != 2 || argv[1][0] == '-') {
        fputs(usage, stderr);
        return CODE_USAGE;
    }
    enum code code = proof_check(argv[1], &report, &err);
    if (code != CODE_OK)
        fprintf(stderr, "hissho-check-proof: %s\n", err.text);
    else
        printf("%s: right: %s  %s  is a %s for the side to move (%s lines)\n", argv[1],
               report.game, report.position, report.win ? "win" : "loss",
               text_number(report.lines, lines));
    return (int)code;
}
