#!/bin/bash
# Solves Gobblet Gobblers at full size under all five rules and compares the answers with
# tests/data/gobblet.tsv, where their sources stand. With HISSHO_TEST_SIZE=long the tables are
# also made by the second engine (same bytes) and verified position by position.
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
echo "published: $passed passed, $failed failed"
[ $failed -eq 0 ]
