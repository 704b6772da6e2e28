-- What administrators keep: changes laid over the code tables; looking at the portal with somebody's eyes.

-- Items of dictionaries that were added, renamed, given other words or ended. The facts stay in the catalogue; nothing is deleted here.
create table dictionary_item (
  dict text not null,
  code text not null,
  label text not null,
  aliases text[] not null default '{}',
  -- First day it may be chosen, first day it may no longer be.
  from_on date,
  to_on date,
  place integer,
  groups text[] not null default '{}',
  version integer not null default 1,
  primary key (dict, code)
);

-- Every change of an item, as it was and as it became. The number of rows tells every process whether to read the items anew.
create table dictionary_change (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  by_identity integer not null references identity (id),
  dict text not null,
  code text not null,
  before jsonb,
  after jsonb not null,
  reason text not null default ''
);
create index dictionary_change_dict on dictionary_change (dict, id);

-- An administrator looks at the portal as another identity sees it, reading only, until a moment; ended by setting both to null.
alter table session
  add column viewed_identity integer references identity (id),
  add column viewed_until timestamptz;

do $$
begin
  if exists (select from pg_roles where rolname = 'xingtan_app') then
    execute 'revoke update, delete on dictionary_change from xingtan_app';
    execute 'revoke delete on dictionary_item from xingtan_app';
  end if;
end
$$;
