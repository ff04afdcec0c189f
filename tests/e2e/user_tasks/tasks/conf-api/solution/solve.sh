#!/bin/sh
cat >service.json <<'END'
{"server":{"host":"127.0.0.1","port":8080,"timeout":2.5},"retry":{"enabled":true,"attempts":3,"backoff":0.25}}
END
