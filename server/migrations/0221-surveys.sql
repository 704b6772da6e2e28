-- Surveys: sets of questions, who is asked, and answers (docs/decisions/0171).
create table survey (
  event_id uuid primary key,
  title text not null,
  questions jsonb not null,
  anonymous boolean not null,
  opens_on date not null,
  closes_on date not null check (closes_on >= opens_on),
  -- Ended before its last day.
  closed_on date,
  unique (event_id, anonymous)
);

-- Who is asked, and whether they answered. Of an anonymous survey nothing here may lead to an answer: no time,
-- and every answer rewrites all answered rows of the bucket, so that not even the number of the transaction
-- of a row names the answer that was given in it.
create table survey_answered (
  event_id uuid not null references survey (event_id),
  teacher_id integer not null,
  bucket integer not null,
  answered boolean not null default false,
  primary key (event_id, teacher_id)
);
create index survey_answered_teacher on survey_answered (teacher_id, event_id);
create index survey_answered_bucket on survey_answered (event_id, bucket);

create table survey_answer (
  event_id uuid not null,
  -- By chance, not by time.
  id uuid not null default gen_random_uuid(),
  anonymous boolean not null,
  -- Nobody's, where the survey is anonymous.
  teacher_id integer,
  answers jsonb not null,
  day date not null,
  primary key (event_id, id),
  unique (event_id, teacher_id),
  foreign key (event_id, anonymous) references survey (event_id, anonymous),
  check (anonymous = (teacher_id is null))
);

-- Which office asks (features/surveys).
create table survey_asker (
  event_id uuid primary key references survey (event_id),
  institution_id integer not null references institution (id),
  created_by integer not null,
  created_at timestamptz not null default now()
);
create index survey_asker_institution on survey_asker (institution_id, event_id desc);
