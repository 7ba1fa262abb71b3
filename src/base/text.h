/* SPDX-License-Identifier: MIT
 *
 * Text for people: numbers with thousands separators, byte sizes, durations, and reading
 * them back from options. Buffers are the caller's; 32 characters always suffice.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

char *text_number(uint64_t number, char out[32]);  /* 2,881,473,967 */
char *text_bytes(uint64_t bytes, char out[32]);    /* 423 MiB */
char *text_duration(double seconds, char out[32]); /* 3.2 s, 4 min 10 s, 2 h 05 min */

/* "512M", "16G", "1.5GiB", "4096": bytes, powers of 1024. False when it is not a size. */
bool text_parse_bytes(const char *text, uint64_t *bytes);
/* Plain decimal with optional , or _ between digits; false on anything else or overflow.
 */
bool text_parse_number(const char *text, uint64_t *number);
/* Non-negative decimal seconds. */
bool text_parse_seconds(const char *text, double *seconds);

/* ASCII comparison that ignores case. */
bool text_equal_ignoring_case(const char *a, const char *b);

/* snprintf at the end of a buffer: appends to the string in out[size], never overruns,
 * and keeps the terminator. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void text_append(char *out, size_t size, const char *format, ...);

#endif
