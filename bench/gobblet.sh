#!/bin/bash
# Measures what docs/performance.md states of Gobblet Gobblers: both engines, one and all
# threads, all in one run on one machine, then the probes. Takes about six minutes on two cores.
#
#     bench/gobblet.sh [HISSHO]
set -eu
hissho=${1:-build/hissho}
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
export HISSHO_DATA=$data

echo "| engine | threads | solving s | storing s | peak GiB | file MB |"
echo "|---|---|---|---|---|---|"
for engine in layers retro; do
    for threads in 1 "$(nproc)"; do
        rm -f "$data"/*
        "$hissho" solve gobblet --engine $engine --threads "$threads" --json --quiet >"$data/report"
        jq -r --arg e $engine --arg t "$threads" --slurpfile run "$data/gobblet.run.json" \
            '"| \($e) | \($t) | \($run[0].solve_seconds * 100 | round / 100) | " +
             "\($run[0].write_seconds * 100 | round / 100) | " +
             "\(.peak_bytes / 1073741824 * 100 | round / 100) | \(.file_bytes / 1e6 | round) |"' \
            "$data/report"
    done
done
echo
"$hissho" bench gobblet
