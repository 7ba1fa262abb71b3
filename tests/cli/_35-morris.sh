# SPDX-License-Identifier: MIT
# N men's morris: a game in parts, whose statistics count orbits by subset.

run 0 solve morris:3 --json --quiet
json '.positions == 564 and .unit == "orbits" and .initial.value == "win" and .initial.plies == 9'
run 0 stats morris:3 --json
json '[.subsets[] | select(.name == "3-3") | .positions, .win, .loss, .draw] == [183, 108, 36, 39]'
json '[.subsets[] | select(.name == "3-3 unreachable") | .positions] == [45]'
json '[.subsets[] | select(.name | startswith("placed=")) | .positions] == [1, 3, 12, 38, 108, 174]'
run 0 query morris:3 --json; json '.moves[0].move == "8" and .moves[0].plies == 9'
# Placing into a mill takes a man, and a side of two has lost.
run 0 query morris:3 'WW.BB.... W 1 1' --json
json '.value == "win" and .plies == 1 and .moves[0].move == "2x3"'
# Three in a row already: they may move away and come back.
run 0 query morris:3 'WWW...BB. B 0 1' --json; json '.to_move == "B"'
run 0 line morris:3 --json; json '.moves | length == 9'
run 0 verify morris:3 --json; json '.checked == 4030 and .errors == 0'
run 0 solve morris:3-fly --json --quiet; json '.initial.value == "draw"'
run 0 query morris:3-fly 'WW.BB..BW W 0 0' --json; json '.moves[0].plies == 1 and ([.moves[].move] | index("8-2x3"))'
usage "no variant '4'" solve morris:4

# Five men are part of six: copied from that table or solved, the bytes are the same.
run 0 solve morris:5 --quiet --data five
run 0 solve morris:6 --quiet --data six
run 0 solve morris:5 --json --quiet --data six; json '.engine == "larger" and .initial.value == "draw"'
same five/morris-5.hissho six/morris-5.hissho
run 0 stats morris:5 --json --data five; jq -S '[.win, .loss, .draw, .plies, .subsets]' out >five.json
run 0 solve morris:5 --json --quiet --no-table --data six; jq -S '[.win, .loss, .draw, .plies, .subsets]' out >six.json
json '.engine == "larger"'
same five.json six.json
run 0 solve morris:5 --json --quiet --data six; json '.was_there'
rm six/morris-5.*
run 0 solve morris:5 --json --quiet --data six --engine men; json '.engine == "men"'
rm six/morris-5.*
printf '\252\252\252\252' | dd of=six/morris-6.hissho bs=1 seek=5000 conv=notrunc status=none
run 4 solve morris:5 --quiet --data six; err_has 'six/morris-6.hissho.*block 0'
run 3 query morris:5 --data six
rm -rf five six five.json six.json
