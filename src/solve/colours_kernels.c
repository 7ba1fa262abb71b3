/* SPDX-License-Identifier: MIT
 * Which kernels of the colours engine this processor can run; see colours_state.h. */
#include "solve/colours_state.h"
#include "solve/isa.h"

extern const struct colours_kernel colours_kernel_portable, colours_kernel_avx2,
    colours_kernel_avx512;

const struct colours_kernel *colours_kernel(unsigned i)
{
    static const struct isa_form forms[] = {
        {ISA_AVX512, ISA_X86(colours_kernel_avx512)},
        {ISA_AVX2, ISA_X86(colours_kernel_avx2)},
        {ISA_PORTABLE, &colours_kernel_portable},
    };
    return isa_form(forms, sizeof forms / sizeof *forms, i);
}
