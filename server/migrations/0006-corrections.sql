-- A teacher asks the institution to correct what it recorded about them; the institution, or one above it, answers.
create table correction (
  id uuid primary key,
  type text not null,
  owner_id integer not null,
  record_id uuid not null,
  asked_by integer not null references identity (id),
  asked_at timestamptz not null default now(),
  reason text not null,
  -- [{key, should}]: fields at fault and what they should be; `should` of a sealed field is text of the codec.
  fields jsonb not null default '[]',
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  state text not null default 'open' check (state in ('open', 'corrected', 'declined')),
  answered_by integer references identity (id),
  answered_at timestamptz,
  answer text
);
-- One at a time for a record.
create unique index correction_one_open on correction (record_id) where state = 'open';
-- What waits for an office, oldest first; what was asked in a scope, newest first.
create index correction_open_institution on correction (institution_id, asked_at) where state = 'open';
create index correction_institution on correction (institution_id, asked_at desc);
create index correction_district on correction (district_id, asked_at desc);
create index correction_city on correction (city_id, asked_at desc);
create index correction_province on correction (province_id, asked_at desc);
create index correction_owner on correction (owner_id, asked_at desc);
create index correction_record on correction (record_id, asked_at desc);

-- A punishment that a school recorded stands at once and is marked until the district has confirmed it; a later edit by the school is
-- another version and waits anew.
create table confirmation (
  record_id uuid not null,
  version integer not null,
  confirmed_by integer not null references identity (id),
  confirmed_at timestamptz not null default now(),
  primary key (record_id, version)
);
