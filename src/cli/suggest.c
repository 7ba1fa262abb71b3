/* SPDX-License-Identifier: MIT
 *
 * "Did you mean": the candidate with the least edit distance (insert, delete, replace,
 * exchange of neighbours), if it is small against the length of what was typed.
 */
#include "cli/cli.h"

#include <string.h>

enum { LONGEST = 32 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned distance(const char *a, const char *b)
{
    unsigned cost[LONGEST + 1][LONGEST + 1];
    unsigned n = (unsigned)strlen(a), m = (unsigned)strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (unsigned i = 0; i <= n; i++)
        for (unsigned j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            unsigned replaced = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = least(replaced, 1 + least(cost[i - 1][j], cost[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = least(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[n][m];
}

const char *cli_nearest(const char *typed, const char *(*next)(const void *, unsigned),
                        const void *context)
{
    unsigned best = (unsigned)strlen(typed) / 3 + 2; /* this far is not near */
    const char *nearest = NULL, *name;
    for (unsigned i = 0; (name = next(context, i)); i++) {
        unsigned d = distance(typed, name);
        bool begins = strlen(typed) > 1 && strncmp(typed, name, strlen(typed)) == 0;
        if (begins)
            d = 0;
        if (d < best) {
            best = d;
            nearest = name;
        }
    }
    return nearest;
}
