-- Views of record lists that an officer keeps: filters and order under a name, of one identity. `query` is what stands in the address of
-- the list, checked against the declaration when it is written and again by the list when it is asked.
create table saved_view (
  identity_id integer not null references identity (id),
  -- Kind of page: the same type is listed by several.
  list text not null,
  type text not null,
  name text not null,
  query jsonb not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (identity_id, list, type, name)
);
create unique index saved_view_default on saved_view (identity_id, list, type) where is_default;

-- When the office that holds a submission was last urged (docs/decisions/0037): at most once a day.
alter table revision add column urged_at timestamptz;
