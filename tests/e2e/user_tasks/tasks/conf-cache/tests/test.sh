#!/bin/sh
tests=${SADDLE_TESTS:-/tests}
logs=${SADDLE_LOGS:-/logs/verifier}
reward=0

[ "$(tr -d ' \n\t' <cache.json)" = "$(cat "$tests/want.json")" ] && reward=1
echo "$reward" >"$logs/reward.txt"
