/* SPDX-License-Identifier: MIT
 * Which kernels of the layers engine this processor can run, and the pass that uses them;
 * see layers_state.h. */
#include "solve/isa.h"
#include "solve/layers_state.h"

extern const struct layers_kernel layers_kernel_portable, layers_kernel_avx2,
    layers_kernel_avx512;

const struct layers_kernel *layers_kernel(unsigned i)
{
    static const struct isa_form forms[] = {
        {ISA_AVX512, ISA_X86(layers_kernel_avx512)},
        {ISA_AVX2, ISA_X86(layers_kernel_avx2)},
        {ISA_PORTABLE, &layers_kernel_portable},
    };
    return isa_form(forms, sizeof forms / sizeof *forms, i);
}

enum { ROWS_AT_A_TIME = 64 };

void layers_gather(const struct gather *g, const struct layers_kernel *kernel,
                   int threads)
{
    const struct layers *l = g->l;
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(dynamic, 1)
        for (uint32_t first = 0; first < l->rows; first += ROWS_AT_A_TIME) {
            uint32_t end = first + ROWS_AT_A_TIME;
            kernel->gather_upper(g, first, end < l->rows ? end : l->rows);
        }
#pragma omp for schedule(dynamic, 1)
        for (unsigned mask = 0; mask < MASKS; mask++)
            kernel->gather_small(g, mask, l->order_start[mask], l->order_start[mask + 1]);
    }
}

static bool any_fresh(const struct layers *l, const struct step_table *steps,
                      const uint8_t *fresh, uint32_t r)
{
    uint32_t large = l->t->representative[r / l->layers], medium = r % l->layers;
    const struct frame *f = &l->frame[large];
    if (fresh[f->class_base + l->act[f->symmetry][medium]])
        return true;
    unsigned blocked = gob_occupied(l->t->layer[large]);
    const uint32_t *start = &steps->start[blocked * l->layers + medium];
    for (uint32_t i = start[0]; i < start[1]; i++)
        if (fresh[f->class_base + l->act[f->symmetry][steps->step[i].to]])
            return true;
    start = &steps->start[large];
    for (uint32_t i = start[0]; i < start[1]; i++) {
        f = &l->frame[steps->step[i].to];
        if (fresh[f->class_base + l->act[f->symmetry][medium]])
            return true;
    }
    return false;
}

void layers_select(const struct layers *l, const struct step_table *steps,
                   const uint8_t *live, const uint8_t *fresh, uint8_t *wanted,
                   int threads)
{
#pragma omp parallel for schedule(dynamic, 1024) num_threads(threads)
    for (uint32_t r = 0; r < l->rows; r++)
        wanted[r] = live[r] && any_fresh(l, steps, fresh, r);
}
