#!/bin/bash
# Installs into a scratch prefix and uses what is there as a stranger would: the program, and
# the library through pkg-config alone. The library must export hissho_* and nothing else.
set -eu
source_tree=$2 build=$3
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT

fail() {
    echo "FAIL: $1" >&2
    exit 1
}

cmake --install "$build" --prefix "$prefix" >/dev/null

for file in bin/hissho bin/hissho-check include/hissho.h share/doc/hissho/LICENSE \
    share/doc/hissho/README.md share/doc/hissho/adding-a-game.md; do
    [ -e "$prefix/$file" ] || fail "$file is not installed"
done
"$prefix/bin/hissho" games >/dev/null || fail "the installed program does not run"

library=$(find "$prefix" -name 'libhissho.so')
foreign=$(nm -D --defined-only "$library" | awk '{print $3}' | grep -v '^hissho_' || true)
[ -z "$foreign" ] || fail "the library exports: $foreign"
declared=$(grep -oE '\bhissho_[a-z_]+\(' "$prefix/include/hissho.h" | tr -d '(' | sort -u)
exported=$(nm -D --defined-only "$library" | awk '{print $3}' | sort -u)
[ "$declared" = "$exported" ] || fail "declared and exported functions differ:
$(diff <(echo "$declared") <(echo "$exported"))"

export PKG_CONFIG_PATH=${library%/*}/pkgconfig
unset PKG_CONFIG_LIBDIR
read -ra flags <<<"$(pkg-config --cflags --libs hissho)"
cd "$prefix" # nothing of the source tree is near
cp "$source_tree/tests/install/ask.c" .
for standard in c99 c11; do
    cc -std=$standard -Wall -Wextra -Wpedantic -Werror -o ask ask.c -pthread "${flags[@]}" ||
        fail "a program does not compile against the installed library"
done
awk '/^```c$/ {inside = 1; next} /^```$/ {inside = 0} inside' share/doc/hissho/README.md >readme.c
grep -q hissho_open readme.c || fail "README.md shows no program"
cc -std=c11 -Wall -Wextra -Werror -o readme readme.c "${flags[@]}" ||
    fail "the program of README.md does not compile"
LD_LIBRARY_PATH=${library%/*} ./ask "$prefix/tables" || fail "the library's answers are wrong"
LD_LIBRARY_PATH=${library%/*} ldd ./ask | grep -q "$prefix.*libhissho" ||
    fail "another library than the installed one was used"
