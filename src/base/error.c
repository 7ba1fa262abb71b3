/* SPDX-License-Identifier: MIT
 * Error sentences; see error.h. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

enum code error_set(struct error *err, enum code code, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
    }
    return code;
}
