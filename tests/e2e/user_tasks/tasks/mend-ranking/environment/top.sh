#!/bin/sh
# Prints the name with the highest number in the second column of points.csv.
sort -t, -k2 -r points.csv | head -n 1 | cut -d, -f1
