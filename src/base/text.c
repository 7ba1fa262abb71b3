/* SPDX-License-Identifier: MIT
 * Text for people; see text.h. */
#include "base/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *text_number(uint64_t number, char out[32])
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, number);
    char *to = out;
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return out;
}

char *text_bytes(uint64_t bytes, char out[32])
{
    static const char *const unit[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double size = (double)bytes;
    int u = 0;
    while (size >= 1000 && u < 6) {
        size /= 1024;
        u++;
    }
    const char *format = u == 0 || size >= 100 ? "%.0f %s"
                         : size >= 10          ? "%.1f %s"
                                               : "%.2f %s";
    snprintf(out, 32, format, size, unit[u]);
    return out;
}

char *text_duration(double seconds, char out[32])
{
    if (!(seconds >= 0) || seconds > 1e12)
        snprintf(out, 32, "unknown");
    else if (seconds < 0.0995)
        snprintf(out, 32, "%.0f ms", seconds * 1000);
    else if (seconds < 99.5)
        snprintf(out, 32, "%.1f s", seconds);
    else if (seconds < 3600)
        snprintf(out, 32, "%.0f min %02.0f s", floor(seconds / 60),
                 floor(fmod(seconds, 60)));
    else
        snprintf(out, 32, "%.0f h %02.0f min", floor(seconds / 3600),
                 floor(fmod(seconds / 60, 60)));
    return out;
}

bool text_parse_bytes(const char *text, uint64_t *bytes)
{
    if (!isdigit((unsigned char)*text))
        return false;
    char *end;
    double size = strtod(text, &end);
    static const char units[] = "KMGT";
    double factor = 1;
    const char *unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
    if (unit) {
        for (const char *u = units; u <= unit; u++)
            factor *= 1024;
        end++;
        if (*end == 'i')
            end++;
    }
    if (*end == 'B' || *end == 'b')
        end++;
    size *= factor;
    if (*end || !(size >= 1) || size >= 9e18)
        return false;
    *bytes = (uint64_t)size;
    return true;
}

bool text_parse_number(const char *text, uint64_t *number)
{
    uint64_t n = 0;
    if (!isdigit((unsigned char)*text))
        return false;
    for (; *text; text++) {
        if ((*text == ',' || *text == '_') && isdigit((unsigned char)text[1]))
            continue;
        if (!isdigit((unsigned char)*text))
            return false;
        if (__builtin_mul_overflow(n, (uint64_t)10, &n) ||
            __builtin_add_overflow(n, (uint64_t)(*text - '0'), &n))
            return false;
    }
    *number = n;
    return true;
}

bool text_parse_seconds(const char *text, double *seconds)
{
    char *end;
    if (!isdigit((unsigned char)*text) && *text != '.')
        return false;
    *seconds = strtod(text, &end);
    return *end == '\0' && *seconds >= 0 && *seconds < 1e9;
}

bool text_equal_ignoring_case(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
    return *a == *b;
}

void text_append(char *out, size_t size, const char *format, ...)
{
    size_t length = strlen(out);
    va_list args;
    va_start(args, format);
    vsnprintf(out + length, size - length, format, args);
    va_end(args);
}
