/* SPDX-License-Identifier: MIT
 * A growing set of keys, none of them 0. Starts as all zeros. */
#ifndef SOLVE_DFPN_SET_H
#define SOLVE_DFPN_SET_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct dfpn_set {
    uint64_t *key;
    uint64_t size; /* power of two, or 0 */
    uint64_t count;
};

bool dfpn_set_has(const struct dfpn_set *set, uint64_t key);
enum code dfpn_set_add(struct dfpn_set *set, uint64_t key, struct error *err);
void dfpn_set_free(struct dfpn_set *set);

#endif
