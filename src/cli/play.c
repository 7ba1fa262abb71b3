/* SPDX-License-Identifier: MIT
 *
 * hissho play: a game in the terminal against the perfect opponent. A dialogue of lines,
 * so that it works through a pipe as well. The game is the list of positions since its
 * start; whose turn it is follows from the game's own name of the side to move.
 */
#define _GNU_SOURCE
#include "base/text.h"
#include "cli/cli.h"
#include "query/opponent.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct ply {
    struct position position;
    enum ending ending;
};

struct play {
    struct cli *cli;
    const struct variant *v;
    bool human[2];   /* plays the side that begins, the other side */
    struct ply *ply; /* ply[0] is the start, ply[plies] the position now */
    unsigned plies, room;
    struct answer *answer; /* of the position now */
    char *line;            /* what was typed last */
    size_t line_room;
    bool redraw, quit;
};

static const struct position *now(const struct play *p)
{
    return &p->ply[p->plies].position;
}

static const char *side_at(const struct play *p, unsigned ply)
{
    return p->v->game->side(p->v, &p->ply[ply].position);
}

static bool human_to_move(const struct play *p)
{
    return p->human[strcmp(side_at(p, p->plies), side_at(p, 0)) != 0];
}

static bool human_plays(const struct play *p)
{
    return p->human[0] || p->human[1];
}

/* How often the position now has been there, itself included. */
static unsigned occurrences(const struct play *p)
{
    unsigned n = 0;
    for (unsigned i = 0; i <= p->plies; i++)
        n += memcmp(now(p), &p->ply[i].position, sizeof *now(p)) == 0;
    return n;
}

static bool over(const struct play *p)
{
    return p->ply[p->plies].ending != GOES_ON || occurrences(p) >= 3;
}

static enum code look(struct play *p, struct error *err)
{
    p->redraw = true;
    return probe_answer(p->v, p->cli->table, now(p), p->answer, err);
}

static enum code add_ply(struct play *p, const struct answer_move *m, struct error *err)
{
    if (p->plies + 1 == p->room) {
        struct ply *more = realloc(p->ply, 2 * p->room * sizeof *more);
        if (!more)
            return error_set(err, CODE_RESOURCES, "not enough memory for so long a game");
        p->ply = more;
        p->room *= 2;
    }
    p->ply[++p->plies] = (struct ply){m->next, m->ending};
    return look(p, err);
}

/* ---- what is said --------------------------------------------------------------------
 */

static void say_help(void)
{
    puts("  a move      as 'moves' shows it, or its number there\n"
         "  moves       the legal moves\n"
         "  values      the legal moves with their values, best first\n"
         "  hint        a best move\n"
         "  undo        take your last move back\n"
         "  flip        exchange sides with the opponent\n"
         "  side WHICH  what you play: 1 (begins), 2, both, none\n"
         "  position    the position in one line, as 'hissho query' takes it\n"
         "  new         another game\n"
         "  quit        the end");
}

static void say_board(struct play *p)
{
    char picture[GAME_PICTURE];
    game_draw(p->v, now(p), p->cli->color, picture);
    printf("\n%s", picture);
    p->redraw = false;
}

/* The moves in the generator's order, which tells nothing about their value. */
static void say_moves(const struct play *p)
{
    const struct answer *a = p->answer;
    int width = 0, column = 0;
    for (unsigned i = 0; i < a->moves; i++)
        if ((int)strlen(a->move[i].name) > width)
            width = (int)strlen(a->move[i].name);
    for (unsigned number = 0; number < a->moves; number++)
        for (unsigned i = 0; i < a->moves; i++)
            if (a->move[i].number == number) {
                printf("  %3u %-*s", number + 1, width, a->move[i].name);
                column += width + 6;
                if (column + width + 6 > 80 || number + 1 == a->moves) {
                    putchar('\n');
                    column = 0;
                }
            }
}

static void say_values(const struct play *p)
{
    const struct answer *a = p->answer;
    printf("  %s to move: ", side_at(p, p->plies));
    report_put_value(stdout, a->code, 0, p->cli->color);
    putchar('\n');
    for (unsigned i = 0; i < a->moves; i++) {
        printf("  %3u %-8s ", a->move[i].number + 1, a->move[i].name);
        report_put_value(stdout, a->move[i].code, 0, p->cli->color);
        putchar('\n');
    }
}

