#!/bin/sh
tests=${SADDLE_TESTS:-/tests}
logs=${SADDLE_LOGS:-/logs/verifier}
reward=0

# The data must be as it was, and the script right for it and for other data.
if cmp -s roster.txt "$tests/roster.txt" && [ "$(sh count.sh)" = "5" ]; then
    cp "$tests/other.txt" roster.txt
    [ "$(sh count.sh)" = "3" ] && reward=1
fi
echo "$reward" >"$logs/reward.txt"
