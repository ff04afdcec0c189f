#!/bin/sh
awk '{ n[$2]++ } END {
    printf "{"
    for (each in n) { printf "%s\"%s\": %d", comma, each, n[each]; comma = ", " }
    print "}"
}' jobs.log >states.json
