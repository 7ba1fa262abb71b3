/* SPDX-License-Identifier: MIT
 *
 * Planted errors: every flipped bit of a file and every wrong value under right sums must
 * be found, by `verify` and by the independent checker, each on its own.
 */
#define _GNU_SOURCE
#include "checker/check.h"
#include "fixture.h"
#include "table/codec.h"
#include "table/verify.h"

#include <sys/wait.h>

static char path[128];

/* ---- the two judges --------------------------------------------------------------- */

static enum code by_checker(int threads, struct checker_report *report, struct error *err)
{
    struct run run = fixture_run(threads);
    enum code code = checker_check(path, &run, report, err);
    assert_int_equal(run.memory.used, 0);
    return code;
}

/* Opening and full verification as `hissho verify` does it; wrong values are CODE_NO. */
static enum code by_verify(const struct variant *v, int threads,
                           struct verify_report *report, struct error *err)
{
    struct run run = fixture_run(threads);
    struct table *t;
    TRY(table_open(path, v, &t, err));
    enum code code = verify_table(v, t, &run, &(struct verify_options){0}, report, err);
    table_close(t);
    assert_int_equal(run.memory.used, 0);
    return code == CODE_OK && report->errors ? CODE_NO : code;
}

static void both_say(const struct variant *v, enum code wanted)
{
    struct checker_report c;
    struct verify_report r;
    struct error err;
    assert_int_equal(by_checker(1, &c, &err), wanted);
    assert_int_equal(by_verify(v, 1, &r, &err), wanted);
}

/* The table has wrong values. Both find them; and the same ones, unless `alike` is false:
 * where a game has ended the checker asks the rules alone, verify also the table. */
static void both_find_it(const struct variant *v, int threads, bool alike)
{
    struct checker_report c;
    struct verify_report r;
    struct error err;
    char text[GAME_TEXT];
    assert_int_equal(by_checker(threads, &c, &err), CODE_NO);
    assert_int_equal(by_verify(v, threads, &r, &err), CODE_NO);
    assert_true(r.found);
    assert_true(c.wrong > 0);
    if (!alike)
        return;
    assert_int_equal(r.errors, c.wrong);
    assert_int_equal(r.stored, c.stored);
    assert_int_equal(r.derived, c.derived < CODES ? c.derived : CODES);
    v->game->print(v, &r.position, text);
    assert_string_equal(text, c.position);
}

static void right_tables_are_right(void **state)
{
    (void)state;
    static const char *const games[] = {"tictactoe",
                                        "gobblet:mini",
                                        "gobblet:mini-after-mover",
                                        "gobblet:mini-after-draw",
                                        "gobblet:mini-lift-loses",
                                        "gobblet:mini-own-move"};
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        struct variant v = fixture_open(games[i]);
        struct checker_report c;
        struct error err;
        uint16_t *codes = fixture_solve(&v, NULL, 2);
        fixture_write(path, &v, codes, 1);
        both_say(&v, CODE_OK);
        for (int threads = 1; threads <= 7; threads += 2) {
            assert_int_equal(by_checker(threads, &c, &err), CODE_OK);
            assert_string_equal(c.game, games[i]);
            assert_int_equal(c.slots, v.slots);
            assert_int_equal(c.positions, v.positions);
        }
        free(codes);
        registry_close(&v);
    }
}

/* ---- flipped bits ----------------------------------------------------------------- */

static void flip(uint64_t bit)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (long)(bit / 8), SEEK_SET), 0);
    int byte = getc(file);
    assert_int_equal(fseek(file, (long)(bit / 8), SEEK_SET), 0);
    assert_int_equal(putc(byte ^ 1 << bit % 8, file), byte ^ 1 << bit % 8);
    assert_int_equal(fclose(file), 0);
}

static void flip_is_found(const struct variant *v, uint64_t bit)
{
    struct checker_report c;
    struct verify_report r;
    struct error err = {{0}};
    flip(bit);
    enum code checker = by_checker(1, &c, &err);
    if (checker != CODE_DAMAGED || !strstr(err.text, path))
        fail_msg("checker, bit %llu: %d %s", (unsigned long long)bit, checker, err.text);
    enum code verify = by_verify(v, 1, &r, &err);
    if (verify != CODE_DAMAGED || !strstr(err.text, path))
        fail_msg("verify, bit %llu: %d %s", (unsigned long long)bit, verify, err.text);
    flip(bit);
}

