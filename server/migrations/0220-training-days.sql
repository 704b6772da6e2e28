-- Training days of a school: the first owner of sessions of presence (docs/decisions/0170).
create table training_day (
  -- The event under which engine/presence keeps session and marks.
  event_id uuid primary key,
  institution_id integer not null references institution (id),
  title text not null,
  created_by integer not null,
  created_at timestamptz not null default now()
);
create index training_day_institution on training_day (institution_id, event_id desc);

-- Who is expected.
create table training_day_person (
  event_id uuid not null references training_day (event_id),
  teacher_id integer not null,
  primary key (event_id, teacher_id)
);
create index training_day_person_teacher on training_day_person (teacher_id, event_id desc);
