# The commands people type; CMake and Ninja do the work.
#
#   make            build/hissho
#   make run        installs what is missing, builds, solves Gobblet Gobblers, shows the result
#   make test       installs what is missing, builds, runs all tests
#   make test-long  the same with the large cases and minutes of fuzzing
#   make install    program, checker, library, header, pkg-config file (PREFIX=/usr/local)
#   make format     lays out the sources with clang-format
#   make clean
BUILD  ?= build
PREFIX ?= /usr/local
CMAKE_OPTIONS ?=

.PHONY: all run test test-long install format clean packages-build packages-test
.NOTPARALLEL:

# Configuring again costs a blink, and finds libraries that were installed in between.
all:
	@command -v cmake >/dev/null && command -v ninja >/dev/null || { \
	    echo "cmake and ninja are needed; tools/install-packages build installs all that is." >&2; \
	    exit 1; }
	@cmake -S . -B $(BUILD) -G Ninja --log-level=NOTICE $(CMAKE_OPTIONS) >/dev/null
	@cmake --build $(BUILD)

packages-build:
	@tools/install-packages build

packages-test:
	@tools/install-packages build test

run: packages-build all
	@tools/first-run $(BUILD)/hissho

test: packages-test all
	@tools/run-tests $(BUILD) short

test-long: packages-test all
	@tools/run-tests $(BUILD) long

install: all
	@cmake --install $(BUILD) --prefix $(PREFIX)

format:
	@git ls-files '*.c' '*.h' '*.cu' | xargs clang-format -i

clean:
	@rm -rf $(BUILD)
