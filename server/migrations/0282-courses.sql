-- Lessons of a course of teaching research, their recordings and questions (docs/decisions/0206). The course
-- itself is a content.
create table course_lesson (
  course_id integer not null references content (id) on delete cascade,
  id uuid primary key,
  place integer not null,
  title text not null,
  -- The recording that is shown; 0 before there is one.
  media_no smallint not null default 0,
  version integer not null default 1,
  -- The number of the last question; numbers are not used twice.
  last_no smallint not null default 0,
  updated_at timestamptz not null default now()
);
create index course_lesson_course on course_lesson (course_id, place);

create table course_media (
  lesson_id uuid not null references course_lesson (id) on delete cascade,
  no smallint not null,
  file_id uuid not null references file (id),
  captions_id uuid references file (id),
  slides_id uuid references file (id),
  -- Whole seconds.
  seconds integer not null check (seconds > 0),
  at timestamptz not null default now(),
  primary key (lesson_id, no)
);
create index course_media_file on course_media (file_id);
create index course_media_captions on course_media (captions_id) where captions_id is not null;
create index course_media_slides on course_media (slides_id) where slides_id is not null;

create table course_checkpoint (
  lesson_id uuid not null references course_lesson (id) on delete cascade,
  no smallint not null,
  second integer not null,
  from_s integer not null,
  kind text not null check (kind in ('single', 'multiple', 'judge')),
  text text not null,
  choices jsonb not null,
  -- Positions of the right choices; they stay on the server.
  right_choices jsonb not null,
  hint text not null default '',
  required boolean not null default true,
  primary key (lesson_id, no)
);
