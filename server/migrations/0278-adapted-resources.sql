-- The resource that another one was adapted from, as it stood then.
create table resource_origin (
  content_id integer primary key references content (id) on delete cascade,
  origin_id integer not null references content (id),
  origin_version integer not null,
  -- The licence under which it was adapted; a later one of the origin takes nothing back.
  licence text not null,
  at timestamptz not null default now()
);
create index resource_origin_origin on resource_origin (origin_id);