static void every_flipped_bit_is_found(void **state)
{
    (void)state;
    struct variant v = fixture_open("tictactoe");
    uint16_t *codes = fixture_solve(&v, NULL, 1);
    size_t size;
    fixture_write(path, &v, codes, 1);
    free(fixture_load(path, &size));
    uint64_t stride = test_size(13, 1, 1);
    for (uint64_t bit = 0; bit < 8 * size; bit += stride)
        flip_is_found(&v, bit);
    both_say(&v, CODE_OK);
    free(codes);
    registry_close(&v);
}

static void random_flipped_bits_are_found(void **state)
{
    (void)state;
    struct variant v = fixture_open("gobblet:mini");
    uint16_t *codes = fixture_solve(&v, NULL, 1);
    size_t size;
    uint64_t seed = 1;
    fixture_write(path, &v, codes, 1);
    free(fixture_load(path, &size));
    for (uint64_t i = test_size(200, 4000, 100000); i > 0; i--)
        flip_is_found(&v, fixture_random(&seed) % (8 * size));
    both_say(&v, CODE_OK);
    free(codes);
    registry_close(&v);
}

/* ---- wrong values ----------------------------------------------------------------- */

/* A wrong code: the near misses first, then any. */
static uint16_t wrong_code(uint16_t right, unsigned k)
{
    const uint16_t near[] = {(uint16_t)(right ^ 1),
                             (uint16_t)(right + 2),
                             (uint16_t)((right - 2) & CODES),
                             CODE_DRAWN,
                             code_win(0),
                             code_loss(0),
                             CODES,
                             code_win(1),
                             code_loss(126)};
    const unsigned n = sizeof near / sizeof *near;
    uint16_t code = k < n ? near[k] : (uint16_t)(k * 37);
    return code == right ? (uint16_t)(right ^ 3) : code;
}

static void plant(const struct variant *v, uint16_t *codes, uint64_t slot, uint16_t wrong,
                  int threads)
{
    struct position p;
    uint16_t right = codes[slot];
    assert_int_not_equal(wrong, right);
    codes[slot] = wrong;
    fixture_write(path, v, codes, threads);
    game_at_slot(v, slot, &p);
    both_find_it(v, threads, v->game->ending(v, &p) == GOES_ON);
    codes[slot] = right;
}

static void every_wrong_value_is_found(void **state)
{
    (void)state;
    struct variant v = fixture_open("tictactoe");
    uint16_t *codes = fixture_solve(&v, NULL, 1);
    const uint64_t stride = test_size(97, 1, 1);
    const unsigned kinds = (unsigned)test_size(3, 3, 16);
    for (uint64_t slot = 0; slot < v.slots; slot += stride)
        for (unsigned k = 0; k < kinds; k++) /* all near misses, three at each slot */
            plant(&v, codes, slot, wrong_code(codes[slot], k + 3 * (unsigned)(slot % 3)),
                  1);
    free(codes);
    registry_close(&v);
}

static void random_wrong_values_are_found(void **state)
{
    (void)state;
    static const char *const games[] = {"gobblet:mini", "gobblet:mini-after-draw",
                                        "gobblet:mini-lift-loses"};
    uint64_t seed = 2;
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        struct variant v = fixture_open(games[i]);
        uint16_t *codes = fixture_solve(&v, NULL, 1);
        for (uint64_t n = test_size(3, 60, 3000); n > 0; n--) {
            uint64_t slot = fixture_random(&seed) % v.slots;
            plant(&v, codes, slot, wrong_code(codes[slot], (unsigned)(n % 24)), 2);
        }
        free(codes);
        registry_close(&v);
    }
}

/* Values that agree with each other and are wrong all the same: all losses and wins that
 * come from ended games are kept, the rest is called drawn. */
static void consistent_looking_tables_are_wrong(void **state)
{
    (void)state;
    struct variant v = fixture_open("gobblet:mini-lift-loses");
    uint16_t *codes = fixture_solve(&v, NULL, 1);
    for (uint64_t slot = 0; slot < v.slots; slot++)
        if (codes[slot] && code_plies(codes[slot]) > 4)
            codes[slot] = CODE_DRAWN;
    fixture_write(path, &v, codes, 1);
    both_find_it(&v, 3, true);
    free(codes);
    registry_close(&v);
}

/* ---- well-sealed files that break the format -------------------------------------- */

static unsigned char *good_file(struct variant *v, size_t *size)
{
    *v = fixture_open("tictactoe");
    uint16_t *codes = fixture_solve(v, NULL, 1);
    fixture_write(path, v, codes, 1);
    free(codes);
    return fixture_load(path, size);
}

