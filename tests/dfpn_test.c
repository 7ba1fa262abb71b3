/* SPDX-License-Identifier: MIT
 *
 * The proof search: it agrees with complete solutions on random positions of many games,
 * its certificates are accepted by the checker and altered ones refused, it may be stopped
 * and taken up, and Yonmoque's prover face says the same as the rules.
 */
#define _GNU_SOURCE
#include "checker/proof.h"
#include "fixture.h"
#include "games/yonmoque/prover.h"
#include "solve/dfpn_classes.h"
#include "solve/dfpn_set.h"
#include "solve/dfpn_table.h"

static char folder[128];

static const char *in_folder(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static struct dfpn_report prove(const struct variant *v, const struct position *p,
                                const struct dfpn_options *options)
{
    struct run run = fixture_run(1);
    struct dfpn_report report;
    struct error err;
    if (dfpn_prove(v, &run, p, options, &report, &err) != CODE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(run.memory.used, 0);
    return report;
}

/* A random position that goes on. */
static void pick(const struct variant *v, uint64_t *seed, struct position *out)
{
    do
        v->game->unrank(v, fixture_random(seed) % v->positions, out);
    while (v->game->ending(v, out) != GOES_ON);
}

/* One with a code of its own. */
static void pick_stored(const struct variant *v, uint64_t *seed, struct position *out)
{
    do
        pick(v, seed, out);
    while (game_slot(v, out) == SLOT_DERIVED);
}

/* ---- against complete solutions ------------------------------------------------------------ */

struct sample {
    const char *game;
    unsigned positions[3]; /* by size of the test */
    uint64_t nodes;        /* within which every win and loss must be proved */
    bool draws;            /* draws, too */
};

/* A found value must be the true one; wins and losses must be found. */
static void compare(const struct sample *sample)
{
    struct variant v = fixture_open(sample->game);
    uint16_t *codes = fixture_solve(&v, NULL, 1);
    uint64_t seed = 1, wanted = test_size(sample->positions[0], sample->positions[1],
                                          sample->positions[2]);
    struct dfpn_options options = {.nodes = sample->nodes};
    for (uint64_t i = 0; i < wanted; i++) {
        struct position p;
        char text[GAME_TEXT];
        pick_stored(&v, &seed, &p);
        v.game->print(&v, &p, text);
        uint16_t code = game_shown(&v, &p, codes[game_slot(&v, &p)]);
        enum dfpn_value truth = code == CODE_DRAWN  ? DFPN_DRAW
                                : code_is_win(code) ? DFPN_WIN
                                                    : DFPN_LOSS;
        struct dfpn_report r = prove(&v, &p, &options);
        bool open = r.value == DFPN_UNKNOWN && truth == DFPN_DRAW && !sample->draws;
        if (r.value != truth && !open)
            fail_msg("%s %s: %s, not %s", v.name, text, dfpn_value_name(r.value),
                     dfpn_value_name(truth));
        if (code_has_plies(code) && r.within < code_plies(code))
            fail_msg("%s %s: within %u plies, but it takes %u", v.name, text, r.within,
                     code_plies(code));
    }
    free(codes);
    registry_close(&v);
}

static void agrees_with_solutions(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {"tictactoe", {50, 300, 1000}, 0, true},
        {"gobblet:mini", {15, 25, 2000}, 50000, false},
        {"gobblet:mini-after-mover", {15, 25, 2000}, 50000, false},
        {"gobblet:mini-after-draw", {15, 25, 2000}, 50000, false},
        {"gobblet:mini-lift-loses", {15, 25, 2000}, 50000, false},
        {"gobblet:mini-own-move", {15, 25, 2000}, 50000, false},
        {"nocca:3x2", {50, 300, 2000}, 500000, true},
        {"nocca:3x3", {20, 100, 3000}, 500000, false},
        {"musashi:3x3", {50, 200, 500}, 0, true},
        {"yonmoque:2", {5, 15, 300}, 3000000, false},
        {"yonmoque:3x5-3", {5, 15, 300}, 3000000, false},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        compare(&samples[i]);
}

/* Classes after placements, two threads on one table, against the solution. */
static void classes_after_placements(void **state)
{
    (void)state;
    struct variant v = fixture_open("yonmoque:3x5-3");
    uint16_t *codes = fixture_solve(&v, NULL, 1);
    struct run run = fixture_run(2);
    run.memory = budget_make(64 << 20);
    struct dfpn_options options = {.nodes = 20000};
    struct dfpn_classes classes;
    struct position start;
    struct error err;
    v.game->initial(&v, &start);
    if (dfpn_classes_list(&v, &start, 3, &classes, &err) != CODE_OK ||
        dfpn_classes_prove(&v, &run, &options, &classes, &err) != CODE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(run.memory.used, 0);
    uint64_t decided = 0, boards = 0;
    for (uint64_t i = 0; i < classes.count; i++) {
        const struct dfpn_class *c = &classes.list[i];
        uint16_t code = codes[game_slot(&v, &c->p)];
        bool right = c->value == DFPN_UNKNOWN ||
                     (c->value == DFPN_WIN ? code_is_win(code) : code_is_loss(code));
        decided += c->value != DFPN_UNKNOWN;
        assert_true(right);
        struct position image[4]; /* the rectangle's symmetries: how many differ? */
        unsigned differ = 0;
        for (unsigned k = 0; k < 4; k++) {
            bool seen = false;
            game_symmetric(&v, &c->p, k, &image[k]);
            for (unsigned j = 0; j < k; j++)
                seen |= memcmp(&image[j], &image[k], sizeof image[k]) == 0;
            differ += !seen;
        }
        boards += differ;
    }
    assert_int_equal(boards, 1365); /* 2 blue and 1 white piece on 15 cells */
    assert_true(decided >= 10);
    assert_int_equal(decided, classes.decided[DFPN_WIN] + classes.decided[DFPN_LOSS]);
    dfpn_classes_free(&classes);
    free(codes);
    registry_close(&v);
}

/* Known values of whole games and published positions. */
static void known_values(void **state)
{
    (void)state;
    static const struct {
        const char *game, *position;
        enum dfpn_value value;
    } known[] = {
        {"tictactoe", ".../.../... X", DFPN_DRAW},
        {"tictactoe", "XXX/OO./... O", DFPN_LOSS},
        {"tictactoe", "XOX/XOO/OXX O", DFPN_DRAW},
        {"nocca:3x3", "B,B,B/.,.,./W,W,W B", DFPN_WIN},
        {"nocca:4x3", "B,B,B/.,.,./.,.,./W,W,W B", DFPN_WIN},
        {"gobblet", ".,.,L/.,S,./l,.,m 1", DFPN_WIN},
        /* Blue makes four at once; four by a placement is nothing. */
        {"yonmoque", "BWW../....B/...../...../..... B 4 4", DFPN_WIN},
        {"yonmoque", "BBB../....B/...../...../..... B 4 4", DFPN_WIN},
        /* Of the published four-placement classes: Table A.2, 1c 1b 2b 1a. */
        {"yonmoque", "WWB../.B.../...../...../..... B 4 4", DFPN_LOSS},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct variant v = fixture_open(known[i].game);
        struct position p;
        struct error err;
        if (v.game->parse(&v, known[i].position, &p, &err) != CODE_OK)
            fail_msg("%s", err.text);
        struct dfpn_report r = prove(&v, &p, &(struct dfpn_options){.nodes = 100000000});
        if (r.value != known[i].value)
            fail_msg("%s: %s", known[i].position, dfpn_value_name(r.value));
        registry_close(&v);
    }
}

/* ---- certificates --------------------------------------------------------------------------- */

static enum code check(struct proof_report *report)
{
    struct error err;
    return proof_check(in_folder("proof"), report, &err);
}

static void put_file(const char *text)
{
    fixture_save(in_folder("proof"), text, strlen(text));
}

/* Writes the certificate of a position; the text is to be freed. */
static char *certificate(const struct variant *v, const struct position *p,
                         enum dfpn_value *value)
{
    size_t size;
    char path[256];
    snprintf(path, sizeof path, "%s", in_folder("proof"));
    struct dfpn_options options = {.nodes = 20000000, .certificate = path};
    *value = prove(v, p, &options).value;
    if (*value != DFPN_WIN && *value != DFPN_LOSS)
        return NULL;
    char *text = (char *)fixture_load(path, &size);
    text[size] = '\0';
    return text;
}

static void certificates_are_right(void **state)
{
    (void)state;
    static const char *const games[] = {"nocca:3x3", "gobblet:mini", "yonmoque:2",
                                        "yonmoque:3x5-4", "gobblet:mini-lift-loses"};
    unsigned checked = 0;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct variant v = fixture_open(games[g]);
        uint64_t seed = 7;
        for (uint64_t i = 0; i < test_size(5, 15, 300); i++) {
            struct position p;
            enum dfpn_value value;
            struct proof_report report;
            pick(&v, &seed, &p);
            struct dfpn_options limit = {.nodes = 100000};
            if (prove(&v, &p, &limit).value == DFPN_UNKNOWN)
                continue;
            char *text = certificate(&v, &p, &value);
            if (!text)
                continue;
            assert_int_equal(check(&report), CODE_OK);
            assert_int_equal(report.win, value == DFPN_WIN);
            assert_string_equal(report.game, v.name);
            checked++;
            free(text);
        }
        registry_close(&v);
    }
    assert_true(checked >= test_size(10, 30, 600));
}

/* Drops line `drop` (0 the first) of the text; out has room. False past the end. */
static bool without_line(const char *text, unsigned drop, char *out)
{
    const char *at = text;
    while (drop-- > 0 && at)
        at = (at = strchr(at, '\n')) ? at + 1 : NULL;
    if (!at || !*at)
        return false;
    const char *rest = strchr(at, '\n') + 1;
    memcpy(out, text, (size_t)(at - text));
    strcpy(out + (at - text), rest);
    return true;
}

/* Every certificate here is as short as it can be read: each line is needed. */
static void altered_certificates_are_refused(void **state)
{
    (void)state;
    struct variant v = fixture_open("nocca:3x3");
    struct position p;
    enum dfpn_value value;
    struct proof_report report;
    v.game->initial(&v, &p);
    char *text = certificate(&v, &p, &value);
    assert_non_null(text);
    assert_int_equal(check(&report), CODE_OK);
    assert_true(report.lines > 5);
    char *changed = malloc(strlen(text) + 64);
    assert_non_null(changed);
    for (unsigned line = 0; without_line(text, line, changed); line++) {
        put_file(changed);
        assert_int_not_equal(check(&report), CODE_OK);
        /* Also with the number of lines made right again. */
        char *end = strstr(changed, "\nend ");
        if (end && line >= 4) {
            sprintf(end, "\nend %u\n", (unsigned)report.lines);
            put_file(changed);
            assert_int_equal(check(&report), CODE_NO);
        }
    }
    /* A losing first move, a claim of the contrary, a second root, a truncated file. */
    char *last = strrchr(text, ';');
    assert_non_null(last);
    strcpy(changed, text);
    memcpy(changed + (last - text) + 1, last[1] == 'a' ? "b1" : "a1", 2);
    put_file(changed);
    assert_int_not_equal(check(&report), CODE_OK);
    strcpy(changed, text);
    memcpy(strstr(changed, "value win"), "value los", 9);
    put_file(changed);
    assert_int_not_equal(check(&report), CODE_OK);
    strcpy(changed, text);
    changed[strlen(changed) - 1] = '\0';
    put_file(changed);
    assert_int_equal(check(&report), CODE_DAMAGED);
    snprintf(changed, strlen(text) + 64, "%s#", text);
    put_file(changed);
    assert_int_equal(check(&report), CODE_DAMAGED);
    put_file("");
    assert_int_equal(check(&report), CODE_DAMAGED);
    /* Two positions that would prove each other: the order forbids it. */
    put_file("hissho proof 1\ngame tictactoe\nposition .../.../... X\nvalue win\n"
             ".../.../... X;a1\nend 1\n");
    assert_int_equal(check(&report), CODE_NO);
    free(changed);
    free(text);
    registry_close(&v);
}

/* ---- stopping and going on ------------------------------------------------------------------ */

static void goes_on_from_a_checkpoint(void **state)
{
    (void)state;
    struct variant v = fixture_open("yonmoque");
    struct position p;
    struct error err;
    char path[256];
    snprintf(path, sizeof path, "%s", in_folder("prove"));
    assert_int_equal(v.game->parse(&v, "BW.../...../..B../...../...W. B 4 4", &p, &err),
                     CODE_OK);
    struct dfpn_options options = {.nodes = 300000, .checkpoint = path};
    struct dfpn_report r = {0};
    unsigned runs = 0;
    while (r.value == DFPN_UNKNOWN && runs < 400) {
        r = prove(&v, &p, &options);
        assert_int_equal(r.resumed, runs > 0);
        runs++;
    }
    assert_int_equal(r.value, DFPN_WIN);
    assert_true(runs > 1);
    assert_false(io_exists(path));

    prove(&v, &p, &options);
    size_t size;
    unsigned char *file = fixture_load(path, &size);
    for (size_t at = 0; at < size; at += 1 + size / 50) {
        struct run run = fixture_run(1);
        file[at] ^= 4;
        fixture_save(path, file, size);
        assert_int_equal(dfpn_prove(&v, &run, &p, &options, &r, &err), CODE_DAMAGED);
        file[at] ^= 4;
    }
    free(file);
    assert_int_equal(io_remove(path, &err), CODE_OK);
    registry_close(&v);
}

/* The values of many positions are kept when they are stopped, and taken up only where
 * they belong. */
static void classes_go_on_from_a_checkpoint(void **state)
{
    (void)state;
    struct variant v = fixture_open("yonmoque:3x5-3");
    struct position start;
    struct error err;
    char path[256];
    volatile sig_atomic_t stop = 1;
    snprintf(path, sizeof path, "%s", in_folder("classes"));
    v.game->initial(&v, &start);
    for (int run_number = 0; run_number < 3; run_number++) {
        struct run run = fixture_run(1);
        struct dfpn_options options = {.nodes = 1, .checkpoint = path};
        struct dfpn_classes c;
        run.memory = budget_make(32 << 20);
        run.stop = &stop;
        assert_int_equal(dfpn_classes_list(&v, &start, 2, &c, &err), CODE_OK);
        if (run_number == 0) { /* as if it had been proved, and then a signal came */
            c.list[3].value = DFPN_LOSS;
            c.list[3].nodes = 77;
        }
        if (run_number == 1) { /* another question */
            size_t size;
            unsigned char *file = fixture_load(path, &size);
            c.count--;
            assert_int_equal(dfpn_classes_prove(&v, &run, &options, &c, &err),
                             CODE_DAMAGED);
            c.count++;
            file[90] ^= 1;
            fixture_save(path, file, size);
            assert_int_equal(dfpn_classes_prove(&v, &run, &options, &c, &err),
                             CODE_DAMAGED);
            file[90] ^= 1;
            fixture_save(path, file, size);
            free(file);
        }
        stop = run_number < 2;
        assert_int_equal(dfpn_classes_prove(&v, &run, &options, &c, &err),
                         run_number < 2 ? CODE_INTERRUPTED : CODE_OK);
        assert_int_equal(c.resumed, run_number > 0);
        assert_int_equal(c.list[3].value, DFPN_LOSS);
        assert_int_equal(c.list[3].nodes, 77);
        assert_int_equal(io_exists(path), run_number < 2);
        assert_int_equal(io_exists(in_folder("classes.table")), run_number < 2);
        dfpn_classes_free(&c);
    }
    registry_close(&v);
}

/* Refutations that a checkpoint hands on are loose: they must never become draws. */
static void checkpoints_invent_no_draws(void **state)
{
    (void)state;
    struct variant v = fixture_open("nocca:3x3");
    uint16_t *codes = fixture_solve(&v, NULL, 1);
    char path[256];
    struct error err;
    snprintf(path, sizeof path, "%s", in_folder("draws"));
    uint64_t seed = 11;
    for (uint64_t i = 0; i < test_size(10, 30, 1000); i++) {
        struct position p;
        struct dfpn_options options = {.nodes = 3000, .checkpoint = path};
        pick_stored(&v, &seed, &p);
        uint16_t code = codes[game_slot(&v, &p)];
        for (int run = 0; run < 3; run++) {
            enum dfpn_value value = prove(&v, &p, &options).value;
            assert_true(value == DFPN_UNKNOWN ||
                        (value == DFPN_WIN && code_is_win(code)) ||
                        (value == DFPN_LOSS && code_is_loss(code)) ||
                        (value == DFPN_DRAW && code == CODE_DRAWN));
        }
    }
    assert_int_equal(io_remove(path, &err), CODE_OK);
    free(codes);
    registry_close(&v);
}

static void keeps_its_limits(void **state)
{
    (void)state;
    struct variant v = fixture_open("yonmoque");
    struct position p;
    struct error err;
    v.game->initial(&v, &p);
    struct dfpn_report r = prove(&v, &p, &(struct dfpn_options){.nodes = 500000});
    assert_int_equal(r.value, DFPN_UNKNOWN);
    assert_true(r.nodes >= 500000 && r.nodes < 600000);
    struct run run = fixture_run(1);
    run.memory = budget_make(40 << 20);
    struct dfpn_options options = {.nodes = 4000000};
    assert_int_equal(dfpn_prove(&v, &run, &p, &options, &r, &err), CODE_OK);
    assert_true(r.peak_bytes <= 40 << 20);
    run.memory = budget_make(1 << 20);
    assert_int_equal(dfpn_prove(&v, &run, &p, &options, &r, &err), CODE_RESOURCES);
    static const volatile sig_atomic_t stop = 1;
    run = fixture_run(1);
    run.stop = &stop;
    assert_int_equal(dfpn_prove(&v, &run, &p, &options, &r, &err), CODE_INTERRUPTED);
    registry_close(&v);
}

/* ---- parts ---------------------------------------------------------------------------------- */

static void table_keeps_what_cost_most(void **state)
{
    (void)state;
    struct budget budget = budget_make(64 << 20);
    struct dfpn_table t;
    struct error err;
    assert_int_equal(dfpn_table_make(&t, &budget, &err), CODE_OK);
    struct dfpn_numbers n = {.phi = 3, .delta = 4, .low = DFPN_FREE}, got;
    for (uint64_t key = 2; key < 800000; key += 2) { /* the roles share a bucket */
        n.size = key < 1000 ? 1000000 : 1;
        n.phi = (uint32_t)key;
        dfpn_table_put(&t, key, &n);
    }
    for (uint64_t key = 2; key < 1000; key += 2) {
        assert_true(dfpn_get(&t, key, &got));
        assert_int_equal(got.phi, key);
    }
    assert_false(dfpn_get(&t, 800000, &got));
    uint64_t buckets = t.buckets;
    assert_int_equal(dfpn_table_grow(&t, &budget, &err), CODE_OK);
    assert_true(t.buckets > buckets);
    for (uint64_t key = 2; key < 1000; key += 2)
        assert_true(dfpn_get(&t, key, &got) && got.phi == key);
    n = (struct dfpn_numbers){.phi = 0, .delta = DFPN_INFINITE, .size = 5};
    dfpn_table_put(&t, 900001, &n); /* the attacker to move wins */
    dfpn_table_put(&t, 900002, &n); /* the defender to move holds */
    dfpn_table_keep_proofs(&t);
    assert_true(dfpn_get(&t, 900001, &got));
    assert_false(dfpn_get(&t, 900002, &got));
    assert_false(dfpn_get(&t, 2, &got));
    dfpn_table_free(&t, &budget);
    assert_int_equal(budget.used, 0);
}

static void set_of_keys(void **state)
{
    (void)state;
    struct dfpn_set set = {0};
    struct error err;
    assert_false(dfpn_set_has(&set, 1));
    for (uint64_t key = 1; key < 10000; key += 2)
        assert_int_equal(dfpn_set_add(&set, key, &err), CODE_OK);
    for (uint64_t key = 1; key < 10000; key++)
        assert_int_equal(dfpn_set_has(&set, key), key % 2);
    assert_int_equal(set.count, 5000);
    dfpn_set_free(&set);
}

/* The prover face of Yonmoque against the slow face: moves, ends, wins at once, images. */
static void same_rules(const struct variant *v, const struct prover_tables *t,
                       const struct position *p)
{
    static struct prover_move fast[PROVER_MOVES];
    struct move slow[GAME_MOVES];
    struct yon_state s;
    struct position next, image;
    prover_load(t, p, &s);
    prover_store(t, &s, &image);
    assert_memory_equal(&image, p, sizeof *p);
    unsigned n = prover_moves(t, &s, fast), wins = 0;
    assert_int_equal(n, v->game->moves(v, p, slow));
    for (unsigned i = 0; i < n; i++) {
        unsigned j = 0;
        while (j < n && fast[j].move != slow[i].code)
            j++;
        assert_true(j < n);
        enum ending ending = v->game->play(v, p, slow[i], &next);
        assert_int_equal(fast[j].ending, ending);
        prover_store(t, &fast[j].next, &image);
        assert_memory_equal(&image, &next, sizeof next);
        assert_int_equal(fast[j].fresh, fast[j].move >> 8 == YON_HAND);
        struct yon_state after;
        wins += yon_play(t->board, &s, fast[j].move >> 8, fast[j].move & 255, &after) ==
                ENDS_LOSS;
    }
    assert_int_equal(prover_wins_at_once(t, &s), wins > 0);
    for (unsigned k = 1; k < game_symmetries(v); k++) {
        struct yon_state turned;
        game_symmetric(v, p, k, &image);
        prover_load(t, &image, &turned);
        assert_true(prover_id(t, &turned) == prover_id(t, &s));
    }
}

static void prover_face_of_yonmoque(void **state)
{
    (void)state;
    static const char *const games[] = {
        "yonmoque",      "yonmoque:any",   "yonmoque:arrival", "yonmoque:bishop",
        "yonmoque:five", "yonmoque:3x5-4", "yonmoque:4x4-4"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct variant v = fixture_open(games[g]);
        struct prover_tables *t = NULL;
        struct error err;
        uint64_t seed = 3;
        assert_int_equal(prover_open(&v, &t, &err), CODE_OK);
        for (uint64_t i = 0; i < test_size(300, 2000, 100000); i++) {
            struct position p;
            pick(&v, &seed, &p);
            same_rules(&v, t, &p);
        }
        prover_close(t);
        registry_close(&v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_keeps_what_cost_most),
        cmocka_unit_test(set_of_keys),
        cmocka_unit_test(prover_face_of_yonmoque),
        cmocka_unit_test(agrees_with_solutions),
        cmocka_unit_test(classes_after_placements),
        cmocka_unit_test(known_values),
        cmocka_unit_test(certificates_are_right),
        cmocka_unit_test(altered_certificates_are_refused),
        cmocka_unit_test(goes_on_from_a_checkpoint),
        cmocka_unit_test(classes_go_on_from_a_checkpoint),
        cmocka_unit_test(checkpoints_invent_no_draws),
        cmocka_unit_test(keeps_its_limits),
    };
    snprintf(folder, sizeof folder, "%s", fixture_folder());
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fixture_remove(folder);
    return failed;
}
