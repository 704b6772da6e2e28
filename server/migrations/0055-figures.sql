-- People as they were counted on a day, kept for good: the yearly run of 1 September. A correction makes a new version.
create table figure_run (
  id integer primary key generated always as identity,
  on_day date not null,
  version integer not null,
  state text not null default 'asked' check (state in ('asked', 'done')),
  reason text not null default '',
  -- Null for the clock.
  by_identity integer references identity (id),
  -- What the texts of the rows mean, in their order.
  attributes text[] not null,
  persons integer,
  asked_at timestamptz not null default now(),
  made_at timestamptz,
  unique (on_day, version)
);
create table figure_row (
  run_id integer not null references figure_run (id),
  teacher_id integer not null,
  -- By personnel and by teaching.
  institution_id integer,
  taught_id integer,
  facts text[] not null,
  primary key (run_id, teacher_id)
);
create index figure_row_institution on figure_row (run_id, institution_id);
create index figure_row_taught on figure_row (run_id, taught_id) where taught_id is distinct from institution_id;
-- How many people of each institution bore a mark, as counted when the run was made.
create table figure_total (
  run_id integer not null references figure_run (id),
  institution_id integer not null,
  mark text not null,
  persons integer not null,
  primary key (run_id, institution_id, mark)
);

-- What is frozen is added and never changed.
do $$
begin
  if exists (select from pg_roles where rolname = 'xingtan_app') then
    execute 'revoke update, delete on figure_row, figure_total from xingtan_app';
  end if;
end
$$;

-- The copies of who is counted follow the ledger of personnel by its numbers, and what was taken back lately.
create index movement_line on movement (id);
create index movement_taken_back on movement (taken_back_at) where taken_back_at is not null;
