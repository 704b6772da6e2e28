-- A notice that collects entries of a declared process (docs/decisions/0083). Keys lead with the office that holds it.
create table campaign (
  institution_id integer not null references institution (id),
  id uuid not null,
  type text not null,
  -- The process whose cases are its entries.
  collects text not null,
  state text not null default 'draft',
  title text not null,
  value jsonb not null default '{}',
  -- The windows as they were before somebody extended them stand in campaign_event.
  opened_at timestamptz,
  places_returned_at timestamptz,
  by_identity integer not null references identity (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, id)
);
create unique index campaign_id on campaign (id);
create index campaign_newest on campaign (institution_id, type, updated_at desc, id desc);

-- What happened to a campaign, never changed: opened, extended with the reason, rules changed.
create table campaign_event (
  institution_id integer not null,
  campaign_id uuid not null,
  no integer not null,
  action text not null,
  reason text,
  facts jsonb,
  -- Null for the clock.
  by_identity integer references identity (id),
  at timestamptz not null default now(),
  primary key (institution_id, campaign_id, no),
  foreign key (institution_id, campaign_id) references campaign (institution_id, id) on update cascade
);

-- Files of a notice: whoever reads the notice may read them.
create table campaign_file (
  institution_id integer not null,
  campaign_id uuid not null,
  file_id uuid not null references file (id),
  primary key (institution_id, campaign_id, file_id),
  foreign key (institution_id, campaign_id) references campaign (institution_id, id) on update cascade
);
create index campaign_file_file on campaign_file (file_id);

-- Places that an institution was granted by the one above: used for what it recommended, given to those below.
create table campaign_quota (
  campaign_id uuid not null references campaign (id) on update cascade,
  institution_id integer not null references institution (id),
  -- Who granted them; null for the places of whoever holds the campaign.
  granted_by integer references institution (id),
  granted integer not null,
  given integer not null default 0,
  used integer not null default 0,
  primary key (campaign_id, institution_id),
  constraint campaign_quota_holds check (given >= 0 and used >= 0 and given + used <= granted)
);

-- An entry that an institution recommended, in the order in which it ranks them; it holds one place.
create table campaign_place (
  campaign_id uuid not null,
  institution_id integer not null,
  case_id uuid not null references process_case (id) on update cascade,
  rank integer not null,
  at timestamptz not null default now(),
  primary key (campaign_id, institution_id, case_id)
);
create index campaign_place_case on campaign_place (case_id);

-- The last number of a row of numbers: of an office, by what stands before it and the year.
create table campaign_serial (
  institution_id integer not null references institution (id),
  prefix text not null,
  year integer not null,
  last integer not null,
  primary key (institution_id, prefix, year)
);

-- Somebody's objection to an entry whose name hangs out.
create table campaign_objection (
  campaign_id uuid not null references campaign (id) on update cascade,
  id uuid not null,
  case_id uuid not null references process_case (id) on update cascade,
  -- Null for a visitor; name and way to be reached are asked of everybody.
  by_identity integer references identity (id),
  name text not null,
  contact_sealed text not null,
  words text not null,
  answer text,
  upheld boolean,
  answered_by integer references identity (id),
  answered_at timestamptz,
  at timestamptz not null default now(),
  primary key (campaign_id, id)
);
create index campaign_objection_case on campaign_objection (case_id) where answered_at is null;

alter table process_case add column campaign_id uuid references campaign (id) on update cascade;
-- 立项编号, by the rule of the campaign.
alter table process_case add column number text;
create index process_case_campaign on process_case (campaign_id, state) where campaign_id is not null;
