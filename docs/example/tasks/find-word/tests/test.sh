#!/bin/sh
if grep -qw kestrel answer.txt; then reward=1; else reward=0; fi
echo $reward >"${SADDLE_LOGS:-/logs/verifier}/reward.txt"
