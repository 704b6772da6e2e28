#!/bin/sh
# Run once by the container of PostgreSQL: the account of the portal, which is no superuser, and its database.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" -U "$POSTGRES_USER" -d postgres <<'SQL'
create role xingtan login createrole password :'password';
create database xingtan owner xingtan;
SQL
