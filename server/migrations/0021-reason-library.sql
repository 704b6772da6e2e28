-- Reasons everybody who reviews is offered: the portal's (no institution) and an institution's own; of one record type or of all.
create table reason_library (
  id integer primary key generated always as identity,
  institution_id integer references institution (id),
  type text,
  action text not null check (action in ('return', 'reject')),
  content text not null,
  sort_no integer not null,
  enabled boolean not null
);
create index reason_library_place on reason_library (institution_id, sort_no, id);
