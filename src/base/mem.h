/* SPDX-License-Identifier: MIT
 *
 * Memory under a cap. A solve is given a budget; every large array is taken from it, so
 * that
 * `--memory` is kept by construction and the error can say what was needed and what was
 * there. Large blocks are mapped and offered to the kernel as huge pages, because random
 * look-ups in tables of gigabytes are otherwise bound by TLB misses; small ones come from
 * the heap.
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct budget {
    uint64_t limit; /* bytes */
    uint64_t used;
    uint64_t peak;
};

/* A budget of the given size; 0 stands for three quarters of the machine's memory. */
struct budget budget_make(uint64_t limit);

/* Takes count*size zeroed bytes at a multiple of 64 for `what` (used in the message). The multiplication is
 * checked. CODE_RESOURCES when the cap or the system refuses. */
enum code mem_take(struct budget *budget, uint64_t count, uint64_t size, const char *what,
                   void *out_pointer, struct error *err);

/* Gives back what mem_take took; the same count*size. Null is ignored. */
void mem_give(struct budget *budget, void *pointer, uint64_t count, uint64_t size);

/* Small objects outside any budget; zeroed; CODE_RESOURCES when the system has none. */
enum code mem_small(size_t count, size_t size, void *out_pointer, struct error *err);

uint64_t mem_peak_resident(
    void); /* largest resident set of this process so far, in bytes */

#endif
