-- Lists of talents (features/talents, docs/decisions/0068): one row for a person and a kind, kept by the office that listed it.
create table talent_entry (
  id integer primary key generated always as identity,
  owner_id integer not null references teacher (id),
  -- Code of dictionary highLevelKind.
  kind text not null,
  state text not null default 'synced' check (state in ('synced', 'confirmed', 'published', 'unpublished')),
  office_id integer not null references institution (id),
  -- The rule and the record that fulfils it; null where somebody added the person by hand, with the reason.
  rule text,
  record_id uuid,
  reason text,
  -- Code of dictionary talentLevel; empty for none, so that it can be part of an order.
  level text not null default '',
  year integer,
  valid_until date,
  ended boolean not null default false,
  undocumented boolean not null default false,
  removed_at timestamptz,
  removed_reason text,
  -- Taken out by hand: the same record does not propose the person again.
  dismissed boolean not null default false,
  edit_no integer not null default 1,
  -- Where the person belongs, as their own row says.
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  check ((rule is null) = (record_id is null)),
  check (rule is not null or reason is not null)
);
create unique index talent_entry_once on talent_entry (owner_id, kind) where removed_at is null;
create index talent_entry_owner on talent_entry (owner_id);
create index talent_entry_institution on talent_entry (institution_id, kind, level, id) where removed_at is null;
create index talent_entry_district on talent_entry (district_id, kind, level, id) where removed_at is null;
create index talent_entry_city on talent_entry (city_id, kind, level, id) where removed_at is null;
create index talent_entry_province on talent_entry (province_id, kind, level, id) where removed_at is null;
create index talent_entry_office on talent_entry (office_id, removed_at, id);

-- What happened to an entry, with what it was before: an act is undone while nothing came after it.
create table talent_event (
  id bigint primary key generated always as identity,
  entry_id integer not null references talent_entry (id),
  at timestamptz not null default now(),
  action text not null,
  by_identity integer not null references identity (id),
  -- The acts of one press of a button.
  batch uuid not null,
  rule text,
  reason text,
  -- The entry before the act; null where it began with it. And its number after the act.
  before jsonb,
  edit_no integer not null
);
create index talent_event_entry on talent_event (entry_id, id);
create index talent_event_batch on talent_event (batch);
