/* SPDX-License-Identifier: MIT
 * What every unit test includes: cmocka, and the size of the cases, which the environment
 * variable HISSHO_TEST_SIZE chooses (small under sanitizers, long in make test-long). */
#ifndef TESTS_TEST_SIZE_H
#define TESTS_TEST_SIZE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline uint64_t test_size(uint64_t small, uint64_t normal, uint64_t large)
{
    const char *size = getenv("HISSHO_TEST_SIZE");
    return !size || strcmp(size, "short") == 0 ? normal
           : strcmp(size, "small") == 0        ? small
                                               : large;
}

#endif
