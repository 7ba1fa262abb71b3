# SPDX-License-Identifier: MIT
# Damaged files (exit status 4) and output that cannot be written (6).

# damage NAME: a fresh copy of the table to spoil.
damage() {
    rm -rf "$1"
    mkdir "$1"
    cp data/tictactoe.hissho "$1/tictactoe.hissho"
    victim=$1/tictactoe.hissho
}
poke() { printf "$2" | dd of="$victim" bs=1 seek="$1" conv=notrunc status=none; }

damage truncated
truncate -s -1 "$victim"
run 4 query tictactoe --data truncated; err_has 'truncated/tictactoe.hissho.*truncated'
run 0 games --json --data truncated
json_lines 'map(select(.game == "tictactoe")) | length == 1 and (.[0] | .state == "damaged" and (.solved | not))'
run 4 solve tictactoe --data truncated
damage foreign
poke 0 'GIF89a'
run 4 verify tictactoe --data foreign; err_has 'not a Hissho table'
damage newer
poke 8 '\377'
run 4 query tictactoe --data newer; err_has 'newer'
damage block
poke 300 '\252\252\252\252'
run 4 query tictactoe --data block; err_has 'block 0.*offset 256'
run 4 verify tictactoe --quick --data block; err_has 'block 0.*offset 256'
run 4 verify tictactoe --data block
damage other
cp data/gobblet-mini.hissho "$victim"
run 4 query tictactoe --data other; err_has 'another game'
damage empty
: >"$victim"
run 4 query tictactoe --data empty
rm -f "$victim"
mkdir "$victim"
run 6 query tictactoe --data empty
mkdir spoiled
printf 'nonsense' >spoiled/tictactoe.checkpoint
run 4 solve tictactoe --data spoiled; err_has 'spoiled/tictactoe.checkpoint'

# unwritten STATUS COMMAND...: standard output refuses.
refused() {
    last="$*"
    "$@" 2>err
    status=$?
    if [ $status = 6 ]; then ok; else bad "status $status, not 6"; fi
    err_has '^hissho: cannot write standard output'
}
: >out
for arguments in 'query tictactoe --json' 'stats tictactoe' 'export tictactoe' 'games' \
    '--help' 'solve tictactoe' 'rules gobblet'; do
    # shellcheck disable=SC2086
    refused "$hissho" $arguments >/dev/full
    # shellcheck disable=SC2086
    refused "$hissho" $arguments >&-
done
last='export into a closed pipe'
{ "$hissho" export gobblet:mini 2>err; echo $? >status; } | head -n 1 >out
if [ "$(cat status)" = 141 ]; then ok; else bad "status $(cat status), not 141"; fi
silent
last='closed standard streams'
"$hissho" solve gobblet:mini-after-draw >&- 2>&- <&-
"$hissho" verify gobblet:mini-after-draw >out 2>err
status=$?
if [ $status = 0 ]; then ok; else bad "status $status: output went into the table"; fi
