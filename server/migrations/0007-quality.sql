-- What is missing, contradictory or unlikely in archives, found by re-asking the catalogue's rules; worked out anew per owner.
create table quality_finding (
  owner_id integer not null,
  -- 'missing', 'contradiction', 'outlier', 'duplicate'
  kind text not null,
  type text not null,
  record_id uuid,
  field text not null,
  message text not null,
  -- For a duplicate: the other archive.
  other_id integer,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer
);
create index quality_finding_owner on quality_finding (owner_id);
create index quality_finding_institution on quality_finding (institution_id, kind, owner_id, type);
create index quality_finding_district on quality_finding (district_id, kind, owner_id, type);
create index quality_finding_city on quality_finding (city_id, kind, owner_id, type);
create index quality_finding_province on quality_finding (province_id, kind, owner_id, type);

-- When an archive was last examined; an owner without a row is due.
create table quality_check (
  owner_id integer primary key,
  checked_at timestamptz not null default now()
);
create index quality_check_age on quality_check (checked_at);

-- How far the outbox has been read, so that a changed archive is examined again within seconds.
create table quality_cursor (
  one boolean primary key default true check (one),
  outbox_id bigint not null
);

-- Namesakes born on the same day.
create index rec_basic_info_namesake on rec_basic_info (name, birth_date) where voided_at is null;
