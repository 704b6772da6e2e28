-- Who read whose archive, where it was not the whole of it (docs/decisions/0035): one row for each answer, with the owners shown in it,
-- each reader, kind, type and owner once a day. A teacher finds the rows by the owner; nobody changes them.
create table reading (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  by_identity integer not null,
  -- 'list', 'queue', 'record', 'history', 'day', 'roster', 'findings'
  kind text not null,
  -- Record type; null where a reading is of all of them.
  type text,
  -- The day looked back at.
  day date,
  owner_ids integer[] not null
);
-- A short list of pending entries: it is read whole by every search for an owner.
create index reading_owners on reading using gin (owner_ids) with (gin_pending_list_limit = 256);

do $$
begin
  if exists (select from pg_roles where rolname = 'xingtan_app') then
    execute 'revoke update, delete on reading from xingtan_app';
  end if;
end
$$;
