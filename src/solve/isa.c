/* SPDX-License-Identifier: MIT
 * What this processor can run; see isa.h. */
#include "solve/isa.h"

#include <stddef.h>

static enum isa widest(void)
{
#ifdef HISSHO_X86_KERNELS
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") ||
        !__builtin_cpu_supports("popcnt"))
        return ISA_PORTABLE;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512dq"))
        return ISA_AVX2;
    if (!__builtin_cpu_supports("avx512vpopcntdq"))
        return ISA_AVX512;
    return __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("gfni") &&
                   __builtin_cpu_supports("avx512bitalg")
               ? ISA_AVX512_BITS
               : ISA_AVX512_POPCOUNT;
#else
    return ISA_PORTABLE;
#endif
}

const void *isa_form(const struct isa_form *forms, unsigned count, unsigned i)
{
    const enum isa have = widest();
    for (unsigned k = 0; k < count; k++)
        if (forms[k].kernel && forms[k].needs <= have && i-- == 0)
            return forms[k].kernel;
    return NULL;
}
