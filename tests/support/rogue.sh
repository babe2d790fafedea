#!/bin/sh
# An engine that misbehaves: rogue.sh MANNER. It knows one move of each side in chess.
manner=$1
case $manner in
    dies-at-start) exit 1 ;;
    silent) while :; do sleep 1; done ;;
esac

choose() {
    case $position in
        *moves*) echo e7e5 ;;
        *) echo e2e4 ;;
    esac
}

position=
while read -r line; do
    case $line in
        uci) echo "id name rogue"; echo uciok ;;
        isready) [ "$manner" = no-readyok ] || echo readyok ;;
        position*) position=$line ;;
        quit) [ "$manner" = ignores-quit ] || exit 0 ;;
        go*)
            case $manner in
                dies-in-game) exit 1 ;;
                never-answers) ;;
                late) sleep 0.6; echo "bestmove $(choose)" ;;
                illegal | ignores-quit) echo "bestmove e2e5" ;;
                nothing) echo bestmove ;;
                twice) echo "bestmove $(choose)"; echo "bestmove $(choose)" ;;
                garbage) printf 'b\377\000stm\001ove\n\n\ninfo score cp x\ninfo depth\n'
                         echo "bestmove @{}|r:3,4" ;;
                endless) while echo "info string nothing in particular"; do :; done ;;
                long-line) head -c 10000000 /dev/zero | tr '\0' x; echo; echo "bestmove $(choose)" ;;
                closes-output) exec >&-; while :; do sleep 1; done ;;
                stops-reading) while :; do sleep 1; done ;;
            esac ;;
    esac
done
# The arena has gone, or at least the input.
[ "$manner" = ignores-quit ] && while :; do sleep 1; done
exit 0
