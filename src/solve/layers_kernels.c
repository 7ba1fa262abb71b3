/* SPDX-License-Identifier: MIT
 * Which kernels of the layers engine this processor can run; see layers_state.h. */
#include "solve/layers_state.h"

extern const struct layers_kernel layers_kernel_portable;
#ifdef HISSHO_X86_KERNELS
extern const struct layers_kernel layers_kernel_avx2, layers_kernel_avx512;
#endif

const struct layers_kernel *layers_kernel(unsigned i)
{
    const struct layers_kernel *list[4] = {0};
    unsigned n = 0;
#ifdef HISSHO_X86_KERNELS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        list[n++] = &layers_kernel_avx512;
    if (__builtin_cpu_supports("avx2"))
        list[n++] = &layers_kernel_avx2;
#endif
    list[n++] = &layers_kernel_portable;
    return i < n ? list[i] : NULL;
}
