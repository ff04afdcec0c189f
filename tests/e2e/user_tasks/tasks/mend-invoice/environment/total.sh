#!/bin/sh
# Prints the sum of the second column of invoice.csv.
tail -n +3 invoice.csv | awk -F, '{ sum += $2 } END { printf "%.2f\n", sum }'
