#!/bin/sh
tests=${SADDLE_TESTS:-/tests}
logs=${SADDLE_LOGS:-/logs/verifier}
reward=0

# What the log really holds, as lines of key:value, against the report without its blanks.
awk '{ n[$3]++ } END { for (each in n) print each ":" n[each] }' "$tests/access.log" | sort >"$logs"/want
tr -d ' \n\t{}"' <report.json | tr ',' '\n' | sort >"$logs"/got
echo >>"$logs"/got
grep -v '^$' "$logs"/got >"$logs"/have
grep -q '^{' report.json && cmp -s "$logs"/want "$logs"/have && reward=1
echo "$reward" >"$logs/reward.txt"
