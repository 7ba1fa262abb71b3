# SPDX-License-Identifier: MIT
# Play through a pipe, and what a terminal gets.

typed 0 'b2\nquit\n' play tictactoe --side 1
out_has 'X plays b2\.'; out_has 'O plays (a1|c1|a3|c3)\.'; out_has '^X> Goodbye'
typed 0 '' play tictactoe; out_has 'What do you play'; out_has '^Goodbye'; silent
typed 0 'nonsense\n2\n' play tictactoe
if [ "$(grep -o 'What do you play' out | wc -l)" = 2 ]; then ok; else bad 'asks again'; fi
out_has 'X plays a1'
typed 0 'quit\n' play tictactoe; out_has '^.*Goodbye'
typed 0 '' play tictactoe --side none; golden play-none.txt
typed 0 'help\nmoves\nvalues\nhint\nposition\nflip\nflip\n' play tictactoe --side 1
out_has 'undo +take your last move back'; out_has ' 5 b2 '; out_has 'X to move: draw'; out_has '^X> +a1: draw'
out_has '\.\.\./\.\.\./\.\.\. X'
# After a1 only the centre holds the draw.
typed 0 'a2\n' play tictactoe --side 2
out_has 'threw away the draw: now it is a loss in 6'
typed 0 'c3\nundo\nhint\n' play tictactoe 'XX./OO./... X' --side 1
out_has 'threw away the win: it was a win in 1, now it is a loss in 2'
out_has 'O wins after 2 moves. Better luck'; out_has '^.*c1: win in 1'
typed 0 'c1\nb3\nnew\nundo\n' play tictactoe 'XX./OO./... X' --side 1
out_has 'X wins after 1 move\. Well played'; out_has 'The game is over: new, undo or quit'
out_has 'nothing to take back'
typed 0 'xyzzy\n99\n0\n\n   \n' play tictactoe --side both
out_has "'xyzzy' is neither a legal move"; out_has "'99' is neither"; out_has "'0' is neither"
typed 0 '1\n1\n1\n1\nundo\n' play tictactoe --side both; out_has 'X plays a1'; out_has 'O plays b1'
typed 0 '  B2  \nSIDE 2\nmoves\n' play tictactoe --side both; out_has 'As you wish'
typed 0 '' play tictactoe 'XXX/OO./... O' --side 1; out_has 'The game is over: O has lost'
typed 0 '' play gobblet:mini --side none; out_has 'third time'
typed 0 's@b2\n' play gobblet:mini --side 1; out_has '1 plays S@b2'; out_has 'player 1'
typed 2 '' play tictactoe --side white; err_has "--side: 'white' is not"
typed 2 '' play tictactoe --json; err_has 'dialogue'
typed 2 '' play tictactoe 'nonsense'; err_has "found 'n'"

# Whatever the human does, the opponent never loses tic-tac-toe.
lost=0
for game in 1 2 3 4 5 6 7 8 9 10 11 12; do
    moves=$(for i in 1 2 3 4 5; do echo $(((game * 7 + i * i * 3) % (11 - 2 * i) + 1)); done)
    echo "$moves" | "$hissho" play tictactoe --side 1 >out 2>err || lost=1
    grep -q 'Well played' out && lost=1
    grep -q 'The game is over' out || lost=1
done
last='twelve games'
if [ $lost = 0 ]; then ok; else bad 'the opponent lost, or a game did not end'; fi

last='SIGINT at the prompt'
mkfifo pipe
"$hissho" play tictactoe --side 1 <pipe >out 2>err &
player=$!
exec 3>pipe
for _ in $(seq 1000); do # the board is drawn
    [ -s out ] && break
    sleep 0.01
done
kill -s INT $player
wait $player
status=$?
exec 3>&-
if [ $status = 130 ]; then ok; else bad "status $status, not 130"; fi

# A terminal gets colours and progress, unless it is told not to; a pipe gets none.
if command -v script >/dev/null; then
    terminal() { last="on a terminal: $*"; TERM=xterm script -qec "$*" /dev/null >out 2>err </dev/null; }
    escape=$(printf '\033\\[')
    terminal "$hissho" query tictactoe "'XX./OO./... X'"; out_has "${escape}32mwin in 1"
    terminal NO_COLOR=1 "$hissho" query tictactoe; out_lacks "$escape"
    terminal "$hissho" query tictactoe --no-color; out_lacks "$escape"
fi
run 0 query tictactoe; out_lacks "$(printf '\033')"
