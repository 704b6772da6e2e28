-- What an office asks schools and teachers to complete in the archives by a day (docs/decisions/0250): who had to when
-- it began, and who has done it since. The query is kept as it was asked, so that everybody counts the same.
create table archive_task (
  id uuid primary key,
  office_id integer not null references institution,
  by_identity integer not null references identity,
  title text not null,
  note text not null default '',
  -- The record type of which a record is missing; null where a kept query says who has to complete something.
  type text,
  query jsonb not null,
  sentence text not null,
  due_on date not null,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  urged_on date,
  looked_at timestamptz not null default now(),
  version integer not null default 1
);
create index archive_task_office on archive_task (office_id, began_at desc);
create index archive_task_open on archive_task (looked_at) where ended_at is null;

create table archive_task_person (
  task_id uuid not null references archive_task (id),
  teacher_id integer not null references teacher (id),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'left')),
  at timestamptz not null default now(),
  primary key (task_id, teacher_id)
);
create index archive_task_waiting on archive_task_person (teacher_id) where state = 'waiting';
