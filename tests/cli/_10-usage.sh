# SPDX-License-Identifier: MIT
# Help, options, and everything that is bad usage (exit status 2).

run 2; err_has '^usage: hissho COMMAND'
run 0 --help; golden help.txt; silent
run 0 --version; out_has '^hissho [0-9]+\.[0-9]+\.[0-9]+$'
run 0 -h; out_has '^usage'
for command in games rules count plan solve stats query line verify play bench export; do
    run 0 $command --help
    out_has "^usage: hissho $command"
    out_has '--data DIR'
    silent
done
run 0 solve --help; golden help-solve.txt
run 0 --help stats; out_has '--plot FILE.svg'
run 0 query --help; out_lacks '--plot'

usage "no command" --json
usage "did you mean 'solve'" sovle tictactoe
usage "did you mean 'query'" quer
usage "there is no command 'xyzzy'" xyzzy
usage "did you mean '--json'" query tictactoe --jsno
usage "did you mean '--quick'" verify tictactoe --quik
usage "has no option '--plot'" query tictactoe --plot x.svg
usage "has no option '-x'" query tictactoe -x
usage "has no option '--'" query tictactoe --=3
usage "needs an argument: hissho query GAME" query
usage "'extra' is one argument too many" rules tictactoe extra
usage "'extra' is one argument too many" games extra
usage "--threads: '0' is not" solve tictactoe --threads 0
usage "--threads: 'two' is not" solve tictactoe --threads two
usage "--threads: '-1' is not" solve tictactoe --threads -1
usage "--threads: '' is not" solve tictactoe --threads=
usage "--threads: '99999999999999999999' is not" solve tictactoe --threads=99999999999999999999
usage "--threads needs a value: --threads N" solve tictactoe --threads
usage "--memory: 'much' is not a size" solve tictactoe --memory much
usage "--memory: '0' is not a size" solve tictactoe --memory 0
usage "--checkpoint-every: 'x' is not" solve tictactoe --checkpoint-every x
usage "--json takes no value" query tictactoe --json=yes
usage "--data: '' is not" games --data ''
usage "'abacus' is neither cpu nor gpu" solve tictactoe --backend abacus
usage "there is no game 'chess'; there are: .*tictactoe" query chess
usage "there is no game ''" query ''
usage "gobblet has no variant 'maxi'; there are: .*gobblet:mini" query gobblet:maxi
usage "warp.*naive" solve tictactoe --engine warp

# Options stand anywhere, in both spellings; -- ends them; the last one counts.
run 3 --data nowhere query tictactoe
err_has 'tictactoe is not solved in nowhere yet; to do it: hissho solve tictactoe --data nowhere'
run 3 query --data=nowhere tictactoe
run 3 query tictactoe --threads 3 --data first --data nowhere -- ; err_has 'in nowhere'

# Where tables live by default.
HISSHO_DATA= XDG_DATA_HOME=/x/share run 3 query tictactoe; err_has 'in /x/share/hissho yet'
HISSHO_DATA= HOME=/x/home run 3 query tictactoe; err_has 'in /x/home/.local/share/hissho yet'
HISSHO_DATA= HOME= usage 'give --data DIR' query tictactoe
