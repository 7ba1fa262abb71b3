#!/bin/bash
# CPU against GPU: solves each game with both, without storing, compares the checksums of
# all values and prints the seconds of solving.
#
#     bench/gpu.sh path/to/hissho GAME...
set -u
hissho=$1
shift

# field NAME: a number or text of the JSON object on standard input
field() {
    grep -o "\"$1\":[^,}]*" | head -1 | cut -d: -f2 | tr -d '"'
}

status=0
printf '%-22s %10s %10s  %s\n' game cpu gpu values
for game in "$@"; do
    cpu=$("$hissho" solve "$game" --no-table --sum --json) || status=1
    gpu=$("$hissho" solve "$game" --no-table --sum --json --backend gpu) || status=1
    same=same
    if [ -z "$gpu" ] || [ "$(field codes_sum <<<"$cpu")" != "$(field codes_sum <<<"$gpu")" ] ||
        [ "${cpu%%\"seconds\"*}" != "${gpu%%\"seconds\"*}" ]; then
        same=DIFFERENT status=1
    fi
    printf '%-22s %10.3f %10.3f  %s %s\n' "$game" "$(field solve_seconds <<<"$cpu")" \
        "$(field solve_seconds <<<"$gpu")" "$same" "$(field codes_sum <<<"$gpu")"
done
exit $status
