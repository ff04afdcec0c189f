#!/bin/sh
sed -i 's/sort /sort -n /' top.sh
