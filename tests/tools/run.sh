#!/bin/bash
# The layer check finds planted violations, names file and line, and passes clean trees.
set -eu
check=$2/tools/check-layers
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

fail() {
    echo "FAIL: $1" >&2
    exit 1
}

# expect_found FILE LINE TEXT: with TEXT as FILE the check must fail and name FILE:LINE.
expect_found() {
    local file=$1 line=$2 text=$3 out
    mkdir -p "$tree/$(dirname "$file")"
    printf '%b' "$text" >"$tree/$file"
    if out=$("$check" "$tree" 2>/dev/null); then
        fail "$file: the violation was not found"
    fi
    [[ $out == "$file:$line: "* ]] || fail "$file: expected $file:$line, got: $out"
    rm "$tree/$file"
}

mkdir -p "$tree"/src/{base,game,query} "$tree/checker"
printf '#include "base/error.h"\n#include <stdio.h>\n' >"$tree/src/game/good.c"
printf '#include "hissho.h"\n#include "table/table.h"\n' >"$tree/src/query/good.c"
printf '  #  include "games/registry.h"\n' >"$tree/checker/good.c"
"$check" "$tree" || fail "a clean tree was refused"

expect_found src/base/up.c 3 '/* one */\n\n#include "game/game.h"\n'
expect_found src/game/up.h 1 '#  include "solve/engine.h"\n'
expect_found src/game/games/prefix.c 1 '#include "games/registry.h"\n'
expect_found src/base/public.c 1 '#include "hissho.h"\n'
expect_found src/base/relative.c 1 '#include "../game/game.h"\n'
expect_found checker/reader.c 2 '#include "base/io.h"\n#include "table/table.h"\n'

mkdir "$tree/src/stray"
"$check" "$tree" >/dev/null 2>&1 && fail "a folder outside the order was accepted"
rmdir "$tree/src/stray"
"$check" "$tree"
"$check" "$2" || fail "the sources break the layers"
