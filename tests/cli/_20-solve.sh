# SPDX-License-Identifier: MIT
# Before a table is there, making it, and interruptions.

for command in stats query line verify play export; do
    run 3 $command tictactoe
    err_has "^hissho: tictactoe is not solved .*hissho solve tictactoe"
done
run 0 games; out_has 'tictactoe +6,046  - '
run 0 games --json
json_lines 'map(select(.game == "tictactoe")) | length == 1 and (.[0] | .positions == 6046 and .solved == false)'
run 0 rules tictactoe; out_has 'Three own marks in a row'; silent
run 0 rules gobblet:mini --json; json '.game == "gobblet:mini" and (.rules | length) > 100'; one_line

# 5,478 reachable positions, 765 up to symmetry: as commonly published (Wikipedia, Tic-tac-toe).
run 0 count tictactoe --json; one_line; golden count-tictactoe.json
json '.sets | map({(.name): .positions}) | add | .reachable == 5478 and ."reachable unique" == 765'
run 0 count tictactoe; out_has 'reachable unique +765'
run 0 count gobblet:mini --json; json '.sets[0] == {"name":"all","positions":753571}'

run 0 plan tictactoe --json; one_line
json '.positions == 6046 and .chosen == .methods[0].name and (.methods | all(.fits and .memory_bytes > 0))'
run 0 plan tictactoe; out_has "what 'hissho solve tictactoe' will take"
run 0 plan gobblet --memory 1M --json; json '(has("chosen") | not) and (.methods | all(.fits | not))'
run 0 plan gobblet --memory 1M; out_has 'No method fits'

run 0 solve tictactoe --no-table --json; cp out unstored
json '.file_bytes == 0'
run 3 query tictactoe
run 0 solve tictactoe --json --threads 2; one_line; silent
json '.seconds > 0 and .peak_bytes > 0 and .backend == "cpu" and .threads == 2 and .unit == "positions"'
json '.was_there == false and .file_bytes > 0 and .initial == {"position":".../.../... X","value":"draw"}'
jq -c '[.win, .loss, .draw, .plies, .initial]' out >stored.figures
jq -c '[.win, .loss, .draw, .plies, .initial]' unstored >unstored.figures
same stored.figures unstored.figures
run 0 solve tictactoe --json; json '.was_there == true'
run 0 solve tictactoe; out_has 'was solved before'; out_has 'hissho play tictactoe'
run 0 solve tictactoe --quiet; out_lacks 'hissho play'
run 0 games --json; json_lines 'map(select(.game == "tictactoe")) | length == 1 and (.[0] | .solved)'

# All engines and numbers of threads make the same bytes.
run 0 solve gobblet:mini; out_has 'table .*gobblet-mini.hissho'
for engine in $("$hissho" plan gobblet:mini --json | jq -r '.methods[].name'); do
    run 0 solve gobblet:mini --engine "$engine" --threads 3 --data "by-$engine"
    same data/gobblet-mini.hissho "by-$engine/gobblet-mini.hissho"
done

# Interrupted and killed: the same command goes on and makes the same bytes.
for signal in INT TERM KILL; do
    last="hissho solve, SIG$signal"
    for _ in 1 2 3 4 5; do # again, should it be over before the signal
        rm -rf "cut-$signal"
        "$hissho" solve gobblet:mini --engine naive --checkpoint-every 0 \
            --data "cut-$signal" >out 2>err </dev/null &
        solver=$!
        for _ in $(seq 1000); do # the first of three plies is saved
            [ -e "cut-$signal/gobblet-mini.checkpoint" ] && break
            sleep 0.01
        done
        kill -s $signal $solver
        wait $solver 2>/dev/null
        status=$?
        [ $status = 0 ] || break
    done
    case $signal in
    KILL) if [ $status = 137 ]; then ok; else bad "status $status"; fi ;;
    *)
        if [ $status = 130 ]; then ok; else bad "status $status, not 130"; fi
        err_has "goes on: hissho solve gobblet:mini --data cut-$signal"
        ;;
    esac
    if [ -e "cut-$signal/gobblet-mini.checkpoint" ]; then ok; else bad "no checkpoint"; fi
    run 0 games --json --data "cut-$signal"
    json_lines 'map(select(.game == "gobblet:mini")) | length == 1 and (.[0] | .state == "unfinished")'
    run 0 solve gobblet:mini --data "cut-$signal" --json; json '.resumed'
    same data/gobblet-mini.hissho "cut-$signal/gobblet-mini.hissho"
    if [ -e "cut-$signal/gobblet-mini.checkpoint" ]; then bad "checkpoint left"; else ok; fi
done

# Not enough memory, not enough disk, no place.
run 5 solve gobblet:mini --memory 1K --data small; err_has 'need .* have'
last='solve with a limit on file sizes'
(ulimit -f 8; exec "$hissho" solve gobblet:mini --data limited >out 2>err </dev/null)
status=$?
if [ $status = 5 ]; then ok; else bad "status $status, not 5"; fi
err_has 'not enough disk'
if [ -e limited/gobblet-mini.hissho ]; then bad "an incomplete table"; else ok; fi
: >file
run 6 solve tictactoe --data file; err_has 'file'
run 6 solve tictactoe --data /proc/none/such; err_has '/proc/none'

# The GPU: the same values where there is one; otherwise bad usage in a build without CUDA,
# missing resources in a build with it.
run 0 solve tictactoe --no-table --sum --json; cp out by-cpu
json '.codes_sum | length == 16'
last="hissho solve tictactoe --backend gpu"
"$hissho" solve tictactoe --backend gpu --no-table --sum --json >out 2>err </dev/null
case $? in
0)
    json '.backend == "gpu" and .engine == "gpu-retro"'
    if [ "$(jq .codes_sum out)" = "$(jq .codes_sum by-cpu)" ]; then ok; else bad "other values"; fi
    ;;
2) err_has 'no GPU backend' ;;
5) err_has 'no GPU was found|GPU cannot be used'; err_has '--backend cpu' ;;
*) bad "another status" ;;
esac
last="hissho verify tictactoe --backend gpu"
"$hissho" verify tictactoe --backend gpu >out 2>err </dev/null
case $? in
0) out_has 'no error' ;;
2) err_has 'no GPU backend' ;;
5) err_has 'no GPU was found|GPU cannot be used' ;;
*) bad 'neither verified nor told why not' ;;
esac
run 0 solve tictactoe --no-table --sum --json --engine naive
if [ "$(jq .codes_sum out)" = "$(jq .codes_sum by-cpu)" ]; then ok; else bad "other values"; fi
run 0 solve tictactoe --sum --json; json '.was_there' # of the table that is there
if [ "$(jq .codes_sum out)" = "$(jq .codes_sum by-cpu)" ]; then ok; else bad "other values"; fi
run 0 solve gobblet:mini --no-table --sum --json
if [ "$(jq .codes_sum out)" = "$(jq .codes_sum by-cpu)" ]; then bad "the same sum"; else ok; fi
