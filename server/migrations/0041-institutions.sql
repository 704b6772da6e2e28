-- What offices keep of the institutions below them. A school waits for its code, hence none.
alter table institution alter column code drop not null;
alter table institution
  add column version integer not null default 1,
  -- Pinyin and initials of the name, for sorting and searching; null until the portal has worked it out.
  add column name_sort text,
  add column uscc text unique,
  add column contact text,
  add column postcode text,
  add column school_type text,
  add column school_run_type text,
  add column school_sponsor text,
  add column urban_rural text,
  add column school_stages text[],
  add column found_year integer,
  add column staff_quota integer check (staff_quota >= 0),
  add column introduction text;

-- Lists of a region begin with the name.
create index institution_province_sort on institution (province_id, name_sort, id);
create index institution_city_sort on institution (city_id, name_sort, id);
create index institution_district_sort on institution (district_id, name_sort, id);

-- A name and a code have days: who asks for a code of twenty years ago finds the institution that bore it.
-- `institution` has the present ones, this table those before; an institution had at most one at a time.
drop table institution_code;
create table institution_former (
  institution_id integer not null references institution (id),
  name text not null,
  code text,
  -- Null: since before anybody wrote it down.
  from_on date,
  to_on date not null,
  check (from_on is null or from_on <= to_on),
  primary key (institution_id, to_on)
);
create index institution_former_code on institution_former (code, to_on);

-- Schools had their type where the kind of an institution stands.
update institution set school_type = kind, kind = '40' where level = 'school' and length(kind) = 3;

-- The root made before this migration has no place of its own.
update institution set province_id = id where level = 'province' and province_id is null;
