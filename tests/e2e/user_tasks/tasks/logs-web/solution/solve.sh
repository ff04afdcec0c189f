#!/bin/sh
awk '{ n[$3]++ } END {
    printf "{"
    for (each in n) { printf "%s\"%s\": %d", comma, each, n[each]; comma = ", " }
    print "}"
}' access.log >report.json
