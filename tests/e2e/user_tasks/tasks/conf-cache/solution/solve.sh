#!/bin/sh
cat >cache.json <<'END'
{"memory":{"limit":512,"ratio":0.75,"policy":"lru"},"disk":{"enabled":false,"path":"/var/cache/app","ttl":1.5}}
END
