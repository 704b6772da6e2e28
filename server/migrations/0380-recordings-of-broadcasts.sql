-- Recordings that the portal took over from the live server, and the replay of a broadcast (docs/decisions/0247).

alter table live_room
  -- Files that the server told by its calls, for servers that have no list.
  add column told text[] not null default '{}',
  -- Recordings that browsers cannot play, or that are too large, by their names.
  add column refused text[] not null default '{}',
  -- When its recordings were looked for last, and what was wrong then.
  add column looked_at timestamptz,
  add column look_fault text,
  -- When who was there was summed up for the statistics.
  add column counted_at timestamptz;

-- When the host showed the recordings to whoever may see the broadcast; null while they are not shown.
alter table content_signal add column released_at timestamptz;

create table live_record (
  live_id integer not null references content (id) on delete cascade,
  no smallint not null,
  -- What the server calls it: the same however often it is listed.
  name text not null,
  started_at timestamptz not null,
  seconds integer not null,
  file_id uuid not null references file (id),
  -- The resource that was drafted of it.
  draft_id integer,
  taken_at timestamptz not null default now(),
  primary key (live_id, no),
  unique (live_id, name)
);
create index live_record_file on live_record (file_id);
