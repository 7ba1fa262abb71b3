#!/bin/bash
# Follows docs/adding-a-game.md literally in a copy of the tree: runs its commands, applies its
# changes, finds its excerpts in the code of the worked example. Then asks the new game.
set -eu
source_tree=$2
unset MAKEFLAGS MAKELEVEL MFLAGS
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

fail() {
    echo "FAIL: docs/adding-a-game.md: $1" >&2
    exit 1
}

cd "$source_tree"
tar -cf - --exclude='./build*' --exclude=./data --exclude=./.git . | tar -xf - -C "$tree"
cd "$tree"
export CMAKE_OPTIONS=-DHISSHO_CUDA=OFF # the guide needs no device code

# One file per fenced block, in order: 01.sh, 02.sh, 03.c, ...
blocks=$(mktemp -d -p "$tree")
awk -v folder="$blocks" '
    /^```/ && !inside { inside = 1; name = sprintf("%s/%02d.%s", folder, ++n, substr($0, 4)); next }
    /^```/ { inside = 0; close(name); next }
    inside { print > name }' docs/adding-a-game.md

for block in "$blocks"/*; do
    case $block in
    *.sh) bash -eu "$block" || fail "a command fails: $(cat "$block")" ;;
    *.diff) git apply "$block" || fail "a change does not apply: $(cat "$block")" ;;
    *.c)
        excerpt=$(cat "$block")
        found=no
        for file in src/games/tictactoe/*; do
            [[ $(cat "$file") == *"$excerpt"* ]] && found=yes
        done
        [ $found = yes ] || fail "an excerpt is not in src/games/tictactoe: $excerpt"
        ;;
    *) fail "a block of a kind that nobody follows: $block" ;;
    esac
done
[ "$(ls "$blocks" | wc -l)" -ge 10 ] || fail "hardly any block was found"

# value POSITION: "win 5", "draw"
value() {
    build/hissho query misere "$@" --data data --json | jq -r '"\(.value) \(.plies // "")"' |
        sed 's/ $//'
}
# Nobody can be made to complete a line (the first player takes the centre and mirrors); who
# has one cell left and completes a line there has lost.
[ "$(value)" = draw ] || fail "misere tic-tac-toe should be a draw"
[ "$(value 'XOX/OXO/OX. X')" = 'loss 1' ] || fail "the last cell should lose"
[ "$(build/hissho verify misere --data data --json | jq .errors)" = 0 ] || fail "verify"
