#!/bin/sh
awk '{ n[$4]++ } END {
    printf "{"
    for (each in n) { printf "%s\"%s\": %d", comma, each, n[each]; comma = ", " }
    print "}"
}' mail.log >priorities.json
