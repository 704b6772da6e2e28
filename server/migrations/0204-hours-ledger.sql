-- Hours as a ledger: entries are added and countered, never edited (docs/decisions/0160).
create table ledger_account (
  owner_id integer not null,
  account text not null,
  primary key (owner_id, account)
);

create table ledger_entry (
  owner_id integer not null,
  id uuid not null,
  account text not null,
  year integer not null,
  category text not null,
  -- Tenths of an hour.
  tenths integer not null,
  source text not null,
  source_type text not null,
  source_id text not null,
  source_version integer not null,
  from_on date,
  to_on date,
  certificate text not null default '',
  -- The entry that this one takes back, and why.
  counters_id uuid,
  reason text not null default '',
  by_identity integer,
  at timestamptz not null default now(),
  -- The place as it was then: the old school keeps the figures of its days.
  institution_id integer,
  district_id integer,
  city_id integer,
  province_id integer,
  primary key (owner_id, id)
);
create unique index ledger_entry_source
  on ledger_entry (owner_id, account, source_type, source_id, source_version) where counters_id is null;
create unique index ledger_entry_counter on ledger_entry (owner_id, counters_id) where counters_id is not null;
create index ledger_entry_year on ledger_entry (owner_id, account, year);

-- Worked out of the entries under the rule of the year; rebuildable.
create table ledger_balance (
  owner_id integer not null,
  account text not null,
  year integer not null,
  category text not null,
  raw integer not null,
  counted integer not null,
  rule_version integer not null,
  primary key (owner_id, account, year, category)
);

-- How a province counts the hours of a year; versions are added.
create table hour_rule (
  province_id integer not null references institution (id),
  year integer not null,
  version integer not null,
  value jsonb not null,
  note text not null default '',
  by_identity integer,
  at timestamptz not null default now(),
  primary key (province_id, year, version)
);

create or replace function grant_application_rights() returns void language plpgsql as $$
declare one record;
begin
  if not exists (select from pg_roles where rolname = 'xingtan_app') then
    return;
  end if;
  grant usage on schema public, job_queue to xingtan_app;
  grant select, insert, update, delete on all tables in schema public, job_queue to xingtan_app;
  grant usage, select on all sequences in schema public, job_queue to xingtan_app;
  alter default privileges in schema public grant select, insert, update, delete on tables to xingtan_app;
  alter default privileges in schema public grant usage, select on sequences to xingtan_app;
  revoke all on schema_migration from xingtan_app;
  -- So that a running process sees a database that was put back to before its program.
  grant select (number) on schema_migration to xingtan_app;
  revoke update, delete on audit, audit_seal, flow, dictionary_change, master_key_check, consent_log from xingtan_app;
  revoke update, delete on ledger_entry, hour_rule from xingtan_app;
  -- The entries of two archives of one human pass to the number that goes on.
  grant update (owner_id) on ledger_entry to xingtan_app;
  revoke delete on dictionary_item from xingtan_app;
  revoke update, delete on reading from xingtan_app;
  -- Parts of the audit are reached by the whole, and changed by these functions alone.
  for one in select inhrelid::regclass as part from pg_inherits
    where inhparent in ('audit'::regclass, 'audit_seal'::regclass) loop
    execute format('revoke all on %s from xingtan_app', one.part);
  end loop;
  revoke insert, update, delete on audit_month from xingtan_app;
  grant execute on function audit_make_months(integer), audit_remove_month(text, text, bytea) to xingtan_app;
end
$$;
select grant_application_rights();
