#!/bin/sh
# An engine for simultaneous chess that passes and keeps what it is told: spy.sh FILE.
exec 3>>"$1"
while read -r line; do
    echo "$line" >&3
    case $line in
        uci) echo "option name UCI_Variant type combo default simultaneous var simultaneous"; echo uciok ;;
        isready) echo readyok ;;
        quit) exit 0 ;;
        go*) echo "bestmove 0000" ;;
    esac
done
