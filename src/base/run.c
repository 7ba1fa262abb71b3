/* SPDX-License-Identifier: MIT
 * Processors; see run.h. */
#define _GNU_SOURCE
#include "base/run.h"

#include <sched.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int run_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? n : 1;
}

int run_thread(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}
