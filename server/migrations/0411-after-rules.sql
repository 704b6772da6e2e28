-- What offices have follow when a record takes effect or is void (docs/decisions/0280).
create table after_rule (
  office_id integer not null references institution (id),
  no integer not null,
  body jsonb not null,
  -- Stands in the body, too; a column, so that an event finds its rules.
  type text not null,
  enabled boolean not null default true,
  -- Why the portal paused it.
  paused text,
  edit_no integer not null default 1,
  by_identity integer not null references identity (id),
  at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (office_id, no)
);
create index after_rule_type on after_rule (type) where ended_at is null and enabled;

-- A rule for an event, once: whatever is killed between them begins again here.
create table after_run (
  event_id bigint not null,
  office_id integer not null,
  no integer not null,
  type text not null,
  owner_id integer not null,
  record_id uuid not null,
  revision_id uuid not null,
  body jsonb not null,
  state text not null check (state in ('waiting', 'done', 'failed', 'stopped', 'undoing', 'undone')),
  why text not null default '',
  -- What it was about was taken back: trying again means taking back again.
  taken_back boolean not null default false,
  acts smallint not null default 0,
  at timestamptz not null default now(),
  ran_at timestamptz,
  primary key (event_id, office_id, no)
);
create index after_run_open on after_run (event_id) where state in ('waiting', 'undoing');
create index after_run_rule on after_run (office_id, no, event_id desc);
create index after_run_day on after_run (office_id, no, ran_at) where ran_at is not null;
create index after_run_record on after_run (record_id);

-- One message for each person, rule and day.
create table after_told (
  office_id integer not null,
  no integer not null,
  owner_id integer not null,
  day date not null,
  primary key (office_id, no, owner_id, day)
);
create index after_told_old on after_told (day);

create table after_todo (
  id uuid primary key,
  event_id bigint not null,
  office_id integer not null,
  no integer not null,
  type text not null,
  owner_id integer not null,
  record_id uuid not null,
  -- Who has to do it.
  institution_id integer not null references institution (id),
  role smallint not null,
  words text not null,
  due_on date not null,
  at timestamptz not null default now(),
  ended_at timestamptz,
  -- Null where the portal closed it, because what it was about was taken back.
  ended_by integer references identity (id)
);
create index after_todo_open on after_todo (institution_id, role, at) where ended_at is null;
create index after_todo_event on after_todo (event_id);

-- What a rule began carries its source: such a record starts no rule.
create table after_draft (
  record_id uuid primary key,
  event_id bigint not null,
  office_id integer not null,
  no integer not null,
  type text not null,
  owner_id integer not null,
  -- The revision as the rule wrote it: one that was edited since is the teacher's own.
  edit_no integer not null,
  at timestamptz not null default now(),
  ended_at timestamptz
);
create index after_draft_old on after_draft (at) where ended_at is null;
create index after_draft_event on after_draft (event_id);
