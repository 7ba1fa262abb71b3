/* SPDX-License-Identifier: MIT
 *
 * Errors: a code that is also the program's exit status, and one sentence that says what
 * is wrong, where, and what to do. Functions that can fail return `enum code` and take a
 * `struct error *` as their last argument; nothing below the command line prints or
 * exits.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

enum code {
    CODE_OK = 0,
    CODE_NO = 1,           /* the answer is "no": verify found an error, a proof failed */
    CODE_USAGE = 2,        /* bad option, unknown game, unparsable position */
    CODE_NO_TABLE = 3,     /* the game has not been solved here yet */
    CODE_DAMAGED = 4,      /* table or checkpoint fails its own checks */
    CODE_RESOURCES = 5,    /* not enough memory or disk */
    CODE_IO = 6,           /* the system refused to read or write */
    CODE_INTERRUPTED = 130 /* stopped by a signal, can be resumed */
};

struct error {
    char text[1024];
};

/* Writes the sentence into err (which may be null) and returns code, so that a failing
 * function ends in `return error_set(err, CODE_IO, "...")`. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
enum code
error_set(struct error *err, enum code code, const char *format, ...);

/* Returns from the calling function when the call inside did not succeed. */
#define TRY(call)                                                                        \
    do {                                                                                 \
        enum code try_code_ = (call);                                                    \
        if (try_code_ != CODE_OK)                                                        \
            return try_code_;                                                            \
    } while (0)

#endif
