-- Yearly tasks of a pair agreement: the whole list of a year as one side proposed it and the other one answered; the
-- latest that was agreed to is in force (docs/decisions/0230).
create table pair_plan (
  id uuid primary key,
  case_id uuid not null,
  year_no integer not null check (year_no between 1 and 6),
  tasks jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'agreed', 'refused', 'withdrawn')),
  by_institution integer not null,
  by_identity integer not null,
  at timestamptz not null default now(),
  answer text,
  answered_by integer,
  answered_at timestamptz
);
create index pair_plan_case on pair_plan (case_id, year_no, at);
-- One proposal of a year at a time.
create unique index pair_plan_waiting on pair_plan (case_id, year_no) where state = 'waiting';
-- What a side states of a task of a year, in place of a goal.
alter table pair_statement add column year_no integer;
-- What waits for a side, and what came back to one, is looked up for its to-dos.
create index pair_statement_open on pair_statement (case_id) where state in ('waiting', 'disputed');
