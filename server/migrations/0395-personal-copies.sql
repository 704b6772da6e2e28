-- Copies of what the portal holds about a person, made on their own request (docs/decisions/0267).
create table personal_copy (
  id uuid primary key,
  person_id integer not null references person (id),
  by_identity integer not null references identity (id),
  state text not null default 'queued' check (state in ('queued', 'writing', 'ready', 'failed', 'expired')),
  attempt integer not null default 0,
  asked_at timestamptz not null default now(),
  beat_at timestamptz,
  kept_until timestamptz,
  -- The file is encrypted with a key of its own, which is sealed here and dropped with the file.
  storage_key text,
  key_sealed text,
  bytes bigint,
  fault text
);
create index personal_copy_waiting on personal_copy (asked_at) where state in ('queued', 'writing');
create index personal_copy_kept on personal_copy (kept_until) where state = 'ready';
create index personal_copy_person on personal_copy (person_id, asked_at desc);
create index personal_copy_identity on personal_copy (by_identity);
