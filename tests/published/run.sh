#!/bin/bash
# Solves Gobblet Gobblers at full size under all five rules and compares the answers with
# tests/data/gobblet.tsv, where their sources stand. With HISSHO_TEST_SIZE=long the tables are
# also made by the second engine (same bytes) and verified position by position.
# Solves Sixteen Musashi on 25 points (long: also 31, and 33 if HISSHO_TEST_33 is set, which
# takes 14 GiB of memory and 25 GiB of disk) and compares with tests/data/musashi.tsv.
# Long: proves the positions of Yonmoque in which the published tables are wrong, and checks
# the proofs. If HISSHO_TEST_YONMOQUE names the folder of its table (made if it is not there:
# 11 GiB of memory), compares with tests/data/yonmoque.tsv and the table with 3,000 proofs.
# If HISSHO_TEST_MORRIS names the folder of nine men's morris (12 GiB of memory, 15 GB of disk),
# compares its value and the sizes of its subsets.
#
#     tests/published/run.sh HISSHO SOURCES BUILD
set -u
hissho=$1 sources=$2 build=$3
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
export HISSHO_DATA=$data/tables
games="gobblet gobblet:after-mover gobblet:after-draw gobblet:lift-loses gobblet:own-move"
passed=0 failed=0

# is TITLE WANTED FOUND
is() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1: expected '$2', found '$3'"
    fi
}

text='(.value + (if has("plies") then " \(.plies)" else "" end))'

# ask GAME QUESTION: what the program says
ask() {
    local game=$1 question=$2 position
    case $question in
    win | loss | draw | max_plies | positions)
        "$hissho" stats "$game" --json | jq -r ".$question"
        ;;
    unique) jq -r '.sets[] | select(.name == "unique").positions' "$data/count" ;;
    reachable) jq -r '.sets[] | select(.name == "reachable").positions' "$data/count" ;;
    reachable-unique)
        jq -r '.sets[] | select(.name == "reachable unique").positions' "$data/count"
        ;;
    value\ *) "$hissho" query "$game" "${question#value }" --json | jq -r "$text" ;;
    move\ *)
        position=${question#move }
        "$hissho" query "$game" "${position% *}" --json |
            jq -r --arg move "${position##* }" ".moves[] | select(.move == \$move) | $text"
        ;;
    *) echo "no such question: $question" ;;
    esac
}

for game in $games; do
    "$hissho" solve "$game" --quiet >/dev/null || exit 1
done
"$hissho" count gobblet --json >"$data/count" || exit 1

while IFS=$'\t' read -r game question answer; do
    case $game in
    \#* | '') continue ;;
    \*) for each in $games; do is "$each, $question" "$answer" "$(ask "$each" "$question")"; done ;;
    *) is "$game, $question" "$answer" "$(ask "$game" "$question")" ;;
    esac
done <"$sources/tests/data/gobblet.tsv"

if [ "${HISSHO_TEST_SIZE:-short}" = long ]; then
    for game in $games; do
        file=${game/:/-}.hissho
        "$hissho" solve "$game" --engine retro --data "$data/retro" --quiet >/dev/null || exit 1
        cmp "$data/retro/$file" "$HISSHO_DATA/$file"
        is "$game, same bytes from both engines" 0 $?
        "$hissho" verify "$game" --quiet >/dev/null
        is "$game, verified" 0 $?
        "$build/hissho-check" "$HISSHO_DATA/$file" --quiet >/dev/null
        is "$game, checked by the checker" 0 $?
        rm -f "$data/retro/$file"
    done
