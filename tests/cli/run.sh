#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs the real program on small games: every command, every exit status, every kind of bad
# input, sessions of play through a pipe. Needs bash and jq.
#
#   tests/cli/run.sh path/to/hissho          prints failures and a count
#   UPDATE=1 tests/cli/run.sh ...            rewrites the golden outputs
set -u
here=$(cd "$(dirname "$0")" && pwd)
hissho=$(realpath "${1:?usage: run.sh path/to/hissho}")
[ -x "$hissho" ] || { echo "cli: there is no program $hissho"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HISSHO_DATA=$work/data LC_ALL=C
unset NO_COLOR XDG_DATA_HOME
cd "$work" || exit 1
passed=0 failed=0
exec 9>&1 # reports go here, whatever a test does to standard output

ok() { passed=$((passed + 1)); }
bad() {
    failed=$((failed + 1))
    {
        echo "FAILED: $*"
        echo "  command: $last"
        sed 's/^/  out: /' out | head -5
        sed 's/^/  err: /' err | head -5
    } >&9
}

# run STATUS ARGUMENTS...: runs the program, expects the exit status.
run() {
    local want=$1
    shift
    last="hissho $*"
    "$hissho" "$@" >out 2>err </dev/null
    local got=$?
    if [ "$got" = "$want" ]; then ok; else bad "status $got, not $want"; fi
}
# typed STATUS INPUT ARGUMENTS...: the same with lines on standard input.
typed() {
    local want=$1 input=$2
    shift 2
    last="printf '$input' | hissho $*"
    printf "$input" | "$hissho" "$@" >out 2>err
    local got=$?
    if [ "$got" = "$want" ]; then ok; else bad "status $got, not $want"; fi
}
out_has() { if grep -qE -- "$1" out; then ok; else bad "no '$1' in the output"; fi; }
out_lacks() { if grep -qE -- "$1" out; then bad "'$1' in the output"; else ok; fi; }
err_has() { if grep -qE -- "$1" err; then ok; else bad "no '$1' in the messages"; fi; }
silent() { if [ -s err ]; then bad "messages where none belong"; else ok; fi; }
json() { if jq -e "$1" out >/dev/null 2>&1; then ok; else bad "JSON: not $1"; fi; }
# The same over all lines at once, as an array.
json_lines() { if jq -es "$1" out >/dev/null 2>&1; then ok; else bad "JSON lines: not $1"; fi; }
one_line() { if [ "$(wc -l <out)" = 1 ]; then ok; else bad "not exactly one line"; fi; }
same() { if cmp -s "$1" "$2"; then ok; else bad "$1 and $2 differ"; fi; }
# usage MESSAGE ARGUMENTS...: bad usage, with that message and nothing on standard output.
usage() {
    local message=$1
    shift
    run 2 "$@"
    err_has "^hissho: .*$message"
    if [ -s out ]; then bad "output after bad usage"; else ok; fi
}
golden() {
    if [ -n "${UPDATE:-}" ]; then cp out "$here/golden/$1"; fi
    if diff -u "$here/golden/$1" out >difference; then ok; else
        bad "differs from golden/$1"
        cat difference >&9
    fi
}

for part in "$here"/_*.sh; do
    # shellcheck source=/dev/null
    . "$part"
done
echo "cli: $passed passed, $failed failed"
[ "$failed" = 0 ]
