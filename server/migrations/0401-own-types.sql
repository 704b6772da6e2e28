-- Tables that lie empty for record types of a region's own (docs/decisions/0276): a type takes the next one.
-- Each has the columns of its sisters and the day on which a record expires; its fields lie in own.

create table rec_own01 (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  own jsonb not null default '{}',
  expires_on date,
  primary key (owner_id, id)
);
create unique index rec_own01_id on rec_own01 (id, owner_id);
create index rec_own01_institution on rec_own01 (institution_id, sort_key, id) where voided_at is null;
create index rec_own01_district on rec_own01 (district_id, sort_key, id) where voided_at is null;
create index rec_own01_city on rec_own01 (city_id, sort_key, id) where voided_at is null;
create index rec_own01_province on rec_own01 (province_id, sort_key, id) where voided_at is null;
create index rec_own01_expires_on on rec_own01 (expires_on, id) where voided_at is null;

create table rec_own02 (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  own jsonb not null default '{}',
  expires_on date,
  primary key (owner_id, id)
);
create unique index rec_own02_id on rec_own02 (id, owner_id);
create index rec_own02_institution on rec_own02 (institution_id, sort_key, id) where voided_at is null;
create index rec_own02_district on rec_own02 (district_id, sort_key, id) where voided_at is null;
create index rec_own02_city on rec_own02 (city_id, sort_key, id) where voided_at is null;
create index rec_own02_province on rec_own02 (province_id, sort_key, id) where voided_at is null;
create index rec_own02_expires_on on rec_own02 (expires_on, id) where voided_at is null;

create table rec_own03 (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  own jsonb not null default '{}',
  expires_on date,
  primary key (owner_id, id)
);
create unique index rec_own03_id on rec_own03 (id, owner_id);
create index rec_own03_institution on rec_own03 (institution_id, sort_key, id) where voided_at is null;
create index rec_own03_district on rec_own03 (district_id, sort_key, id) where voided_at is null;
create index rec_own03_city on rec_own03 (city_id, sort_key, id) where voided_at is null;
create index rec_own03_province on rec_own03 (province_id, sort_key, id) where voided_at is null;
create index rec_own03_expires_on on rec_own03 (expires_on, id) where voided_at is null;

create table rec_own04 (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  own jsonb not null default '{}',
  expires_on date,
  primary key (owner_id, id)
);
create unique index rec_own04_id on rec_own04 (id, owner_id);
create index rec_own04_institution on rec_own04 (institution_id, sort_key, id) where voided_at is null;
create index rec_own04_district on rec_own04 (district_id, sort_key, id) where voided_at is null;
create index rec_own04_city on rec_own04 (city_id, sort_key, id) where voided_at is null;
create index rec_own04_province on rec_own04 (province_id, sort_key, id) where voided_at is null;
create index rec_own04_expires_on on rec_own04 (expires_on, id) where voided_at is null;

create table rec_own05 (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  own jsonb not null default '{}',
  expires_on date,
  primary key (owner_id, id)
);
create unique index rec_own05_id on rec_own05 (id, owner_id);
create index rec_own05_institution on rec_own05 (institution_id, sort_key, id) where voided_at is null;
create index rec_own05_district on rec_own05 (district_id, sort_key, id) where voided_at is null;
create index rec_own05_city on rec_own05 (city_id, sort_key, id) where voided_at is null;
create index rec_own05_province on rec_own05 (province_id, sort_key, id) where voided_at is null;
create index rec_own05_expires_on on rec_own05 (expires_on, id) where voided_at is null;

create table rec_own06 (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  own jsonb not null default '{}',
  expires_on date,
  primary key (owner_id, id)
);
create unique index rec_own06_id on rec_own06 (id, owner_id);
create index rec_own06_institution on rec_own06 (institution_id, sort_key, id) where voided_at is null;
create index rec_own06_district on rec_own06 (district_id, sort_key, id) where voided_at is null;
create index rec_own06_city on rec_own06 (city_id, sort_key, id) where voided_at is null;
create index rec_own06_province on rec_own06 (province_id, sort_key, id) where voided_at is null;
create index rec_own06_expires_on on rec_own06 (expires_on, id) where voided_at is null;

