-- Sums of facts of persons for reports of a city or a province (docs/decisions/0255). What is due is counted from the
-- facts themselves until a job has counted it anew.

-- Facts of a month by area: the district, or the institution where it has none.
create table fact_sum (
  area_id integer not null,
  kind text not null,
  -- First day of the month.
  month date not null,
  no integer not null,
  city_id integer,
  province_id integer,
  stage text,
  subject text,
  facts integer not null,
  times bigint not null,
  tenths bigint not null,
  primary key (area_id, kind, month, no)
);
create index fact_sum_city on fact_sum (city_id, kind, month);
create index fact_sum_province on fact_sum (province_id, kind, month);

-- In which months of a school year somebody had a fact of a kind, by the place, stage and subject of then.
create table fact_year (
  owner_id integer not null,
  kind text not null,
  -- The year in which the school year began.
  year smallint not null,
  no integer not null,
  area_id integer not null,
  city_id integer,
  province_id integer,
  stage text,
  subject text,
  -- A bit for each month; the lowest is September.
  months integer not null,
  -- Whether it is the only row of this person, kind and year.
  alone boolean not null,
  primary key (owner_id, kind, year, no)
);
create index fact_year_city on fact_year (city_id, kind, year);
create index fact_year_province on fact_year (province_id, kind, year);

-- What has to be counted anew. Rows are added only, so that writers of one area do not wait for each other.
create table fact_sum_due (
  id bigint generated always as identity primary key,
  area_id integer not null,
  kind text not null,
  month date not null
);
create table fact_year_due (
  id bigint generated always as identity primary key,
  owner_id integer not null,
  kind text not null
);

insert into fact_sum_due (area_id, kind, month)
select distinct coalesce(district_id, institution_id), kind, date_trunc('month', day::timestamp)::date
from person_fact where coalesce(district_id, institution_id) is not null;
insert into fact_year_due (owner_id, kind)
select distinct owner_id, kind from person_fact where kind in ('signIn', 'present', 'watched', 'complete');
