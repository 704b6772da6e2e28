-- A complaint that a published resource infringes a right, until the office that gave its reach makes a case of it.
create table resource_complaint (
  id uuid primary key,
  content_id integer not null references content (id),
  -- Null for a visitor; name and a way to be reached are asked of everybody.
  by_identity integer references identity (id),
  name text not null,
  contact_sealed text not null,
  work text not null,
  words text not null,
  at timestamptz not null default now(),
  case_id uuid references process_case (id) on update cascade
);
create index resource_complaint_open on resource_complaint (content_id, at) where case_id is null;
create index resource_complaint_case on resource_complaint (case_id) where case_id is not null;

-- The case during which a content is shown to nobody, and when it would have been taken down without it.
alter table content add column frozen_by uuid references process_case (id) on update cascade;
alter table content add column thawed_until timestamptz;
