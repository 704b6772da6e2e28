-- Requests of callers near a limit, counted by all processes together within a minute (docs/decisions/0101). Nothing of a crash needs to
-- survive it, so it is not written to the log of the database. The caller is a hash.
create unlogged table request_count (
  caller bytea primary key,
  requests integer not null,
  ends timestamptz not null
);
