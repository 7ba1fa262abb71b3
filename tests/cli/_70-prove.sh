# SPDX-License-Identifier: MIT
# Proof search: values, limits, certificates and their checker, going on after a stop.
check=$(dirname "$hissho")/hissho-check-proof

run 0 prove tictactoe --json; one_line; silent
json '.game == "tictactoe" and .position == ".../.../... X" and .value == "draw" and .nodes > 100 and
      .seconds >= 0 and .peak_bytes > 0 and (has("within") | not)'
run 0 prove tictactoe 'XX./OO./... X' --json; json '.value == "win" and .within == 1'
run 0 prove tictactoe 'XXX/OO./... O' --json; json '.value == "loss" and .nodes == 0'
run 0 prove nocca:3x3; out_has 'win for B, to move: proved within [0-9]+ plies'; silent
run 0 prove yonmoque 'BWW../....B/...../...../..... B 4 4' --json; json '.value == "win" and .within == 1'
usage "at character 3 found 'Z'" prove tictactoe 'X.Z/.../... X'
usage 'option --seconds' prove tictactoe --seconds soon

# A limit is no answer; the work is kept and the next run goes on with it.
run 1 prove yonmoque --nodes 300000 --json; json '.value == "unknown" and .resumed == false'
run 1 prove yonmoque --nodes 300000; out_has 'unknown: a limit was reached'
run 1 prove yonmoque --nodes 300000 --json; json '.resumed'
printf 'x' | dd of="$HISSHO_DATA/yonmoque.prove" bs=1 seek=200 conv=notrunc 2>/dev/null
run 4 prove yonmoque --nodes 300000; err_has 'yonmoque.prove: .*offset'
rm "$HISSHO_DATA/yonmoque.prove"
last='hissho prove yonmoque, and SIGTERM'
"$hissho" prove yonmoque --memory 512M --checkpoint-every 0 >out 2>err &
for _ in $(seq 3000); do # it searches, and has saved
    [ -e "$HISSHO_DATA/yonmoque.prove" ] && break
    sleep 0.01
done
kill -TERM $!
wait $!
if [ $? = 130 ]; then ok; else bad 'not the status of an interruption'; fi
err_has 'the work done is kept'
run 1 prove yonmoque --nodes 100000 --json; json '.resumed'
rm "$HISSHO_DATA/yonmoque.prove"
run 5 prove yonmoque --memory 1M; err_has 'need .*have'

run 0 prove nocca:4x3 --certificate proof.txt --json; json '.certificate_lines > 10'
last="hissho-check-proof proof.txt"
"$check" proof.txt >out 2>err; if [ $? = 0 ]; then ok; else bad 'a right certificate refused'; fi
out_has 'right: nocca:4x3 .* is a win for the side to move'
sed 's/^end.*/end 1/' proof.txt >wrong.txt
"$check" wrong.txt >out 2>err; if [ $? = 4 ]; then ok; else bad 'a wrong count accepted'; fi
sed '6d' proof.txt >wrong.txt
if "$check" wrong.txt >out 2>err; then bad 'a missing line accepted'; else ok; fi
"$check" >out 2>err; if [ $? = 2 ]; then ok; else bad 'no usage'; fi
"$check" nothing.txt >out 2>err; if [ $? = 3 ]; then ok; else bad 'a missing file'; fi
run 6 prove nocca:3x3 --certificate no/such/proof.txt; err_has 'no/such/proof.txt'

# All classes of positions after placements: as many as the paper counts, each with a value.
run 1 prove yonmoque --placements 4 --seconds 0.01 --memory 64M; out_has '^9,664 classes of positions after 4 placements'; silent
run 1 prove yonmoque --placements 1 --nodes 10000 --memory 64M --json
json_lines 'length == 6 and all(.value == "unknown" and .nodes >= 10000)'
run 1 prove yonmoque --placements 3 --sample 7 --nodes 1000 --memory 64M --json
json_lines 'length == 7 and (map(.position) | unique | length) == 7'
[ -e "$HISSHO_DATA/yonmoque.prove-4" ] && ok || bad 'the values of the classes are not kept'
rm -f "$HISSHO_DATA"/yonmoque.prove-*

# Where no position may occur twice: the table's wins stand, its draws are decided.
run 3 prove yonmoque:3x5-4 --repetition; err_has 'hissho solve yonmoque:3x5-4'
run 0 solve yonmoque:3x5-4 --quiet
run 0 prove yonmoque:3x5-4 'BWWWB/W.BB./..... B 0 0' --repetition --json; one_line; silent
json '.value == "win" and .decided_by == "repetition"'
run 0 query yonmoque:3x5-4 'BWWWB/W.BB./..... B 0 0' --json; json '.value == "draw"'
run 0 prove yonmoque:3x5-4 'W.W.W/WBB.B/B.... B 0 0' --repetition; out_has '^loss .*a draw without the rule'
run 0 prove yonmoque:3x5-4 'BWWWB/W.B../B.... B 0 0' --repetition --json; json '.value == "win" and .decided_by == "table"'
run 0 solve tictactoe --quiet
usage 'tictactoe: the rule against repetition cannot be added' prove tictactoe --repetition

# A table against the proof search.
run 0 verify tictactoe --proofs 60 --nodes 20000 --memory 64M --json; one_line
json '.checked == 60 and .errors == 0 and .wins_proved > 5 and .wins_open == 0 and .draws > 5'
run 0 verify tictactoe --proofs 20 --nodes 20000 --memory 64M; out_has '20 random positions, .*: none contradict'
