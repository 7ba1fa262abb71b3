#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `hissho solve` under bad conditions: killed at random moments, interrupted by signals, on a
# full disk, without memory, in a folder it may not write, with a damaged checkpoint, twice at
# once. Whatever happens, the exit status is the documented one, nothing is lost, and the table
# in the end has the same bytes as an undisturbed one.
#
#   tests/interrupt/run.sh path/to/hissho
set -u
hissho=$(realpath "${1:?usage: run.sh path/to/hissho}")
work=$(mktemp -d)
chmod 755 "$work"
mounted=
finish() {
    [ -z "$mounted" ] || umount "$mounted"
    rm -rf "$work"
}
trap finish EXIT
unset HISSHO_DATA XDG_DATA_HOME
export LC_ALL=C
game=gobblet:mini-lift-loses
name=gobblet-mini-lift-loses
case ${HISSHO_TEST_SIZE:-short} in
small) slow_rounds=0 fast_rounds=2 ;;
short) slow_rounds=1 fast_rounds=10 ;;
*) slow_rounds=10 fast_rounds=200 ;;
esac
passed=0 failed=0

ok() { passed=$((passed + 1)); }
bad() {
    failed=$((failed + 1))
    echo "FAILED: $*"
    sed 's/^/  out: /' "$work/out" | head -5
    sed 's/^/  err: /' "$work/err" | head -5
}
# expect WHAT COMMAND...: the command must succeed.
expect() {
    local what=$1
    shift
    if "$@"; then ok; else bad "$what"; fi
}
# solve STATUS DIR OPTIONS...: runs the solve, expects the exit status.
solve() {
    local want=$1 data=$2
    shift 2
    "$hissho" solve "$game" --data "$data" --json "$@" >"$work/out" 2>"$work/err" </dev/null
    local got=$?
    if [ "$got" = "$want" ]; then ok; else bad "solve $*: status $got, not $want"; fi
}
said() { grep -q -- "$1" "$work/err"; }
resumed() { grep -q '"resumed":true' "$work/out"; }
# The table is there, right, and nothing else but its record.
complete() {
    expect "$2: other bytes than undisturbed" cmp -s "$work/good/$name.hissho" "$1/$name.hissho"
    expect "$2: files left behind: $(ls "$1" | tr '\n' ' ')" \
        [ "$(ls "$1" | tr '\n' ' ')" = "$name.hissho $name.run.json " ]
}
seconds() { # a random time up to $1 milliseconds
    printf '%d.%03d' $(($1 * RANDOM / 32768 / 1000)) $(($1 * RANDOM / 32768 % 1000))
}

solve 0 "$work/good"
complete "$work/good" "undisturbed"

# ---- kill -9 --------------------------------------------------------------------------------
# killed_often DIR MILLISECONDS OPTIONS...: starts it again and again, kills it after a random
# time, each time a little more patiently; sets kills and, at the end, "out".
killed_often() {
    local data=$1 patience=$2 pid
    shift 2
    kills=0
    while :; do
        "$hissho" solve "$game" --data "$data" --json "$@" >"$work/out" 2>"$work/err" </dev/null &
        pid=$!
        sleep "$(seconds "$patience")"
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
        local status=$?
        [ $status = 137 ] || break
        kills=$((kills + 1))
        patience=$((patience + patience / 10 + 1))
    done
    expect "killed $kills times, then status $status" [ $status = 0 ]
    # A kill after the table was stored leaves the run record out; the solve is over then.
    [ -e "$data/$name.run.json" ] || echo '{}' >"$data/$name.run.json"
}
# The last run went on from a checkpoint, or found that the solve was over.
resumed_or_over() { resumed || grep -q '"was_there":true' "$work/out"; }
total=0 went_on=0
for ((i = 0; i < slow_rounds; i++)); do
    killed_often "$work/killed" 400 --engine naive --checkpoint-every 0
    complete "$work/killed" "killed $kills times"
    total=$((total + kills))
    if [ $kills -gt 3 ]; then expect "killed $kills times: not resumed" resumed_or_over; fi
    rm -rf "$work/killed"
done
for ((i = 0; i < fast_rounds; i++)); do
    killed_often "$work/killed" 40 --engine retro --checkpoint-every 0 --threads $((1 + i % 3))
    complete "$work/killed" "retro killed $kills times"
    resumed && went_on=$((went_on + 1))
    total=$((total + kills))
    rm -rf "$work/killed"
done
# What is left when the kill came between the table and its record.
solve 0 "$work/late"
for f in hissho.part run.json.part checkpoint.part checkpoint scratch; do
    echo unfinished >"$work/late/$name.$f"
done
solve 0 "$work/late"
complete "$work/late" "killed after the table was stored"
expect "nothing was killed" [ $total -gt 0 ]
echo "interrupt: $total kills; $went_on of $fast_rounds short solves ended resumed"

