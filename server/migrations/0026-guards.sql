-- What keeps an installation from harm of its own: the audit only grows, the master key is known by a check value, and the application's
-- role gets its rights also when it was made after the tables.

-- Refuses everybody, the owner of the tables included: whoever wants to change the audit has to take the guard away first, which
-- audit:verify does not need to find, because the chain shows what was changed. Clearing old years: docs/decisions/0032.
create function audit_only_grows() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: % is refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_only_grows before update or delete or truncate on audit for each statement execute function audit_only_grows();
create trigger audit_only_grows before update or delete or truncate on audit_seal for each statement execute function audit_only_grows();
-- Also for a session that replays a replica's changes.
alter table audit enable always trigger audit_only_grows;
alter table audit_seal enable always trigger audit_only_grows;

-- One row: a keyed hash made with the master key. A start with another key finds that it is another one.
create table master_key_check (
  single boolean primary key default true check (single),
  mac bytea not null,
  at timestamptz not null default now()
);

-- All rights of the application's role, once: the start calls it when the role lacks any (server/platform/db/roles.ts).
create function grant_application_rights() returns void language plpgsql as $$
begin
  if not exists (select from pg_roles where rolname = 'xingtan_app') then
    return;
  end if;
  grant usage on schema public to xingtan_app;
  grant select, insert, update, delete on all tables in schema public to xingtan_app;
  grant usage, select on all sequences in schema public to xingtan_app;
  alter default privileges in schema public grant select, insert, update, delete on tables to xingtan_app;
  alter default privileges in schema public grant usage, select on sequences to xingtan_app;
  revoke all on schema_migration from xingtan_app;
  revoke update, delete on audit, audit_seal, flow, dictionary_change, master_key_check from xingtan_app;
  revoke delete on dictionary_item from xingtan_app;
end
$$;
revoke execute on function grant_application_rights() from public;
select grant_application_rights();
