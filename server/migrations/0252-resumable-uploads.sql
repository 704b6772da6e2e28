-- Uploads that go on after a dropped line, a reload or a restart (docs/decisions/0184).
create table resumable_upload (
  id uuid primary key,
  identity_id integer not null references identity (id),
  name text not null,
  -- Moment of the file's last change as the sender's device says, so that the same file is known again.
  modified bigint,
  bytes bigint not null check (bytes > 0),
  -- How many bytes are stored for good: the offset of the tus protocol.
  received bigint not null default 0 check (received <= bytes),
  -- Seven days after the last part it is removed.
  touched_at timestamptz not null default now(),
  -- Until when a process that puts the parts together is believed to be at work.
  finishing_until timestamptz,
  -- Why the whole is no file of the portal; its parts are gone.
  refusal text
);
create index resumable_upload_identity on resumable_upload (identity_id);
create index resumable_upload_touched on resumable_upload (touched_at);

create table resumable_part (
  upload_id uuid not null references resumable_upload (id) on delete cascade,
  start_at bigint not null,
  bytes integer not null,
  storage_key text not null,
  primary key (upload_id, start_at)
);
create index resumable_part_key on resumable_part (storage_key);
