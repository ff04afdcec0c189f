#!/bin/sh
tests=${SADDLE_TESTS:-/tests}
logs=${SADDLE_LOGS:-/logs/verifier}
reward=0

# The data must be as it was, and the script right for it and for other data.
if cmp -s points.csv "$tests/points.csv" && [ "$(sh top.sh)" = "cy" ]; then
    cp "$tests/other.csv" points.csv
    [ "$(sh top.sh)" = "gil" ] && reward=1
fi
echo "$reward" >"$logs/reward.txt"
