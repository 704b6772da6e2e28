-- What somebody did, by the day and by the place as it was on that day (docs/decisions/0209): sittings attended, lessons
-- taught and observed in activities of teaching research, and how often somebody signed in during a month.
create table person_fact (
  owner_id integer not null,
  kind text not null,
  -- What the fact is about: a sitting, a lesson, a month. One fact for each.
  ref text not null,
  -- What wrote it and takes it back: a case; empty for sign-ins.
  source text not null default '',
  day date not null,
  times integer not null default 1,
  -- Tenths of an hour that it gave.
  tenths integer not null default 0,
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  stage text,
  subject text,
  primary key (owner_id, kind, ref)
);
create index person_fact_institution on person_fact (institution_id, kind, day) include (owner_id, times, tenths);
create index person_fact_district on person_fact (district_id, kind, day) include (owner_id, times, tenths);
create index person_fact_city on person_fact (city_id, kind, day) include (owner_id, times, tenths);
create index person_fact_province on person_fact (province_id, kind, day) include (owner_id, times, tenths);
