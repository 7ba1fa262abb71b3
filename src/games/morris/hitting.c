/* SPDX-License-Identifier: MIT
 *
 * Minimum hitting sets by recurrence: some man of any mill inside the set must be hit,
 * and what remains without him is a smaller set, known already. So it is 1 + the least
 * over the three men of the first mill found.
 */
#include "games/morris/hitting.h"

#include "base/mem.h"

enum code morris_hitting(const struct morris_board *b, uint8_t **out, struct error *err)
{
    uint8_t *f;
    uint32_t sets = (uint32_t)1 << b->points;
    TRY(mem_small(sets, 1, &f, err));
    for (uint32_t set = 0; set < sets; set++) {
        unsigned i = 0;
        while (i < b->mills && (set & b->mill[i]) != b->mill[i])
            i++;
        if (i == b->mills)
            continue;
        uint8_t least = UINT8_MAX;
        for (uint32_t men = b->mill[i]; men; men &= men - 1) {
            uint8_t rest = f[set & ~(men & -men)];
            least = rest < least ? rest : least;
        }
        f[set] = (uint8_t)(least + 1);
    }
    *out = f;
    return CODE_OK;
}

/* Some point of the first mill is hit; the mills without it remain. */
bool morris_can_hit(const uint32_t *mill, unsigned mills, unsigned points)
{
    if (mills <= points)
        return true;
    if (points == 0)
        return false;
    for (uint32_t men = mill[0]; men; men &= men - 1) {
        uint32_t rest[MORRIS_MILLS];
        unsigned n = 0;
        for (unsigned i = 1; i < mills; i++)
            if (!(mill[i] & men & -men))
                rest[n++] = mill[i];
        if (morris_can_hit(rest, n, points - 1))
            return true;
    }
    return false;
}
