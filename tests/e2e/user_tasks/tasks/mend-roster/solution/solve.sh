#!/bin/sh
sed -i 's/while read -r name; do/while read -r name || [ -n "$name" ]; do/' count.sh
