-- One fact for each enrolment in a training project that was ever confirmed (docs/decisions/0175): worked out of the
-- case, the archive as of the start and the marks; rebuildable.
create table training_fact (
  campaign_id uuid not null,
  case_id uuid not null,
  teacher_id integer not null,
  state text not null,
  -- The version of the case of which this is the fact.
  case_version integer not null,
  confirmed_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- Place and person as of the day on which the course started; null before.
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  stage text,
  subject text,
  title_level text,
  age_band text,
  urban text,
  -- Sessions that were over and had to be attended, and those attended; whether anything was.
  due integer not null default 0,
  attended integer not null default 0,
  came boolean not null default false,
  -- The marks and sessions of which these were counted.
  seen text not null,
  -- Tenths of an hour that it gave.
  tenths integer not null default 0,
  score integer,
  -- Grows with every fact that is written; the writers take turns, so that readers can go on from a number.
  change_no bigint not null,
  primary key (campaign_id, case_id)
);
create sequence training_fact_change;
create index training_fact_change_no on training_fact (change_no);
create index training_fact_teacher on training_fact (teacher_id, campaign_id);
create index training_fact_institution on training_fact (institution_id, campaign_id);
create index training_fact_district on training_fact (district_id, campaign_id);
create index training_fact_city on training_fact (city_id, campaign_id);

-- How far the facts have followed their sources.
create table training_followed (
  source text primary key check (source in ('cases', 'marks')),
  at timestamptz not null
);
insert into training_followed (source, at) values ('cases', '-infinity'), ('marks', '-infinity');

create index presence_event_at on presence_event (at);
create index presence_session_ends on presence_session (ends_at);
create index ledger_balance_year on ledger_balance (year, owner_id);
create index process_event_handled on process_event (by_institution, at) where from_state = 'recommending';
