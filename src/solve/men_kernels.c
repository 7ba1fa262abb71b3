/* SPDX-License-Identifier: MIT
 * Choice among the forms of the men engine's kernel. */
#include "solve/isa.h"
#include "solve/men_kernel.h"

extern const struct men_kernel men_kernel_portable, men_kernel_avx2, men_kernel_avx512;

const struct men_kernel *men_kernel(unsigned i)
{
    static const struct isa_form forms[] = {
        {ISA_AVX512_BITS, ISA_X86(men_kernel_avx512)},
        {ISA_AVX2, ISA_X86(men_kernel_avx2)},
        {ISA_PORTABLE, &men_kernel_portable},
    };
    return isa_form(forms, sizeof forms / sizeof *forms, i);
}
