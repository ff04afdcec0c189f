#!/bin/sh
cat >queue.json <<'END'
{"weights":{"fast":0.6,"slow":0.3,"bulk":0.1},"workers":{"count":8,"idle":12.5,"drain":true}}
END
