-- Queries that officers keep (features/query): each save is a version. What is in `query` was checked when it was written and is
-- checked again for whoever runs it, in their own scope. No value of a sealed field stands in it.
create table custom_query (
  id integer primary key generated always as identity,
  identity_id integer not null references identity (id),
  -- The office for which it was kept, and its role.
  institution_id integer not null references institution (id),
  role smallint not null,
  name text not null,
  version integer not null default 1,
  saved_at timestamptz not null default now(),
  -- How many the latest version found when it was last counted in the keeper's scope.
  found integer,
  -- Roles of the offices below that may run it in their own scope; none while it is not shared.
  shared_with smallint[] not null default '{}',
  rhythm text check (rhythm in ('weekly', 'monthly')),
  -- The next day on which it runs by itself.
  next_on date,
  withdrawn_at timestamptz
);
create unique index custom_query_name on custom_query (identity_id, name) where withdrawn_at is null;
create index custom_query_own on custom_query (identity_id, saved_at desc, id) where withdrawn_at is null;
create index custom_query_shared on custom_query (institution_id, saved_at desc, id)
  where withdrawn_at is null and shared_with <> '{}';
create index custom_query_due on custom_query (next_on, id) where withdrawn_at is null and rhythm is not null;

create table custom_query_version (
  query_id integer not null references custom_query (id),
  no integer not null,
  query jsonb not null,
  columns text[] not null,
  sort jsonb not null default '[]',
  sentence text not null,
  found integer,
  by_identity integer not null references identity (id),
  at timestamptz not null default now(),
  primary key (query_id, no)
);
