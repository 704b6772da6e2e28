-- Packages in which an office hands archives over to the archive of the region (docs/decisions/0283).
create table archive_package (
  id integer primary key generated always as identity,
  -- The records of an institution that took effect in a year, or all records of a teacher who left.
  about text not null check (about in ('year', 'person')),
  subject_id integer not null references institution (id),
  year integer,
  teacher_id integer references teacher (id),
  title text not null,
  asked_by integer not null references identity (id),
  asked_at timestamptz not null default now(),
  institution_id integer not null references institution (id),
  role smallint not null,
  -- The authority above, whose people may agree; null where there is none.
  above_id integer references institution (id),
  above_role smallint,
  record_count integer not null,
  people_count integer not null,
  -- What the four checks found before it was asked for, and again in the package.
  problems integer not null default 0,
  state text not null default 'approval' check (state in
    ('approval', 'queued', 'writing', 'ready', 'refused', 'lapsed', 'cancelled', 'failed', 'expired')),
  lapses_at timestamptz,
  decided_by integer references identity (id),
  decided_at timestamptz,
  reason text not null default '',
  attempt integer not null default 0,
  beat_at timestamptz,
  done integer not null default 0,
  ready_at timestamptz,
  kept_until timestamptz,
  -- The file is encrypted with a key of its own, which is sealed here and dropped with the file.
  storage_key text,
  key_sealed text,
  bytes bigint,
  fault text,
  -- The receipt of the archive.
  receipt_number text,
  receipt_receiver text,
  receipt_on date,
  receipt_by integer references identity (id),
  check ((about = 'year') = (year is not null)),
  check ((about = 'person') = (teacher_id is not null))
);
create index archive_package_office on archive_package (institution_id, role, id);
create index archive_package_above on archive_package (above_id, id) where state = 'approval';
create index archive_package_due on archive_package (state, id)
  where state in ('approval', 'queued', 'writing', 'ready');
create index archive_package_teacher on archive_package (teacher_id) where teacher_id is not null;
