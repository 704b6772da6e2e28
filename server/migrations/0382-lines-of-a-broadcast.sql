-- What people say and ask beside a broadcast (docs/decisions/0248). Kept 60 days.
create table live_line (
  live_id integer not null references content (id) on delete cascade,
  no integer not null,
  person_id integer not null references person (id),
  by_identity integer not null,
  name text not null,
  unit text not null,
  text text not null,
  state text not null check (state in ('waiting', 'shown', 'hidden')),
  -- Why the host hid it.
  reason text not null default '',
  said_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (live_id, no)
);
create index live_line_changed on live_line (live_id, changed_at);
create index live_line_person on live_line (live_id, person_id, said_at);
create index live_line_said on live_line (said_at);

-- Who may not say anything more beside a broadcast.
create table live_mute (
  live_id integer not null references content (id) on delete cascade,
  person_id integer not null references person (id),
  reason text not null,
  by_identity integer not null,
  muted_at timestamptz not null default now(),
  primary key (live_id, person_id)
);
