-- What moves people, one line per act and person: a transfer, a posting, a change of status, a change of the structure. `before` is what
-- the act found, so that it can be taken back while no later act builds on it.
create table movement (
  teacher_id integer not null references teacher (id),
  id bigint generated always as identity,
  -- What caused it: 'transfer:<case>'.
  cause text not null check (length(cause) <= 60),
  act text not null check (act in ('move', 'end', 'begin', 'status', 'teach', 'endTeaching')),
  effective_on date,
  before jsonb not null,
  -- The identity that decided; null for the clock.
  by_identity integer,
  at timestamptz not null default now(),
  taken_back_at timestamptz,
  primary key (teacher_id, id)
);
create index movement_cause on movement (cause);

-- Somebody may teach full-time at one other institution a day, and hold single lessons at others beside it.
alter table membership
  add column full_time boolean not null default false,
  add constraint membership_one_full_time_a_day
    exclude using gist (teacher_id with =, daterange(from_on, to_on, '[]') with &&) where (kind = 'teaching' and full_time);
-- Heads of an institution on a day of the past.
create index membership_heads on membership (institution_id, from_on) where kind = 'personnel';

-- Who retired reads the own archive and changes nothing; who left does so until a day.
alter table identity
  add column reads_only boolean not null default false,
  add column reads_until date,
  add check (reads_until is null or reads_only);

-- Merging, splitting, closing and moving institutions: what was done, and what waits for its day.
create table structure_plan (
  id uuid primary key,
  act text not null check (act in ('merge', 'close', 'move', 'split')),
  plan jsonb not null,
  effective_on date not null,
  -- All institutions that take part, a new one too once it is there.
  institutions integer[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'cancelled')),
  -- Why its day came and it could not be done.
  fault text,
  result jsonb,
  by_identity integer not null references identity (id),
  at timestamptz not null default now(),
  settled_at timestamptz
);
create index structure_plan_due on structure_plan (effective_on, at) where state = 'waiting';
create index structure_plan_institutions on structure_plan using gin (institutions);
create index institution_successor on institution (successor_id) where successor_id is not null;