static void say_hint(const struct play *p)
{
    char value[REPORT_VALUE];
    printf("  %s: %s\n", p->answer->move[0].name,
           report_value(p->answer->move[0].code, value));
}

/* What the move gave away, if anything. */
static void say_judgement(uint16_t best, uint16_t made)
{
    char was[REPORT_VALUE], is[REPORT_VALUE];
    report_value(best, was);
    report_value(made, is);
    if (code_value(best) == code_value(made)) {
        if (code_is_win(made) && made != best)
            printf("  Still winning, but slower: %s, it was %s.\n", is, was);
        return;
    }
    if (code_is_win(best))
        printf("  That threw away the win: it was a %s, now it is a %s.\n", was, is);
    else
        printf("  That threw away the draw: now it is a %s.\n", is);
}

static void say_result(const struct play *p)
{
    enum ending ending = p->ply[p->plies].ending;
    if (ending == GOES_ON) {
        puts("  A draw: the same position for the third time.");
    } else if (ending == ENDS_DRAW) {
        puts("  The game is over: a draw.");
    } else if (p->plies == 0) {
        printf("  The game is over: %s has %s.\n", side_at(p, 0),
               ending == ENDS_WIN ? "won" : "lost");
    } else {
        bool mine = human_to_move(p) == (ending == ENDS_WIN);
        unsigned winner = ending == ENDS_WIN ? p->plies : p->plies - 1;
        printf("  The game is over: %s wins after %u move%s.%s\n", side_at(p, winner),
               p->plies, p->plies == 1 ? "" : "s",
               p->human[0] == p->human[1] ? ""
               : mine                     ? " Well played!"
                                          : " Better luck next time.");
    }
}

/* ---- what is done --------------------------------------------------------------------
 */

static enum code human_move(struct play *p, unsigned i, struct error *err)
{
    const struct answer_move move = p->answer->move[i];
    uint16_t best = p->answer->code;
    printf("  %s plays %s.\n", side_at(p, p->plies), move.name);
    say_judgement(best, move.code);
    return add_ply(p, &move, err);
}

static enum code opponent_move(struct play *p, struct error *err)
{
    unsigned choice;
    TRY(opponent_choose(p->v, p->cli->table, p->answer, &choice, err));
    const struct answer_move move = p->answer->move[choice];
    printf("  %s plays %s.\n", side_at(p, p->plies), move.name);
    return add_ply(p, &move, err);
}

/* Back to the human's move before; one ply if both sides are his. */
static enum code undo(struct play *p, struct error *err)
{
    if (p->plies == 0 || !human_plays(p)) {
        puts("  There is nothing to take back.");
        return CODE_OK;
    }
    do
        p->plies--;
    while (p->plies > 0 && !human_to_move(p));
    return look(p, err);
}

static bool choose_side(struct play *p, const char *word)
{
    bool both = strcasecmp(word, "both") == 0, none = strcasecmp(word, "none") == 0;
    bool first = strcmp(word, "1") == 0, second = strcmp(word, "2") == 0;
    if (!both && !none && !first && !second)
        return false;
    p->human[0] = both || first;
    p->human[1] = both || second;
    p->redraw = true;
    return true;
}

static void flip(struct play *p)
{
    bool first = p->human[0];
    p->human[0] = p->human[1];
    p->human[1] = first;
    p->redraw = true;
    if (p->human[0] == p->human[1])
        puts("  You play both sides or none: nothing to exchange.");
    else
        printf("  You now play the side that %s.\n",
               p->human[0] ? "began" : "came second");
}

static enum code restart(struct play *p, struct error *err)
{
    p->plies = 0;
    return look(p, err);
}

