-- The region's other systems, as the portal lists and opens them (docs/decisions/0072). Jump links carry the number of an app:
-- it has three characters at most, and whoever changes the link is told so (specification, section 5).
create table app (
  id text primary key check (id ~ '^[A-Za-z0-9]{1,3}$'),
  name text not null unique,
  -- Codes of the dictionaries appCategory and openMode.
  category text not null,
  domain text not null,
  entry_path text not null default '',
  icon_file uuid references file (id),
  open_mode text not null default '1',
  description text not null default '',
  sort_no smallint not null default 0 check (sort_no between 0 and 9999),
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