create table rec_own07 (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  own jsonb not null default '{}',
  expires_on date,
  primary key (owner_id, id)
);
create unique index rec_own07_id on rec_own07 (id, owner_id);
create index rec_own07_institution on rec_own07 (institution_id, sort_key, id) where voided_at is null;
create index rec_own07_district on rec_own07 (district_id, sort_key, id) where voided_at is null;
create index rec_own07_city on rec_own07 (city_id, sort_key, id) where voided_at is null;
create index rec_own07_province on rec_own07 (province_id, sort_key, id) where voided_at is null;
create index rec_own07_expires_on on rec_own07 (expires_on, id) where voided_at is null;

create table rec_own08 (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  own jsonb not null default '{}',
  expires_on date,
  primary key (owner_id, id)
);
create unique index rec_own08_id on rec_own08 (id, owner_id);
create index rec_own08_institution on rec_own08 (institution_id, sort_key, id) where voided_at is null;
create index rec_own08_district on rec_own08 (district_id, sort_key, id) where voided_at is null;
create index rec_own08_city on rec_own08 (city_id, sort_key, id) where voided_at is null;
create index rec_own08_province on rec_own08 (province_id, sort_key, id) where voided_at is null;
create index rec_own08_expires_on on rec_own08 (expires_on, id) where voided_at is null;

create table rec_own09 (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  own jsonb not null default '{}',
  expires_on date,
  primary key (owner_id, id)
);
create unique index rec_own09_id on rec_own09 (id, owner_id);
create index rec_own09_institution on rec_own09 (institution_id, sort_key, id) where voided_at is null;
create index rec_own09_district on rec_own09 (district_id, sort_key, id) where voided_at is null;
create index rec_own09_city on rec_own09 (city_id, sort_key, id) where voided_at is null;
create index rec_own09_province on rec_own09 (province_id, sort_key, id) where voided_at is null;
create index rec_own09_expires_on on rec_own09 (expires_on, id) where voided_at is null;

create table rec_own10 (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  own jsonb not null default '{}',
  expires_on date,
  primary key (owner_id, id)
);
create unique index rec_own10_id on rec_own10 (id, owner_id);
create index rec_own10_institution on rec_own10 (institution_id, sort_key, id) where voided_at is null;
create index rec_own10_district on rec_own10 (district_id, sort_key, id) where voided_at is null;
create index rec_own10_city on rec_own10 (city_id, sort_key, id) where voided_at is null;
create index rec_own10_province on rec_own10 (province_id, sort_key, id) where voided_at is null;
create index rec_own10_expires_on on rec_own10 (expires_on, id) where voided_at is null;

create table rec_own11 (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  own jsonb not null default '{}',
  expires_on date,
  primary key (owner_id, id)
);
create unique index rec_own11_id on rec_own11 (id, owner_id);
create index rec_own11_institution on rec_own11 (institution_id, sort_key, id) where voided_at is null;
create index rec_own11_district on rec_own11 (district_id, sort_key, id) where voided_at is null;
create index rec_own11_city on rec_own11 (city_id, sort_key, id) where voided_at is null;
create index rec_own11_province on rec_own11 (province_id, sort_key, id) where voided_at is null;
create index rec_own11_expires_on on rec_own11 (expires_on, id) where voided_at is null;

create table rec_own12 (
  owner_id integer not null,
  id uuid not null,
  version integer not null,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  recorded_by integer not null,
  source text not null default 'portal',
  sort_key text collate "C" not null default '',
  applied_at timestamptz not null default now(),
  voided_at timestamptz,
  attachments uuid[] not null default '{}',
  own jsonb not null default '{}',
  expires_on date,
  primary key (owner_id, id)
);
create unique index rec_own12_id on rec_own12 (id, owner_id);
create index rec_own12_institution on rec_own12 (institution_id, sort_key, id) where voided_at is null;
create index rec_own12_district on rec_own12 (district_id, sort_key, id) where voided_at is null;
create index rec_own12_city on rec_own12 (city_id, sort_key, id) where voided_at is null;
create index rec_own12_province on rec_own12 (province_id, sort_key, id) where voided_at is null;
create index rec_own12_expires_on on rec_own12 (expires_on, id) where voided_at is null;
