#!/bin/sh
# Passes when the answer contains the right word.
logs=${SADDLE_LOGS:-/logs/verifier}
if grep -qw 23 answer.txt; then echo 1; else echo 0; fi > "$logs/reward.txt"
