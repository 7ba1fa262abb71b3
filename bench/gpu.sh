#!/bin/bash
# CPU against GPU: solves each game with both, without storing, compares the checksums of
# all values and prints the seconds of solving.
#
#     bench/gpu.sh path/to/hissho GAME[=SUM]...
#
# Where the processor takes long, its checksum can be given instead, which
# `hissho solve GAME --sum --json` tells of a table; those of tables that two cores made:
#
#     bench/gpu.sh path/to/hissho yonmoque=f01b7cd8f9aedb93 nocca:6x5=8f11bba7898e1068 \
#         morris:9=a133814fb7150c72 morris:9-nofly=c55856ca796e9f7f morris:11=85cd6f23d6920ed5 morris:12=b2679d89519bcf91
#
# Parts that are done stay in the host's memory: 54, 81 and 115 GB for 9, 11 and 12 men. MEMORY=119G
# in the environment allows more than the three quarters of all that are the default.
set -u
hissho=$1
shift
allow=(${MEMORY:+--memory "$MEMORY"})
HISSHO_DATA=$(mktemp -d) # no table at hand: everything is computed
export HISSHO_DATA
trap 'rm -rf "$HISSHO_DATA"' EXIT

# field NAME: a number or text of the JSON object on standard input
field() {
    grep -o "\"$1\":[^,}]*" | head -1 | cut -d: -f2 | tr -d '"'
}

status=0
printf '%-22s %10s %10s  %s\n' game cpu gpu values
for argument in "$@"; do
    game=${argument%%=*} wanted=
    if [ "$game" = "$argument" ]; then
        cpu=$("$hissho" solve "$game" --no-table --sum --json "${allow[@]}") || status=1
        wanted=$(field codes_sum <<<"$cpu")
    else
        cpu= wanted=${argument#*=}
    fi
    gpu=$("$hissho" solve "$game" --no-table --sum --json --backend gpu "${allow[@]}") || status=1
    same=same
    if [ -z "$gpu" ] || [ "$wanted" != "$(field codes_sum <<<"$gpu")" ] ||
        { [ -n "$cpu" ] && [ "${cpu%%\"seconds\"*}" != "${gpu%%\"seconds\"*}" ]; }; then
        same=DIFFERENT status=1
    fi
    printf '%-22s %10s %10s  %s %s\n' "$game" "$(field solve_seconds <<<"$cpu")" \
        "$(field solve_seconds <<<"$gpu")" "$same" "$(field codes_sum <<<"$gpu")"
done
exit $status
