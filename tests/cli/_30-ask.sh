# SPDX-License-Identifier: MIT
# Asking a table: query, line, stats, verify, export, bench, games.

run 0 query tictactoe --json; one_line; silent; golden query-tictactoe.json
run 0 query tictactoe 'XX./OO./... X' --json
json '.value == "win" and .plies == 1 and .to_move == "X" and .moves[0].move == "c1" and .over == false'
json '[.moves[] | select(.value == "loss") | .plies] == [2, 2, 2]'
json '.moves | map(.value) == ["win", "draw", "loss", "loss", "loss"]'
run 0 query tictactoe 'XX./OO./... X'; golden query-tictactoe.txt; silent
run 0 query tictactoe XX./OO./... X --json; json '.value == "win"'
run 0 query tictactoe 'xx./oo./... x' --json; json '.position == "XX./OO./... X"'
run 0 query tictactoe 'XXX/OO./... O' --json
json '.value == "loss" and .plies == 0 and .moves == [] and .over'
run 0 query tictactoe 'XXX/OO./... O'; out_has 'lost, the game is over'
run 0 query tictactoe 'XOX/XOO/OXX O' --json; json '.value == "draw" and .over'
run 0 query gobblet:mini --json; json '.moves | length == 27'
# A position of both colours: values are those of the side to move.
run 0 query gobblet:mini 's,m,./L,.,./.,.,. 2' --json
json '.value == "win" and .plies == 1 and .moves[0].move == "L@c1"'

usage "at character 3 found 'Z'.*a correct example: '" query tictactoe 'X.Z/.../... X'
usage "the text ends" query tictactoe 'X..'
usage "impossible: X moves first" query tictactoe 'XX./.../... O'
usage "the position is too long" query tictactoe "$(printf '.%.0s' {1..900})"
usage "position ''" query tictactoe ''
usage "impossible" query gobblet:mini 'S,S,./.,.,./.,.,. 1'
usage "at character" query gobblet:mini 'LS,.,./.,.,./.,.,. 1'

# A line is as long as its start says, and each of its moves is among the best.
run 0 line tictactoe; golden line-tictactoe.txt; silent
run 0 line tictactoe 'X../O../... X' --json; one_line; cp out line
json '.value == "win" and (.moves | length) == .plies and (.positions | length) == .plies + 1'
json '.end == "over" and .positions[0] == "X../O../... X"'
for i in $(seq 0 $(($(jq '.moves | length' line) - 1))); do
    run 0 query tictactoe "$(jq -r ".positions[$i]" line)" --json
    json "(.moves[] | select(.move == \"$(jq -r ".moves[$i]" line)\")) as \$m | .moves[0] as \$best |
          \$m.value == \$best.value and \$m.plies == \$best.plies and \$m.value == .value and
          \$m.position == \"$(jq -r ".positions[$((i + 1))]" line)\""
done
run 0 line tictactoe 'XXX/OO./... O' --json; json '.moves == [] and .positions == ["XXX/OO./... O"]'
run 0 line gobblet:mini --json; json '.end == "repetition" and .positions[-1] as $p | .positions[:-1] | any(. == $p)'
run 0 line gobblet:mini; out_has '^A draw: the position after move'

run 0 stats tictactoe --json; one_line; silent; golden stats-tictactoe.json
json '.win + .loss + .draw == .positions and ([.plies[].positions] | add) == .win + .loss'
json '.max_plies == ([.plies[].plies] | max)'
run 0 stats tictactoe; golden stats-tictactoe.txt
run 0 stats tictactoe --longest 2 --json; json '.longest | length == 2'
run 0 query tictactoe "$(jq -r '.longest[1]' out)" --json; json '.value == "win" and .plies == 5'
run 0 stats tictactoe --plot figure.svg --csv figures.csv --json; one_line
err_has 'figure.svg'
if head -c 4 figure.svg | grep -q '<svg' && tail -n 1 figure.svg | grep -q '</svg>'; then ok; else bad 'no figure'; fi
if [ "$(grep -c '<title>win in' figure.svg)" = 4 ]; then ok; else bad 'columns of wins'; fi
cp figures.csv out; golden stats-tictactoe.csv
run 6 stats tictactoe --plot no/such/place.svg; err_has 'no/such/place.svg'
run 2 stats tictactoe --csv /dev/full; err_has 'not a regular file'

run 0 verify tictactoe --json; one_line; json '. == {"game":"tictactoe","checked":6046,"errors":0}'
run 0 verify gobblet:mini; out_has '753,571 positions, every value re-derived, no error'
run 0 verify gobblet:mini --quick; out_has 'sums right'

run 0 export tictactoe --to 3; golden export-tictactoe.csv; silent
run 0 export tictactoe --csv all.csv --json; one_line; json '.rows == 6046 and .format == "csv"'
if [ "$(wc -l <all.csv)" = 6047 ]; then ok; else bad 'rows of the CSV'; fi
for value in win loss draw; do
    run 0 stats tictactoe --json
    json ".$value == $(grep -c ",$value," all.csv)"
done
run 0 export tictactoe --npy all.npy; err_has '6,046 positions in all.npy'
if [ "$(stat -c %s all.npy)" = $((128 + 6046)) ]; then ok; else bad 'size of the array'; fi
if head -c 128 all.npy | grep -aq "^.NUMPY.*'descr': '|u1', 'fortran_order': False, 'shape': (6046,)"; then
    ok
else
    bad 'header of the array'
fi
if [ "$(tail -c +129 all.npy | tr -d -c '\0' | wc -c)" = "$(grep -c ',draw,' all.csv)" ]; then
    ok
else
    bad 'draws of the array'
fi
run 0 export tictactoe --npy part.npy --from 100 --to 110
tail -c +229 all.npy | head -c 10 >part.wanted
tail -c +129 part.npy >part.got
same part.wanted part.got
run 0 export gobblet:mini --from 753,570; out_has '^753570,'
usage "has 6046 ranks only" export tictactoe --to 6047
usage "is past the end" export tictactoe --from 10 --to 9
usage "one of them" export tictactoe --csv a --npy b
usage "give a file" export tictactoe --json

run 0 bench tictactoe --json; one_line
json '[.kernels[].name] == ["rank","unrank","moves","move","probe cold","probe fresh","probe warm"]'
json '(.kernels | all(.ns > 0)) and .solve_ns_per_position > 0'
run 0 bench tictactoe; out_has 'probe warm'
run 0 bench gobblet:mini-own-move; err_has 'no probes'; out_lacks 'probe'
