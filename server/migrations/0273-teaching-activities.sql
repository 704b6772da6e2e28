-- Sittings of a teaching activity: what it calls them beside engine/presence, under the same key (docs/decisions/0198).
create table teaching_sitting (
  campaign_id uuid not null,
  id uuid not null,
  title text not null,
  primary key (campaign_id, id)
);

-- A lesson that is observed: the place of its lecturer in an activity (docs/decisions/0199).
create table observed_lesson (
  campaign_id uuid not null,
  -- The case of the lecturer.
  lesson_id uuid not null,
  -- As it stood when the first sheet was opened.
  rubric jsonb not null,
  file_id uuid,
  recording_started_at timestamptz,
  -- Seconds that are added to a moment of the class to find it in the recording.
  offset_s integer not null default 0,
  reflection text not null default '',
  version integer not null default 1,
  primary key (campaign_id, lesson_id)
);

create table observation_sheet (
  campaign_id uuid not null,
  lesson_id uuid not null,
  -- Who observes.
  teacher_id integer not null,
  -- Points by item in hundredths; null for what was not observed.
  scores jsonb not null,
  summary text not null default '',
  version integer not null default 1,
  handed_in_at timestamptz,
  -- The host sees that a sheet that was handed in was taken back.
  withdrawn_at timestamptz,
  primary key (campaign_id, lesson_id, teacher_id)
);

create table observation_remark (
  campaign_id uuid not null,
  lesson_id uuid not null,
  -- Made by the device that wrote it, so that it arrives once.
  id uuid not null,
  teacher_id integer not null,
  kind text not null,
  -- A second of the recording, or the moment in class.
  at_s integer,
  wall_at timestamptz,
  item integer,
  text text not null,
  reply_to uuid,
  made_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (campaign_id, lesson_id, id)
);
