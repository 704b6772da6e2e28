-- Hours of a closed year that a school confirmed: the authority above it agrees before they are posted (docs/decisions/0219).
create table late_hours (
  owner_id integer not null,
  record_id uuid not null,
  year integer not null,
  -- Null while it waits; else why the authority does not agree.
  declined text,
  at timestamptz not null default now(),
  primary key (owner_id, record_id)
);
create index late_hours_waiting on late_hours (at) where declined is null;
