-- Expert review (features/expert-review, docs/decisions/0079, 0080).

-- The pool of experts: a person in the pool of one office, which alone draws from it.
create table review_expert (
  id integer primary key generated always as identity,
  office_id integer not null references institution (id),
  person_id integer not null references person (id),
  -- The account with which the person scores.
  identity_id integer not null references identity (id),
  -- Codes of the dictionaries subject and schoolStage; no subject at all means every one.
  subjects text[] not null default '{}',
  stages text[] not null default '{}',
  from_on date not null,
  to_on date,
  note text not null default '',
  paused boolean not null default false,
  ended_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index review_expert_once on review_expert (office_id, person_id) where ended_at is null;
create index review_expert_office on review_expert (office_id, id);
create index review_expert_person on review_expert (person_id);

create table review_round (
  id uuid primary key,
  office_id integer not null references institution (id),
  title text not null,
  -- Where its items come from: a registered source, and what the source calls the choice.
  source text not null,
  source_scope text not null,
  state text not null default 'draft' check (state in ('draft', 'open', 'closed', 'cancelled')),
  -- Frozen when it opens, with the digest that is printed.
  rules jsonb not null,
  rules_digest text,
  opened_at timestamptz,
  -- The lot: seed, candidates in the order of their numbers, and the order that the seed gives.
  seed text,
  candidates integer[],
  panel integer[],
  -- The work of the assignment job: null where nothing is to be done.
  assigning text check (assigning in ('queued', 'running')),
  assigned_at timestamptz,
  -- What the last assignment could not meet.
  shortfall jsonb not null default '[]',
  results jsonb,
  closed_at timestamptz,
  by_identity integer not null references identity (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((state = 'draft') = (opened_at is null) or state = 'cancelled')
);
create index review_round_office on review_round (office_id, created_at desc, id);
create index review_round_assigning on review_round (id) where assigning is not null;

-- What is reviewed, as it was when the round opened. Only the office’s calls read this table whole.
create table review_item (
  id uuid primary key,
  round_id uuid not null references review_round (id),
  -- The case of the source.
  ref uuid not null,
  -- The number on the result sheet; drawn, so that it tells nothing of the order of handing in.
  code text not null,
  title text not null,
  sections jsonb not null,
  files uuid[] not null default '{}',
  subject text,
  applicants integer[] not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  unique (round_id, ref),
  unique (round_id, code)
);
create index review_item_applicants on review_item using gin (applicants);

-- One expert’s packet. The id and the number in the expert’s own order are drawn and are all that the expert learns.
create table review_task (
  id uuid primary key,
  round_id uuid not null references review_round (id),
  item_id uuid not null references review_item (id),
  expert_id integer not null references review_expert (id),
  person_id integer not null references person (id),
  no integer not null,
  kind text not null default 'main' check (kind in ('main', 'arbitration')),
  state text not null default 'assigned'
    check (state in ('assigned', 'reviewing', 'submitted', 'avoided', 'expired', 'recalled')),
  issued_at timestamptz not null default now(),
  due_at timestamptz not null,
  opened_at timestamptz,
  submitted_at timestamptz,
  reminded_at timestamptz,
  -- Why the expert or the office gave it back.
  reason text,
  scores jsonb not null default '{}',
  opinion text not null default '',
  conclusion text,
  -- The task in whose place this one came.
  instead_of uuid references review_task (id),
  -- Conflicts that the archives showed after it was issued.
  conflicts text[] not null default '{}',
  version integer not null default 1,
  unique (item_id, expert_id),
  unique (round_id, expert_id, no)
);
create index review_task_person on review_task (person_id, round_id, no);
create index review_task_due on review_task (due_at) where state in ('assigned', 'reviewing');
create index review_task_round on review_task (round_id, item_id);
create index review_task_expert on review_task (expert_id) where state in ('assigned', 'reviewing');

-- What happened in a round, for the office alone.
create table review_event (
  id bigint primary key generated always as identity,
  round_id uuid not null references review_round (id),
  task_id uuid references review_task (id),
  at timestamptz not null default now(),
  -- Null for the clock.
  by_identity integer references identity (id),
  action text not null,
  reason text
);
create index review_event_round on review_event (round_id, id desc);