/* The typed line without blanks at its ends; null at the end of the input. */
static char *read_line(struct play *p, const char *prompt)
{
    printf("%s", prompt);
    fflush(stdout);
    ssize_t n = getline(&p->line, &p->line_room, stdin);
    if (n < 0 || run_stopped(&p->cli->run) || ferror(stdout))
        return NULL;
    char *text = p->line;
    while (n > 0 && isspace((unsigned char)text[n - 1]))
        text[--n] = '\0';
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* Index into answer->move of a move given by name or number; answer->moves if none. */
static unsigned find_move(const struct play *p, const char *text)
{
    uint64_t number = 0;
    bool numeric = text_parse_number(text, &number);
    unsigned i = 0, by_number = p->answer->moves;
    for (; i < p->answer->moves; i++) {
        const struct answer_move *m = &p->answer->move[i];
        if (text_equal_ignoring_case(m->name, text))
            return i; /* names come first: in some games a cell is a number */
        if (numeric && m->number + 1 == number)
            by_number = i;
    }
    return by_number;
}

static enum code obey(struct play *p, const char *text, struct error *err)
{
    bool ended = over(p);
    unsigned move = ended ? p->answer->moves : find_move(p, text);
    if (move < p->answer->moves)
        return human_move(p, move, err);
    if (strcasecmp(text, "quit") == 0 || strcasecmp(text, "exit") == 0)
        p->quit = true;
    else if (strcasecmp(text, "help") == 0 || strcmp(text, "?") == 0)
        say_help();
    else if (strcasecmp(text, "undo") == 0)
        return undo(p, err);
    else if (strcasecmp(text, "new") == 0)
        return restart(p, err);
    else if (strcasecmp(text, "flip") == 0)
        flip(p);
    else if (strncasecmp(text, "side ", 5) == 0 && choose_side(p, text + 5))
        puts("  As you wish.");
    else if (strcasecmp(text, "position") == 0)
        printf("  %s\n", p->answer->text);
    else if (!ended && strcasecmp(text, "moves") == 0)
        say_moves(p);
    else if (!ended && strcasecmp(text, "values") == 0)
        say_values(p);
    else if (!ended && strcasecmp(text, "hint") == 0)
        say_hint(p);
    else if (ended)
        puts("  The game is over: new, undo or quit?");
    else if (*text)
        printf("  '%.40s' is neither a legal move nor a word I know: 'moves' lists the "
               "moves, "
               "'help' the words.\n",
               text);
    return CODE_OK;
}

static enum code turn(struct play *p, struct error *err)
{
    if (p->redraw) {
        say_board(p);
        if (over(p))
            say_result(p);
    }
    if (!over(p) && !human_to_move(p)) {
        if (run_stopped(&p->cli->run))
            p->quit = true;
        return p->quit ? CODE_OK : opponent_move(p, err);
    }
    char prompt[64];
    snprintf(prompt, sizeof prompt, over(p) ? "new, undo or quit> " : "%s> ",
             side_at(p, p->plies));
    const char *text = read_line(p, prompt);
    if (!text) {
        putchar('\n');
        p->quit = true;
        return CODE_OK;
    }
    return obey(p, text, err);
}

static void ask_side(struct play *p)
{
    while (!p->quit) {
        const char *text =
            read_line(p, "What do you play: 1 (begins), 2, both or none? ");
        if (!text)
            putchar('\n');
        if (!text || strcasecmp(text, "quit") == 0)
            p->quit = true;
        else if (choose_side(p, *text ? text : "1"))
            break;
    }
}

static enum code converse(struct play *p, struct error *err)
{
    const char *side = p->cli->options.side;
    if (side && !choose_side(p, side))
        return error_set(err, CODE_USAGE,
                         "option --side: '%.40s' is not 1, 2, both or none", side);
    TRY(cli_position(p->cli, 1, &p->ply[0].position, err));
    p->ply[0].ending = p->v->game->ending(p->v, &p->ply[0].position);
    printf("%s (%s). 'help' lists what you can type, 'quit' ends.\n", p->v->game->title,
           p->v->name);
    if (!side)
        ask_side(p);
    TRY(look(p, err));
    while (!p->quit)
        TRY(turn(p, err));
    if (run_stopped(&p->cli->run))
        return error_set(err, CODE_INTERRUPTED, "interrupted");
    puts("Goodbye.");
    return CODE_OK;
}

enum code cli_play(struct cli *cli, struct error *err)
{
    struct play p = {.cli = cli, .v = &cli->variant, .room = 64};
    if (cli->options.json)
        return error_set(err, CODE_USAGE,
                         "option --json: play is a dialogue; see hissho query");
    enum code code = mem_small(1, sizeof *p.answer, &p.answer, err);
    if (code == CODE_OK)
        code = mem_small(p.room, sizeof *p.ply, &p.ply, err);
    if (code == CODE_OK)
        code = converse(&p, err);
    free(p.answer);
    free(p.ply);
    free(p.line);
    return code;
}
