-- Watched time: one clock for a person, what was seen of each recording, and what was not counted
-- (docs/decisions/0205). Rows are written in place by bundles of beats, which the fill factor keeps on their pages.
create table watch_clock (
  owner_id integer primary key,
  -- Until when the time of this person is spent.
  spent_until timestamptz not null default '2000-01-01T00:00:00Z',
  -- The session that plays, and when it was heard.
  holder uuid,
  holder_heard timestamptz not null default '2000-01-01T00:00:00Z'
) with (fillfactor = 70);

create table watch_state (
  owner_id integer not null,
  -- What sort of lesson it is, and which: of a course, of a training.
  kind text not null,
  lesson_id uuid not null,
  -- The recording of the lesson; a replaced one has the next number.
  media_no smallint not null,
  -- Whole seconds: counted, told at all, told again.
  seen int4multirange not null default '{}',
  played int4multirange not null default '{}',
  again int4multirange not null default '{}',
  seconds integer not null default 0,
  resume_at integer not null default 0,
  resume_device text not null default '',
  heard_at timestamptz not null default now(),
  complete_at timestamptz,
  primary key (owner_id, kind, lesson_id, media_no)
) with (fillfactor = 70);
create index watch_state_lesson on watch_state (kind, lesson_id);

create table watch_session (
  owner_id integer not null,
  id uuid not null,
  kind text not null,
  lesson_id uuid not null,
  media_no smallint not null,
  device text not null,
  -- How it is counted, as it was when it was opened.
  length_s integer not null,
  needed_s integer not null,
  -- The fastest rate that counts, and the fastest that was told, in hundredths.
  cap integer not null,
  fastest integer not null default 100,
  late_minutes integer not null,
  opened_at timestamptz not null,
  heard_at timestamptz not null,
  -- The last beat that was heard.
  seq integer not null default 0,
  fresh integer not null default 0,
  again integer not null default 0,
  fast integer not null default 0,
  late integer not null default 0,
  busy integer not null default 0,
  outside integer not null default 0,
  primary key (owner_id, id)
) with (fillfactor = 70);
create index watch_session_lesson on watch_session (owner_id, kind, lesson_id);
create index watch_session_age on watch_session (opened_at);

-- What was not counted, by minute and reason.
create table watch_cut (
  owner_id integer not null,
  session_id uuid not null,
  minute timestamptz not null,
  reason text not null check (reason in ('fast', 'late', 'busy', 'outside')),
  seconds integer not null,
  primary key (owner_id, session_id, minute, reason)
);

-- Answers to the questions of a recording: how often one was tried, and when it was right.
create table watch_answer (
  owner_id integer not null,
  kind text not null,
  lesson_id uuid not null,
  media_no smallint not null,
  no smallint not null,
  tries integer not null,
  tried_at timestamptz not null,
  right_at timestamptz,
  primary key (owner_id, kind, lesson_id, media_no, no)
);
