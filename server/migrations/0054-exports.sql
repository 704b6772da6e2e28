-- Files that people took out of lists: who asked for what and why, who agreed, and whose data they hold.

create table export (
  id integer primary key generated always as identity,
  -- What was asked for (catalogue/contract/administration/exports.ts).
  list text not null,
  query jsonb not null,
  columns text[] not null,
  format text not null check (format in ('xlsx', 'csv')),
  purpose text not null,
  purpose_text text not null default '',
  -- The same in words, for whoever agrees and for the record: title, scope, filters, order, titles of the columns.
  told jsonb not null,
  asked_by integer not null references identity (id),
  asked_at timestamptz not null default now(),
  institution_id integer not null references institution (id),
  role smallint not null,
  -- The authority above, whose people may agree; null where there is none.
  above_id integer references institution (id),
  above_role smallint,
  row_count integer not null,
  people_count integer not null,
  state text not null check (state in
    ('approval', 'queued', 'writing', 'ready', 'refused', 'lapsed', 'cancelled', 'failed', 'expired')),
  lapses_at timestamptz,
  decided_by integer references identity (id),
  decided_at timestamptz,
  reason text not null default '',
  -- Each beginning of writing has a number; whoever has an older one writes no more.
  attempt integer not null default 0,
  started_at timestamptz,
  beat_at timestamptz,
  done integer not null default 0,
  ready_at timestamptz,
  kept_until timestamptz,
  -- The file is encrypted with a key of its own, which is sealed here and dropped with the file.
  storage_key text,
  key_sealed text,
  bytes bigint,
  fault text
);
create index export_asked on export (asked_by, id);
create index export_waiting on export (institution_id, id) where state = 'approval';
create index export_waiting_above on export (above_id, id) where state = 'approval';
create index export_decided on export (decided_by, id) where decided_by is not null;
create index export_due on export (state, id) where state in ('approval', 'queued', 'writing', 'ready');

-- The teachers in a file that was ready; each of them sees that (谁看过我的档案).
create table export_person (
  teacher_id integer not null,
  export_id integer not null,
  primary key (teacher_id, export_id)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'xingtan_app') then
    execute 'revoke update, delete on export_person from xingtan_app';
  end if;
end
$$;