static void wrong_statistics_are_found(void **state)
{
    (void)state;
    struct variant v;
    size_t size;
    unsigned char *file = good_file(&v, &size);
    unsigned char *tally = file + get_u64(file + HEADER_TALLY);
    const unsigned stride = (unsigned)test_size(51, 5, 1);
    /* One position counted elsewhere, or twice. */
    for (unsigned code = 0; code < 256; code += stride) {
        uint64_t n = get_u64(tally + 8 * code), next = get_u64(tally + 8 * (code ^ 1));
        put_u64(tally + 8 * code, n + 1);
        put_u64(tally + 8 * (code ^ 1), next - 1);
        fixture_reseal(file, size);
        fixture_save(path, file, size);
        both_say(&v, CODE_DAMAGED);
        put_u64(tally + 8 * (code ^ 1), next);
        fixture_reseal(file, size);
        fixture_save(path, file, size);
        both_say(&v, CODE_DAMAGED);
        put_u64(tally + 8 * code, n);
    }
    free(file);
    registry_close(&v);
}

/* The checker reads by the letter of docs/format.md. */
static void checker_says_damaged(const unsigned char *file, size_t size, const char *part)
{
    struct checker_report c;
    struct error err = {{0}};
    fixture_save(path, file, size);
    assert_int_equal(by_checker(1, &c, &err), CODE_DAMAGED);
    if (!strstr(err.text, part))
        fail_msg("'%s' lacks '%s'", err.text, part);
}

static void fields_are_taken_by_the_letter(void **state)
{
    (void)state;
    static const struct {
        unsigned at;
        const char *said;
    } field[] = {{HEADER_BYTES, "header size"},      {HEADER_FILE_BYTES, "file size"},
                 {HEADER_CODEC, "compression"},      {HEADER_GAME + 10, "padded"},
                 {HEADER_GAME + 63, "padded"},       {HEADER_RESERVED, "reserved"},
                 {HEADER_RESERVED + 47, "reserved"}, {HEADER_BLOCK_SLOTS + 3, "block"},
                 {HEADER_BLOCKS, "blocks"},          {HEADER_SLOTS, "slots"},
                 {HEADER_POSITIONS, "positions"},    {HEADER_GAME, "no game"}};
    struct variant v;
    size_t size;
    unsigned char *file = good_file(&v, &size);
    for (unsigned i = 0; i < sizeof field / sizeof *field; i++) {
        file[field[i].at] ^= 2;
        put_u64(file + HEADER_SUM, sum_of(file, HEADER_SUM));
        checker_says_damaged(file, size, field[i].said);
        file[field[i].at] ^= 2;
    }
    free(file);
    registry_close(&v);
}

/* A byte too many between two sections, all offsets and sums adjusted. */
static void gaps_are_found(void **state)
{
    (void)state;
    static const unsigned moved[] = {HEADER_INDEX, HEADER_TALLY, HEADER_PROVENANCE, 0};
    struct variant v;
    size_t size;
    for (unsigned i = 0; i < 4; i++) {
        unsigned char *good = good_file(&v, &size), *file = malloc(size + 1);
        assert_non_null(file);
        uint64_t gap = moved[i] ? get_u64(good + moved[i]) : size;
        memcpy(file, good, gap);
        file[gap] = 0;
        memcpy(file + gap + 1, good + gap, size - gap);
        for (unsigned k = i; moved[k]; k++)
            put_u64(file + moved[k], get_u64(good + moved[k]) + 1);
        put_u64(file + HEADER_FILE_BYTES, size + 1);
        fixture_reseal(file, size + 1);
        checker_says_damaged(file, size + 1,
                             i == 0   ? "blocks do not end"
                             : i == 3 ? "goes on behind"
                                      : "not where the previous");
        free(file);
        free(good);
        registry_close(&v);
    }
}

