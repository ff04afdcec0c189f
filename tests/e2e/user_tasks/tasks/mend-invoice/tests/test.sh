#!/bin/sh
tests=${SADDLE_TESTS:-/tests}
logs=${SADDLE_LOGS:-/logs/verifier}
reward=0

# The data must be as it was, and the script right for it and for other data.
if cmp -s invoice.csv "$tests/invoice.csv" && [ "$(sh total.sh)" = "95.55" ]; then
    cp "$tests/other.csv" invoice.csv
    [ "$(sh total.sh)" = "7.75" ] && reward=1
fi
echo "$reward" >"$logs/reward.txt"