fi
# ask_musashi QUESTION: from the statistics in $data/stats and the counts in $data/count
ask_musashi() {
    case $1 in
    positions) jq -r .positions "$data/stats" ;;
    initial) jq -r ".initial | $text" "$data/stats" ;;
    longest)
        jq -r '[.subsets[] | select(.name | endswith("to_move=brown"))
                | {men: (.name | capture("brown=(?<n>[0-9]+)").n),
                   win: (.plies[] | select(.value == "win"))}]
               | (map(.win.plies) | max) as $most
               | "\($most): " + ([.[] | select(.win.plies == $most)
                                  | "\(.win.positions) with \(.men)"] | join(", "))' "$data/stats"
        ;;
    "black to move")
        jq -r '[.subsets[] | select(.name | endswith("to_move=black")) | select(.win > 0).name
                | capture("brown=(?<n>[0-9]+)").n | tonumber] | max' "$data/stats"
        ;;
    "brown to move") # less the positions in which brown is stuck
        jq -r --slurpfile count "$data/count" '
               ([$count[0].sets[] | select(.name == "stuck").subsets[]
                 | {key: .name, value: .positions}] | from_entries) as $stuck
               | [.subsets[] | select(.name | endswith("to_move=brown"))
                  | select(.loss > ($stuck[.name] // 0)).name
                  | capture("brown=(?<n>[0-9]+)").n | tonumber] | max' "$data/stats"
        ;;
    esac
}

boards=musashi:25
[ "${HISSHO_TEST_SIZE:-short}" = long ] && boards="$boards musashi:31"
[ -n "${HISSHO_TEST_33:-}" ] && boards="$boards musashi:33"
for game in $boards; do
    "$hissho" solve "$game" --quiet >/dev/null || exit 1
    "$hissho" stats "$game" --json >"$data/stats" || exit 1
    "$hissho" count "$game" --json >"$data/count" || exit 1
    while IFS=$'\t' read -r name question answer; do
        [ "$name" = "$game" ] && is "$game, $question" "$answer" "$(ask_musashi "$question")"
    done <"$sources/tests/data/musashi.tsv"
    "$hissho" verify "$game" --quiet >/dev/null
    is "$game, verified" 0 $?
done

# Blue 1a 5d, white 2d, and blue 1b 4b, white 2e: fourth placements that win for white; blue
# 1a 3c, white 4d: none does, nor anything else.
if [ "${HISSHO_TEST_SIZE:-short}" = long ]; then
    while IFS= read -r position; do
        "$hissho" prove yonmoque "$position" --no-table --certificate "$data/proof" --quiet >/dev/null
        "$build/hissho-check-proof" "$data/proof" >"$data/checked"
        is "yonmoque $position, proof" 0 $?
        grep -qF "yonmoque  $position  is a loss for the side to move" "$data/checked"
        is "yonmoque $position, loss" 0 $?
    done <<'END'
B..../...W./...../...../...BW B 4 4
B..../...W./...../...../.W.B. B 4 4
.B.../....W/...../.B.../.W... B 4 4
B..../...../..B../...W./..... W 4 5
END
fi
if [ -n "${HISSHO_TEST_YONMOQUE:-}" ]; then
    tables="--data $HISSHO_TEST_YONMOQUE --quiet"
    "$hissho" solve yonmoque $tables >/dev/null || exit 1
    "$hissho" stats yonmoque --paper --json $tables >"$data/paper" || exit 1
    while IFS=$'\t' read -r path answer; do
        case $path in \#* | '') continue ;; esac
        is "yonmoque, $path" "$answer" "$(jq -r "$path" "$data/paper")"
    done <"$sources/tests/data/yonmoque.tsv"
    is "yonmoque, plies" 17 "$("$hissho" line yonmoque --json $tables | jq '.moves | length')"
    "$hissho" verify yonmoque --proofs 3000 --nodes 200000 --json $tables >"$data/proofs"
    is "yonmoque, by proofs" 0 $?
    is "yonmoque, proved" true "$(jq '.wins_proved + .losses_proved > 2000' "$data/proofs")"
fi
# Nine men: a draw (Gasser 1996), and every subset as large as published.
if [ -n "${HISSHO_TEST_MORRIS:-}" ]; then
    tables="--data $HISSHO_TEST_MORRIS --quiet"
    "$hissho" solve morris:9 $tables >/dev/null || exit 1
    "$hissho" stats morris:9 --json $tables >"$data/stats" || exit 1
    is "morris:9" draw "$(jq -r .initial.value "$data/stats")"
    "$hissho" count morris:9 --json >"$data/count" || exit 1
    sizes='[.[] | select(.name | test("^[0-9]+-[0-9]+$")) | {name, positions}] | sort_by(.name)'
    is "morris:9, subsets" \
        "$(jq -c ".sets[] | select(.name == \"unique\").subsets | $sizes" "$data/count")" \
        "$(jq -c ".subsets | $sizes" "$data/stats")"
    "$hissho" verify morris:9 --sample 20000 $tables >/dev/null
    is "morris:9, verified" 0 $?
fi
echo "published: $passed passed, $failed failed"
[ $failed -eq 0 ]
