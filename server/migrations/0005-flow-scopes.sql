-- Review chains are published by people: by the province for everybody, by a city for the schools directly under it.
-- Versions count through per type, whoever published them, so that a revision's flow_version names one row.
alter table flow
  -- Null: the whole portal. Else the city whose directly governed schools the version is for.
  add column city_id integer references institution (id),
  -- Identity; null for what came with the catalogue.
  add column published_by integer references identity (id),
  add column note text not null default '',
  -- A city's version without a chain gives its own up: the province's is in force again.
  alter column chain drop not null,
  add constraint flow_chain_or_city check (chain is not null or city_id is not null);

-- A version that was published never changes: what runs on it must stay explicable.
do $$
begin
  if exists (select from pg_roles where rolname = 'xingtan_app') then
    execute 'revoke update, delete on flow from xingtan_app';
  end if;
end
$$;
