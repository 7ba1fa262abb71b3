/* SPDX-License-Identifier: MIT
 *
 * Which of the forms of a kernel this processor can run. A kernel is one text of
 * src/solve/per_isa, compiled once for each instruction set (CMakeLists.txt, add_kernel);
 * the list of its forms, widest first, says what each of them needs:
 *
 *     static const struct isa_form forms[] = {
 *         {ISA_AVX512, ISA_X86(NAME_avx512)},
 *         {ISA_AVX2, ISA_X86(NAME_avx2)},
 *         {ISA_PORTABLE, &NAME_portable},
 *     };
 *     return isa_form(forms, sizeof forms / sizeof *forms, i);
 *
 * Form 0 is the one to use; tests compare it with the others.
 */
#ifndef SOLVE_ISA_H
#define SOLVE_ISA_H

enum isa {
    ISA_PORTABLE,
    ISA_AVX2,            /* AVX2, BMI2, POPCNT */
    ISA_AVX512,          /* and AVX-512 F, BW, VL, DQ */
    ISA_AVX512_POPCOUNT, /* and VPOPCNTDQ */
    ISA_AVX512_BITS      /* and VBMI, GFNI, BITALG */
};

struct isa_form {
    enum isa needs;
    const void *kernel; /* null: not in this build */
};

/* A form that is there only where the build has kernels for x86. */
#ifdef HISSHO_X86_KERNELS
#define ISA_X86(kernel) &(kernel)
#else
#define ISA_X86(kernel) 0
#endif

/* The i-th of the forms that this processor can run; null past the end. */
const void *isa_form(const struct isa_form *forms, unsigned count, unsigned i);

#endif