# ---- signals --------------------------------------------------------------------------------
# stopped_in_work SIGNAL DIR: the slow engine, stopped by the signal once it has saved its first
# work; sets "status". One that was over before the signal came is started again.
stopped_in_work() {
    local pid
    for _ in 1 2 3 4 5; do
        rm -rf "$2"
        "$hissho" solve "$game" --data "$2" --engine naive --checkpoint-every 0 \
            >"$work/out" 2>"$work/err" </dev/null &
        pid=$!
        while [ ! -e "$2/$name.checkpoint" ] && kill -0 $pid 2>/dev/null; do sleep 0.01; done
        kill -s "$1" $pid
        [ "${3:-once}" = once ] || kill -s "$1" $pid
        wait $pid
        status=$?
        [ $status = 0 ] || break
    done
}
# One engine stops, another goes on. `timeout` sends its signal twice, to the process and to its
# group: that is one request.
for signal in INT TERM; do
    stopped_in_work $signal "$work/signal" twice
    expect "SIG$signal: status $status" [ $status = 130 ]
    expect "SIG$signal: the message" said "hissho solve $game"
    expect "SIG$signal: no checkpoint" [ -s "$work/signal/$name.checkpoint" ]
    solve 0 "$work/signal"
    expect "SIG$signal: not resumed" resumed
    complete "$work/signal" "SIG$signal"
    rm -rf "$work/signal"
done

# ---- a damaged checkpoint -------------------------------------------------------------------
stopped_in_work INT "$work/damaged"
checkpoint=$work/damaged/$name.checkpoint
cp "$checkpoint" "$work/copy"
printf '\377' | dd of="$checkpoint" bs=1 seek=5000 conv=notrunc status=none
solve 4 "$work/damaged"
expect "damaged checkpoint: the file" said "$checkpoint"
expect "damaged checkpoint: the block" said "block 0"
expect "damaged checkpoint: the offset" said "offset 120"
truncate -s 5000 "$checkpoint"
solve 4 "$work/damaged"
expect "truncated checkpoint: the offset" said "offset 5000"
cp "$work/copy" "$checkpoint"
solve 0 "$work/damaged"
expect "restored checkpoint: not resumed" resumed
complete "$work/damaged" "restored checkpoint"

# ---- two at once ----------------------------------------------------------------------------
"$hissho" solve "$game" --data "$work/two" --engine naive >"$work/first" 2>&1 </dev/null &
pid=$!
for ((i = 0; i < 100; i++)); do
    [ -e "$work/two/$name.lock" ] && break
    sleep 0.01
done
solve 6 "$work/two"
expect "two at once: the message" said "another process"
wait $pid
expect "two at once: the first one" [ $? = 0 ]
complete "$work/two" "two at once"

# ---- memory ---------------------------------------------------------------------------------
solve 5 "$work/memory" --memory 1K
expect "little memory: need" said "need"
expect "little memory: have" said "have"
for engine in retro naive; do
    solve 5 "$work/memory" --memory 10K --engine $engine
done
solve 0 "$work/memory"
complete "$work/memory" "after too little memory"
# The system's refusal rather than ours; sanitizers need a larger address space than this.
if nm "$hissho" 2>/dev/null | grep -q __asan_init; then
    echo "interrupt: skipped: ulimit -v, the program has a sanitizer inside"
else
    (
        ulimit -v 300000
        "$hissho" solve gobblet --engine retro --threads 1 --data "$work/memory" \
            >"$work/out" 2>"$work/err" </dev/null
    )
    expect "ulimit -v: status $?" [ $? = 5 ]
    expect "ulimit -v: the message" said "not enough memory"
fi

# ---- folders that cannot be written ---------------------------------------------------------
echo >"$work/file"
solve 6 "$work/file/below"
expect "below a file: the message" said "$work/file"
solve 6 /proc/nothing-there
if [ "$(id -u)" = 0 ]; then
    if setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null; then
        mkdir -m 555 "$work/readonly"
        cp "$hissho" "$work/program"
        setpriv --reuid=65534 --regid=65534 --clear-groups "$work/program" solve "$game" \
            --data "$work/readonly" >"$work/out" 2>"$work/err" </dev/null
        expect "read-only folder: status $?" [ $? = 6 ]
        expect "read-only folder: the message" said "$work/readonly"
    else
        echo "interrupt: skipped: read-only folder, cannot become another user here"
    fi
else
    mkdir -m 555 "$work/readonly"
    solve 6 "$work/readonly"
fi

# ---- a full disk ----------------------------------------------------------------------------
mkdir "$work/disk"
if mount -t tmpfs -o size=16k tmpfs "$work/disk" 2>/dev/null; then
    mounted=$work/disk
    data=$work/disk/data
    solve 5 "$data" --checkpoint-every 1000 # no room for the table
    expect "full disk: need" said "need"
    expect "full disk: have" said "have"
    expect "full disk: a part stays" [ -z "$(find "$data" -name '*.part')" ]
    solve 5 "$data" --checkpoint-every 0 # nor for a checkpoint
    mount -o remount,size=200k "$mounted"
    solve 5 "$data" --checkpoint-every 0 --engine retro # room for one, not for its successor
    expect "full disk: the first checkpoint is lost" [ -s "$data/$name.checkpoint" ]
    expect "full disk: a part stays" [ -z "$(find "$data" -name '*.part')" ]
    mount -o remount,size=1m "$mounted"
    solve 0 "$data" --checkpoint-every 0
    expect "full disk: not resumed" resumed
    complete "$data" "full disk"
else
    echo "interrupt: skipped: full disk, mounting a small file system is not allowed here"
fi

echo "interrupt: $passed passed, $failed failed"
[ $failed = 0 ]
