-- Zips of what a reader may read below a chapter, kept for some days (docs/decisions/0232).
create table chapter_pack (
  id uuid primary key,
  node_id integer not null references curriculum_node (id),
  by_identity integer not null references identity (id),
  -- Whether films go along.
  films boolean not null,
  state text not null default 'queued' check (state in ('queued', 'writing', 'ready', 'failed')),
  attempt integer not null default 0,
  asked_at timestamptz not null default now(),
  beat_at timestamptz,
  kept_until timestamptz,
  storage_key text,
  bytes bigint,
  sha256 bytea,
  items integer not null default 0,
  -- Files whose bytes were in no storage any more.
  lost integer not null default 0,
  fault text,
  unique (by_identity, node_id, films)
);
create index chapter_pack_waiting on chapter_pack (asked_at) where state in ('queued', 'writing');
create index chapter_pack_kept on chapter_pack (kept_until) where state = 'ready';
create index chapter_pack_node on chapter_pack (node_id);
-- What a pack holds: it is given to nobody any more once one of these cannot be read.
create table chapter_pack_item (
  pack_id uuid not null references chapter_pack (id) on delete cascade,
  item_id integer not null,
  version integer not null,
  primary key (pack_id, item_id)
);
