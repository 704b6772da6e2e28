-- Titles and texts of entries that were handed in, by the keys under which works like them are found
-- (docs/decisions/0090, 0082).
create table near_work (
  id integer primary key generated always as identity,
  case_id uuid not null unique references process_case (id) on update cascade,
  type text not null,
  title text not null,
  body text not null,
  year smallint not null,
  -- Version of the way in which its keys were made.
  method smallint not null
);
-- Read by its primary key alone. Without a reference: a work takes its keys away by them.
create table near_key (
  key integer not null,
  work_id integer not null,
  primary key (key, work_id)
);
