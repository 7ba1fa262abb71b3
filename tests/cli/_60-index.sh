# SPDX-License-Identifier: MIT
# Numbering: index and count of NOCCAxNOCCA and the Morris games. The numbers are those of
# tests/data, where their sources stand.

start='B,B,B,B,B/.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./W,W,W,W,W B'
run 0 index nocca --json; one_line; silent
json '.game == "nocca:6x5" and .size == 147969899280 and .blocks.bytes > 0'
json '.zdd[0].name == "positions" and .zdd[0].nodes == 17512 and .zdd[0].mean_path > 47.3'
json '.zdd[1].name == "reduced" and .zdd[1].nodes == 15084'
run 0 index nocca:6x5; out_has '17,512 nodes'; out_has 'mean 47.374, shortest 29, longest 65'
run 0 index nocca --rank "$start" --json; one_line; json '. == {"rank": 26439693347}'
run 0 index nocca --unrank 26439693347 --json; json ".position == \"$start\""
run 0 index nocca --diagram reduced --rank "$start"; out_has '^26439693347$'
usage "out of range; the last one is 147969899279" index nocca --unrank 147969899280
usage "not a number" index nocca --unrank -1
usage "not a member of the set" index nocca:3x2 --rank 'BW,BW/.,./.,. B'
usage "at character" index nocca:3x2 --rank 'X'
usage "has no diagram 'other'; there are: positions, reduced" index nocca --diagram other
usage "has no decision diagrams" index tictactoe --dot file
usage "not several" index nocca --unrank 1 --dot file
usage "a board is ROWSxCOLUMNS" index nocca:9x9
run 5 index nocca:9x8; err_has "1,435,571,665,655,126,763,348 members"
run 0 index nocca:3x2 --dot picture.dot --plot paths.svg --quiet
grep -q '^digraph' picture.dot && grep -q '</svg>' paths.svg; run 0 index tictactoe --json
json '.size == 6046 and .zdd == []'
usage "pictures are made up to" index nocca --dot picture.dot
run 0 index tictactoe --unrank 0; out_has '^[XO]*/'

run 0 index morris:5 --json
json '.size == 8204196 and (.zdd[] | select(.name == "unique") | .nodes == 46605 and .count == 470793)'
run 0 index morris:6 --diagram unique --json; json '.zdd[0].nodes == 90320 and (.zdd | length) == 1'
run 0 index morris:5 --diagram unique --unrank 1234; position=$(cat out)
run 0 index morris:5 --diagram unique --rank "$position" --json; json '.rank == 1234'
usage "out of range" index morris:5 --diagram unique --unrank 470793
usage "men in hand" index morris:5 --rank '................ W 5 5'
run 0 index morris:9 --json; err_has "large and not built yet"; json '.size == 142430121724'

run 0 count nocca:3x3 --json
json '.sets[] | select(.name == "pseudo-reachable") | .positions == 50496'
run 0 count morris:6 --json
json '.sets[] | select(.name == "pseudo-reachable") | .positions == 1107656'
json '.sets[] | select(.name == "unique") | .subsets[] | select(.name == "5-3") | .positions == 90540'
