-- Rubrics that an office keeps for observing lessons, in versions that do not change (docs/decisions/0199).
create table observation_rubric (
  office_id integer not null references institution (id),
  id uuid not null,
  no smallint not null,
  name text not null,
  items jsonb not null,
  by_identity integer not null,
  kept_at timestamptz not null default now(),
  primary key (id, no)
);
create index observation_rubric_office on observation_rubric (office_id, kept_at desc);

-- Rubrics that are offered no more; their versions stay readable.
create table observation_rubric_ended (
  id uuid primary key,
  office_id integer not null references institution (id),
  ended_at timestamptz not null default now()
);
