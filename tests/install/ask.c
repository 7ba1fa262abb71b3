/* SPDX-License-Identifier: MIT
 *
 * A program as a user of the library writes it: it sees the installed header and library only.
 * Solves tic-tac-toe into the directory given as argument and asks; exits 0 when every answer
 * is the known one.
 */
#include <hissho.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                                \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);    \
            exit(1);                                                                     \
        }                                                                                \
    } while (0)

static void check(enum hissho_status status, const struct hissho_error *err)
{
    if (status != HISSHO_OK) {
        fprintf(stderr, "status %d: %s\n", (int)status, err->text);
        exit(1);
    }
}

static int count_calls(void *user, const char *task, uint64_t done, uint64_t total)
{
    EXPECT(task && (total == 0 || done <= total));
    ++*(int *)user;
    return 0;
}

static int stop_at_once(void *user, const char *task, uint64_t done, uint64_t total)
{
    (void)user, (void)task, (void)done, (void)total;
    return 1;
}

struct question {
    const struct hissho_game *game;
    struct hissho_table *table;
};

/* The game is a draw and only the centre holds against a corner: both are known to everyone
 * who has played it. X, with two in a row and to move, wins with the third. */
static void *ask(void *context)
{
    const struct question *q = context;
    struct hissho_error err;
    struct hissho_position p, next;
    struct hissho_value value;
    struct hissho_move moves[HISSHO_MOVES];
    unsigned n;

    hissho_initial(q->game, &p);
    check(hissho_value(q->table, &p, &value, &err), &err);
    EXPECT(value.outcome == HISSHO_DRAW && value.plies == 0);
    check(hissho_moves(q->table, &p, moves, HISSHO_MOVES, &n, &err), &err);
    EXPECT(n == 9 && moves[0].value.outcome == HISSHO_DRAW);

    check(hissho_parse(q->game, "X../.../... O", &p, &err), &err);
    check(hissho_moves(q->table, &p, moves, 2, &n, &err), &err);
    EXPECT(n == 8 && strcmp(moves[0].text, "b2") == 0);
    EXPECT(moves[0].value.outcome == HISSHO_DRAW &&
           moves[1].value.outcome == HISSHO_LOSS);
    check(hissho_play(q->game, &p, "b2", &next, &err), &err);
    EXPECT(memcmp(&next, &moves[0].next, sizeof next) == 0);
    EXPECT(strcmp(hissho_side(q->game, &next), "X") == 0);

    check(hissho_parse(q->game, "xx./oo./... x", &p, &err), &err);
    check(hissho_value(q->table, &p, &value, &err), &err);
    EXPECT(value.outcome == HISSHO_WIN && value.plies == 1);
    check(hissho_moves(q->table, &p, moves, HISSHO_MOVES, &n, &err), &err);
    EXPECT(n == 5 && strcmp(moves[0].text, "c1") == 0 && moves[0].value.plies == 1);
    check(hissho_value(q->table, &moves[0].next, &value, &err), &err);
    EXPECT(value.outcome == HISSHO_LOSS && value.plies == 0);
    check(hissho_moves(q->table, &moves[0].next, moves, HISSHO_MOVES, &n, &err), &err);
    EXPECT(n == 0);
    return NULL;
}

static void refusals(const struct hissho_game *game, const char *directory)
{
    struct hissho_error err;
    struct hissho_game *none = NULL;
    struct hissho_table *table = NULL;
    struct hissho_position p, next;
    EXPECT(hissho_open("no-such-game", &none, &err) == HISSHO_USAGE);
    EXPECT(strstr(err.text, "no-such-game") && strstr(err.text, "tictactoe"));
    EXPECT(hissho_open("no-such-game", &none, NULL) == HISSHO_USAGE && !none);
    EXPECT(hissho_parse(game, "X../.../..Q O", &p, &err) == HISSHO_USAGE);
    EXPECT(strstr(err.text, "'Q'"));
    hissho_initial(game, &p);
    EXPECT(hissho_play(game, &p, "d4", &next, &err) == HISSHO_USAGE);
    EXPECT(hissho_table_open(game, directory, &table, &err) == HISSHO_NO_TABLE && !table);
}

int main(int argc, char **argv)
{
    struct hissho_error err;
    struct hissho_game *game;
    struct hissho_table *table;
    struct hissho_position p;
    char text[HISSHO_TEXT];
    EXPECT(argc == 2 && strlen(hissho_version()) > 0);

    int listed = 0;
    for (unsigned i = 0; hissho_name(i, text); i++)
        listed += strcmp(text, "tictactoe") == 0;
    EXPECT(listed == 1);

    check(hissho_open("tictactoe", &game, &err), &err);
    EXPECT(strstr(hissho_rules(game), "3x3"));
    hissho_initial(game, &p);
    hissho_print(game, &p, text);
    EXPECT(strcmp(text, ".../.../... X") == 0);
    refusals(game, argv[1]);

    int calls = 0;
    struct hissho_options options = {
        .threads = 2, .progress = count_calls, .user = &calls};
    struct hissho_options stopping = {.progress = stop_at_once};
    EXPECT(hissho_solve(game, argv[1], &stopping, &err) == HISSHO_INTERRUPTED);
    check(hissho_solve(game, argv[1], &options, &err), &err);
    EXPECT(calls > 0);
    check(hissho_solve(game, argv[1], NULL, &err), &err); /* it is there: nothing to do */
    check(hissho_table_open(game, argv[1], &table, &err), &err);
    EXPECT(hissho_count(table, HISSHO_WIN) + hissho_count(table, HISSHO_LOSS) +
               hissho_count(table, HISSHO_DRAW) ==
           hissho_positions(game));
    check(hissho_verify(table, 0, NULL, &err), &err);
    check(hissho_verify(table, 1, &options, &err), &err);

    struct question question = {game, table};
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        EXPECT(pthread_create(&thread[i], NULL, ask, &question) == 0);
    for (int i = 0; i < 4; i++)
        EXPECT(pthread_join(thread[i], NULL) == 0);

    hissho_table_close(table);
    hissho_close(game);
    return 0;
}
