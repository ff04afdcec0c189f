#!/bin/sh
if grep -qw 5 answer.txt; then reward=1; else reward=0; fi
echo $reward >"${SADDLE_LOGS:-/logs/verifier}/reward.txt"
