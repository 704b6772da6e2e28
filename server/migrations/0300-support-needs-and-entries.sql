-- What supported institutions ask for, once it was published (docs/decisions/0214): its places are taken by one
-- conditional update. Owner: the supported institution.
create table support_need (
  case_id uuid primary key,
  owner_id integer not null references institution (id),
  district_id integer,
  city_id integer,
  title text not null,
  kind text not null,
  stage text,
  subject text,
  start_on date not null,
  end_on date not null,
  places integer not null check (places between 1 and 50),
  taken integer not null default 0,
  opened_at timestamptz not null default now(),
  -- From this day on every supporter of the city sees it, not the partners alone.
  city_from date not null,
  -- Ended by its owner, or its last day is over.
  closed_at timestamptz,
  constraint support_need_places check (taken between 0 and places)
);
create index support_need_owner on support_need (owner_id, start_on);
create index support_need_district on support_need (district_id) where closed_at is null;
create index support_need_city on support_need (city_id, city_from) where closed_at is null;

-- What both sides confirmed (docs/decisions/0215), and nothing else: sums read these rows alone. Owner: the
-- supported institution. A row goes when its entry is changed, objected to or withdrawn.
create table support_entry (
  case_id uuid primary key,
  agreement_id uuid not null,
  supporter_id integer not null,
  owner_id integer not null references institution (id),
  -- Where the supported institution lay when it was confirmed.
  district_id integer,
  city_id integer,
  province_id integer,
  kind text not null,
  from_on date not null,
  to_on date not null,
  lessons integer not null default 0,
  people integer not null,
  person_days integer not null,
  attended integer not null default 0,
  -- Tenths of an hour, of all people together.
  tenths integer not null default 0,
  amount numeric(12, 2) not null default 0,
  confirmed_at timestamptz not null default now()
);
create index support_entry_agreement on support_entry (agreement_id, from_on);
create index support_entry_owner on support_entry (owner_id, from_on);
create index support_entry_supporter on support_entry (supporter_id, from_on);
create index support_entry_city on support_entry (city_id, from_on);
create index support_entry_province on support_entry (province_id, from_on);

-- People of confirmed entries who have an archive.
create table support_entry_person (
  teacher_id integer not null,
  case_id uuid not null references support_entry (case_id) on delete cascade,
  kind text not null,
  day date not null,
  title text not null,
  tenths integer not null default 0,
  -- Whether this person gave the lesson or the lecture.
  gave boolean not null,
  -- Whether a record was written into the archive, and whether hours were posted.
  has_record boolean not null,
  has_hours boolean not null,
  primary key (teacher_id, case_id)
);
create index support_entry_person_case on support_entry_person (case_id);

-- Entries about whose silence somebody was told: once for each time they came to the other side.
create table support_silence (
  case_id uuid not null,
  since timestamptz not null,
  days integer not null,
  told_at timestamptz not null default now(),
  primary key (case_id, since, days)
);

-- Rounds that are under way were not opened under this rule: a pair is shown and keeps nobody out.
update review_round set rules = jsonb_set(rules, '{conflicts,pairedSides}', '"warn"')
  where rules ? 'conflicts' and not rules -> 'conflicts' ? 'pairedSides';