/* A block that unpacks to too little, too much, or from two frames. */
static void odd_frames_are_found(void **state)
{
    (void)state;
    struct variant v;
    size_t size;
    unsigned char *good = good_file(&v, &size);
    uint64_t index = get_u64(good + HEADER_INDEX), rest = size - index;
    uint16_t *wide = fixture_solve(&v, NULL, 1);
    uint8_t *codes = malloc(v.slots);
    struct codec *codec = codec_make();
    assert_non_null(codes);
    codes_narrow(wide, v.slots, codes);
    const uint64_t first[] = {v.slots - 1, v.slots, v.slots / 2};
    const uint64_t second[] = {0, 1, v.slots - v.slots / 2};
    for (int i = 0; i < 3; i++) {
        unsigned char *file = malloc(size + 100000);
        assert_non_null(file);
        memcpy(file, good, TABLE_HEADER);
        size_t packed = codec_pack(codec, codes, first[i], file + TABLE_HEADER, 50000);
        if (second[i])
            packed += codec_pack(codec, codes + first[i] - (i == 1), second[i],
                                 file + TABLE_HEADER + packed, 50000);
        uint64_t to = TABLE_HEADER + packed;
        memcpy(file + to, good + index, rest);
        put_u32(file + to + 8, (uint32_t)packed);
        put_u64(file + to + 16, sum_of(file + TABLE_HEADER, packed));
        put_u64(file + HEADER_INDEX, to);
        put_u64(file + HEADER_TALLY, get_u64(good + HEADER_TALLY) - index + to);
        put_u64(file + HEADER_PROVENANCE, get_u64(good + HEADER_PROVENANCE) - index + to);
        put_u64(file + HEADER_FILE_BYTES, to + rest);
        fixture_reseal(file, to + rest);
        checker_says_damaged(file, to + rest, second[i] ? "one zstd frame" : "unpack");
        free(file);
    }
    codec_free(codec);
    free(codes);
    free(wide);
    free(good);
    registry_close(&v);
}

/* ---- the program ------------------------------------------------------------------ */

/* Runs hissho-check; its exit status, and its output in out. */
static int program(const char *arguments, char out[2048])
{
    char command[512];
    snprintf(command, sizeof command, "%s/hissho-check %s 2>&1", TEST_PROGRAMS,
             arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    out[fread(out, 1, 2047, pipe)] = '\0';
    int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void the_program_says_what_it_found(void **state)
{
    (void)state;
    struct variant v = fixture_open("tictactoe");
    uint16_t *codes = fixture_solve(&v, NULL, 1);
    struct position p;
    struct error err;
    char out[2048], arguments[256];
    fixture_write(path, &v, codes, 1);
    snprintf(arguments, sizeof arguments, "%s --threads 2", path);
    assert_int_equal(program(arguments, out), CODE_OK);
    assert_non_null(strstr(out, "6,046 positions of tictactoe"));
    snprintf(arguments, sizeof arguments, "--quiet %s", path);
    assert_int_equal(program(arguments, out), CODE_OK);
    assert_string_equal(out, "");
    /* A win in 1 called a win in 3; nothing precedes it that could be blamed first. */
    assert_int_equal(v.game->parse(&v, "XX./OO./... X", &p, &err), CODE_OK);
    codes[game_slot(&v, &p)] = code_win(3);
    fixture_write(path, &v, codes, 1);
    assert_int_equal(program(arguments, out), CODE_NO);
    assert_non_null(strstr(out, "stored    "));
    assert_non_null(strstr(out, "derived   "));
    flip(8 * 300);
    assert_int_equal(program(arguments, out), CODE_DAMAGED);
    assert_non_null(strstr(out, "block 0"));
    assert_int_equal(program("", out), CODE_USAGE);
    assert_int_equal(program("a b", out), CODE_USAGE);
    assert_int_equal(program("a --threads 0", out), CODE_USAGE);
    assert_int_equal(program("a --threads", out), CODE_USAGE);
    assert_int_equal(program("--nonsense a", out), CODE_USAGE);
    assert_non_null(strstr(out, "--nonsense"));
    assert_int_equal(program("/nonexistent", out), CODE_NO_TABLE);
    assert_int_equal(program("/", out), CODE_IO);
    assert_int_equal(program("--help", out), CODE_OK);
    free(codes);
    registry_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_tables_are_right),
        cmocka_unit_test(every_flipped_bit_is_found),
        cmocka_unit_test(random_flipped_bits_are_found),
        cmocka_unit_test(every_wrong_value_is_found),
        cmocka_unit_test(random_wrong_values_are_found),
        cmocka_unit_test(consistent_looking_tables_are_wrong),
        cmocka_unit_test(wrong_statistics_are_found),
        cmocka_unit_test(fields_are_taken_by_the_letter),
        cmocka_unit_test(gaps_are_found),
        cmocka_unit_test(odd_frames_are_found),
        cmocka_unit_test(the_program_says_what_it_found),
    };
    const char *folder = fixture_folder();
    snprintf(path, sizeof path, "%s/t.hissho", folder);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fixture_remove(folder);
    return failed;
}
