/* SPDX-License-Identifier: MIT
 *
 * What a long computation is given: its memory, its threads, where it reports progress,
 * and the flag that asks it to stop. One object per computation; two in one process do
 * not meet.
 */
#ifndef BASE_RUN_H
#define BASE_RUN_H

#include "base/mem.h"
#include "base/progress.h"

#include <signal.h>

struct run {
    struct budget memory;
    struct progress progress;
    int threads;                       /* at least 1 */
    const volatile sig_atomic_t *stop; /* nonzero: stop soon; may be null */
};

static inline bool run_stopped(const struct run *run)
{
    return run->stop && *run->stop;
}

/* Number of the calling thread among those of a parallel region, from 0. */
int run_thread(void);
/* Number of processors this process may use. */
int run_processors(void);

#endif
