-- Goals of pair agreements in their versions, as both sides agreed to them (docs/decisions/0211). A goal keeps its
-- number; the version in force has no last day.
create table pair_goal (
  case_id uuid not null,
  no integer not null check (no between 1 and 99),
  version integer not null check (version >= 1),
  -- Code of dictionary pairGoal: the same in all versions. The words and the start of a goal that no figure knows.
  goal text not null,
  stated text,
  unit text,
  start numeric(9, 1),
  direction text not null,
  target numeric(9, 1) not null,
  due_on date,
  from_on date not null,
  to_on date,
  -- The amendment that brought it; null for the agreement as it was signed.
  amendment integer,
  primary key (case_id, no, version)
);
-- Numbers of goals: the baseline, which is frozen, those of the calendar, and the one of today. `due` waits to be read.
create table pair_reading (
  case_id uuid not null,
  no integer not null,
  kind text not null check (kind in ('baseline', 'september', 'midterm', 'end', 'today')),
  day date not null,
  state text not null default 'due' check (state in ('due', 'read', 'unknown')),
  n numeric,
  of_n numeric,
  value numeric,
  -- The same figure of the institutions of that kind without a partner, and how many they are.
  beside numeric,
  beside_many integer,
  -- Why it could not be read, and when it was tried or read.
  problem text,
  read_at timestamptz,
  primary key (case_id, no, kind, day)
);
create index pair_reading_due on pair_reading (day) where state = 'due';
-- Numbers that a side states of a goal that no figure knows; they count once the other side confirmed them.
create table pair_statement (
  id uuid primary key,
  case_id uuid not null,
  no integer not null,
  day date not null,
  value numeric(9, 1) not null,
  evidence text not null,
  files uuid[] not null default '{}',
  by_institution integer not null,
  by_identity integer not null,
  at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'disputed', 'withdrawn')),
  answer text,
  answered_by integer,
  answered_at timestamptz
);
create index pair_statement_case on pair_statement (case_id, no, day);
-- Supplements: what one side proposes to change of an agreement that is under way, and what the other one answered.
create table pair_amendment (
  case_id uuid not null,
  no integer not null,
  goals jsonb not null,
  reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'agreed', 'refused', 'withdrawn')),
  by_institution integer not null,
  by_identity integer not null,
  at timestamptz not null default now(),
  answer text,
  answered_by integer,
  answered_at timestamptz,
  primary key (case_id, no)
);
-- One supplement at a time.
create unique index pair_amendment_waiting on pair_amendment (case_id) where state = 'waiting';
create index process_case_pairs on process_case (((value ->> 'supporter')::integer), ((value ->> 'supported')::integer))
  where type = 'pairAgreement' and handed_in;
