-- Broadcasts that are sent to the portal's live server (docs/decisions/0244, 0245, 0246).

-- What was heard of an event that begins by a signal. The phase follows from it and from the clock, in the query.
create table content_signal (
  content_id integer primary key references content (id) on delete cascade,
  heard_at timestamptz,
  ended_at timestamptz
);

create table live_room (
  live_id integer primary key references content (id) on delete cascade,
  provider text not null,
  -- The name of the stream at the server.
  path text not null unique,
  -- Keyed hash of the key. The key itself is shown once and kept nowhere.
  key_hash bytea not null,
  play_url text not null,
  opened_at timestamptz not null default now(),
  asked_at timestamptz,
  -- As the server said when it was asked last.
  kbps integer,
  width integer,
  height integer,
  -- A sentence, where it did not answer.
  fault text
);

-- Time on air, by unbroken signals.
create table live_air (
  live_id integer not null references content (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (live_id, from_at)
);

-- One unbroken stay at a broadcast on one device.
create table stay (
  owner_id integer not null,
  live_id integer not null,
  device text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (owner_id, live_id, device, from_at)
) with (fillfactor = 70);
create index stay_live on stay (live_id);
