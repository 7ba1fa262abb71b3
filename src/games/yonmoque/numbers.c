/* SPDX-License-Identifier: MIT
 * Tables behind the numbers of Yonmoque's positions; see numbers.h. */
#include "games/yonmoque/numbers.h"

#include "base/mem.h"
#include "games/yonmoque/board.h"

#include <stdlib.h>

static void rank_lows(struct yon_numbers *n)
{
    unsigned next = 0;
    for (unsigned men = 0; men <= YON_LOW; men++) {
        n->low_start[men] = (uint16_t)next;
        for (unsigned low = 0; low < YON_LOWS; low++)
            if (portable_ones(low) == men) {
                n->low_rank[low] = (uint16_t)(next - n->low_start[men]);
                n->low_set[next++] = (uint16_t)low;
            }
    }
    n->low_start[YON_LOW + 1] = (uint16_t)next;
}

static void make_images(struct yon_numbers *n)
{
    const struct yon_board *b = &n->board;
    uint32_t all = ((uint32_t)1 << b->cells) - 1;
    for (unsigned g = 0; g < b->symmetries; g++) {
        for (uint32_t low = 0; low < YON_LOWS; low++)
            n->image_low[g][low] = yon_image(b, g, low & all);
        for (uint32_t high = 0; high < YON_HIGHS; high++)
            n->image_high[g][high] = yon_image(b, g, high * YON_LOWS & all);
    }
}

/* The lower sets that go with an upper one when the set has `men` cells in all. */
static void lows_of(const struct yon_numbers *n, unsigned men, uint32_t high,
                    const uint16_t **first, unsigned *count)
{
    unsigned high_men = portable_ones(high), cells = n->board.cells;
    unsigned lows = cells < YON_LOW ? cells : YON_LOW;
    *count = 0;
    *first = n->low_set;
    if (high_men > men || men - high_men > lows || (high * (uint64_t)YON_LOWS) >> cells)
        return;
    *first += n->low_start[men - high_men];
    for (const uint16_t *low = *first,
                        *end = n->low_set + n->low_start[men - high_men + 1];
         low < end && *low >> lows == 0; low++)
        ++*count;
}

static bool is_smallest(const struct yon_numbers *n, uint32_t set)
{
    for (unsigned g = 1; g < n->board.symmetries; g++)
        if (yon_turned(n, g, set) < set)
            return false;
    return true;
}

static void find_classes(const struct yon_numbers *n, unsigned men, struct yon_sets *s)
{
    uint32_t rank = 0;
    for (uint32_t high = 0; high < YON_HIGHS; high++) {
        const uint16_t *low;
        unsigned count;
        lows_of(n, men, high, &low, &count);
        for (unsigned i = 0; i < count; i++, rank++)
            if (is_smallest(n, high * YON_LOWS | low[i])) {
                s->smallest[rank / 64] |= (uint64_t)1 << rank % 64;
                s->classes++;
            }
    }
}

static enum code make_sets(const struct yon_numbers *n, unsigned men, struct yon_sets *s,
                           struct error *err)
{
    for (uint32_t high = 0; high < YON_HIGHS; high++) {
        const uint16_t *low;
        unsigned count;
        s->start[high] = s->sets;
        lows_of(n, men, high, &low, &count);
        s->sets += count;
    }
    s->start[YON_HIGHS] = s->sets;
    const size_t words = s->sets / 64 + 1;
    TRY(mem_small(words, sizeof *s->smallest, &s->smallest, err));
    TRY(mem_small(words, sizeof *s->before, &s->before, err));
    find_classes(n, men, s);
    TRY(mem_small(s->classes + 1, sizeof *s->member, &s->member, err));
    uint32_t next = 0;
    for (size_t w = 0; w < words; w++) {
        s->before[w] = next;
        for (uint64_t bits = s->smallest[w]; bits; bits &= bits - 1)
            s->member[next++] =
                yon_set_at(n, men, (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits));
    }
    return CODE_OK;
}

static void make_layers(struct yon_numbers *n)
{
    const unsigned pieces = n->board.pieces;
    uint64_t rank = 0, slot = 0;
    for (unsigned men = 2 * pieces; men >= 2; men--)
        for (unsigned blue = 0; blue < pieces; blue++) {
            unsigned white = 2 * pieces - men - blue;
            if (white >= pieces)
                continue;
            n->layer_of[blue][white] = (uint8_t)n->layers;
            n->layer[n->layers++] = (struct yon_layer){
                .hand = {(uint8_t)blue, (uint8_t)white},
                .men = (uint8_t)men,
                .first_rank = rank,
                .first_slot = slot,
            };
            rank += (uint64_t)n->sets[men].sets << (men + 1);
            slot += (uint64_t)n->sets[men].classes << (men + 1);
        }
    n->second_rank = rank;
    n->second_slot = slot;
    n->start_rank = rank + n->board.cells;
    n->start_slot = slot + n->board.cells;
}

enum code yon_numbers_make(const struct yon_board *board, struct yon_numbers **out,
                           struct error *err)
{
    struct yon_numbers *n;
    TRY(mem_small(1, sizeof *n, &n, err));
    n->board = *board;
    rank_lows(n);
    make_images(n);
    for (unsigned men = 1; men <= 2u * board->pieces; men++) {
        enum code code = make_sets(n, men, &n->sets[men], err);
        if (code != CODE_OK) {
            yon_numbers_free(n);
            return code;
        }
    }
    make_layers(n);
    *out = n;
    return CODE_OK;
}

void yon_numbers_free(struct yon_numbers *n)
{
    for (unsigned men = 0; n && men <= YON_MEN; men++) {
        free(n->sets[men].smallest);
        free(n->sets[men].before);
        free(n->sets[men].member);
    }
    free(n);
}
