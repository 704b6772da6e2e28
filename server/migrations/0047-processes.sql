-- What is going on: a case of a declared process (docs/decisions/0059). Keys lead with the institution that began it.
create table process_case (
  institution_id integer not null references institution (id),
  id uuid not null,
  type text not null,
  state text not null,
  value jsonb not null default '{}',
  teacher_id integer not null references teacher (id),
  -- Institutions by party; null for one that is not on the platform. Found anew each time the form is handed in.
  parties jsonb not null default '{}',
  -- The institutions of the parties and everything above them: who may read the case.
  involved integer[] not null,
  holder_institution_id integer references institution (id),
  holder_role smallint,
  holder_since timestamptz not null default now(),
  -- Working days that the state allows; null for any.
  holder_days smallint,
  urged_at timestamptz,
  -- The day on which the clock moves it.
  acts_on date,
  -- Why the clock could not move it on its day.
  held_up text,
  held_up_at timestamptz,
  open boolean not null default true,
  -- It was handed in once, also where it was sent back since: the parties know of it.
  handed_in boolean not null default false,
  -- It was handed in and is not over: of some types a person has one such case at most.
  under_way boolean not null default false,
  by_identity integer not null references identity (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, id)
);
create unique index process_case_id on process_case (id);
create index process_case_held on process_case (holder_institution_id, type, holder_since) where open;
create index process_case_involved on process_case using gin (involved);
create index process_case_newest on process_case (type, updated_at desc, id desc);
create index process_case_begun on process_case (institution_id, type, updated_at desc, id desc);
create index process_case_teacher on process_case (teacher_id, type);
create index process_case_due on process_case (acts_on, id) where acts_on is not null;

-- What happened to a case, never changed: timeline, who decided as of then, and each version of the form as handed in.
create table process_event (
  institution_id integer not null,
  case_id uuid not null,
  no integer not null,
  move text not null,
  from_state text not null,
  to_state text not null,
  -- Null for the clock.
  by_identity integer references identity (id),
  by_institution integer references institution (id),
  on_behalf_of integer references identity (id),
  party text,
  reason text,
  -- Seconds that the case had lain where it was.
  waited_seconds integer,
  -- The form as handed in, or the fields written with the move.
  value jsonb,
  -- What followed from the move: things handed over.
  facts jsonb,
  at timestamptz not null default now(),
  primary key (institution_id, case_id, no),
  foreign key (institution_id, case_id) references process_case (institution_id, id) on update cascade
);

-- Files that a case holds or held: whoever may read the case may read them.
create table process_file (
  institution_id integer not null,
  case_id uuid not null,
  file_id uuid not null references file (id),
  primary key (institution_id, case_id, file_id),
  foreign key (institution_id, case_id) references process_case (institution_id, id) on update cascade
);
create index process_file_file on process_file (file_id);

alter table idempotency add column case_id uuid;
alter table idempotency drop constraint idempotency_made;
alter table idempotency add constraint idempotency_made check (num_nonnulls(record_id, content_id, case_id) = 1);
