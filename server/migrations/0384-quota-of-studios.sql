-- How many studios an office may have running at a time, as the office above it says (docs/decisions/0207).
create table studio_quota (
  office_id integer primary key references institution (id),
  most smallint not null check (most between 0 and 9999),
  by_identity integer not null,
  set_at timestamptz not null default now()
);
