-- What became of each backup, written by the program that makes it: for the administrator's home and for whoever watches.
create table backup_run (
  id bigint primary key generated always as identity,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  -- made: nobody tried it; verified: it was restored into an empty place; failed: it was not made or cannot be restored.
  result text check (result in ('made', 'verified', 'failed')),
  check ((ended_at is null) = (result is null))
);
create index backup_run_result on backup_run (result, ended_at desc);
