-- Declared reasons that are not offered: for nobody (no institution) or not in one institution.
create table reason_off (
  id integer primary key generated always as identity,
  institution_id integer references institution (id),
  type text not null,
  field text not null,
  content text not null
);
create unique index reason_off_place on reason_off (coalesce(institution_id, 0), type, field, content);
