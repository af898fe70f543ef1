#!/bin/sh
# Run once by the image of PostgreSQL: an owner without superuser rights, and its database.
set -e
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" --username postgres <<'SQL'
create role blocks login createrole password :'password';
create database blocks owner blocks;
SQL
