#!/bin/sh
# Patroni calls this once, on the first primary, with the URL of the database `postgres`.
set -eu
psql -qv ON_ERROR_STOP=1 "$1" <<SQL
create role dailies login password '{{password}}';
create database dailies owner dailies;
SQL
