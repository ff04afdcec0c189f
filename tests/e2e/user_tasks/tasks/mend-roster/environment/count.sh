#!/bin/sh
# Prints the number of lines of roster.txt.
n=0
while read -r name; do
    n=$((n + 1))
done <roster.txt
echo "$n"
