-- What offices say of record types beside the program: their own fields, and what they ask more of shipped ones
-- (docs/decisions/0223). A row is all that an office says about a type; the last one counts. Rows are added only.
create sequence own_number;

create table own_declaration (
  no bigint generated always as identity primary key,
  office_id integer not null references institution,
  type text not null,
  body jsonb not null,
  by_identity integer not null references identity,
  confirmed_by integer references identity,
  note text not null,
  at timestamptz not null default now(),
  counts_from timestamptz not null
);
create index own_declaration_office on own_declaration (office_id, type, no desc);

-- Keys that were given: to whom and for which type, once and for good.
create table own_key (
  key text primary key,
  office_id integer not null references institution,
  type text not null,
  at timestamptz not null default now()
);
create index own_key_office on own_key (office_id, type);

create table own_draft (
  office_id integer not null references institution,
  type text not null,
  body jsonb not null,
  edit_no integer not null default 1,
  by_identity integer not null references identity,
  -- Who asks a second person to confirm, and with which words; null while it is being written.
  asked_by integer references identity,
  note text,
  updated_at timestamptz not null default now(),
  primary key (office_id, type)
);

-- Offices to which the one above opened own fields, and how many each may add to a type.
create table own_opening (
  office_id integer primary key references institution,
  most smallint not null check (most between 0 and 20),
  by_identity integer not null references identity,
  at timestamptz not null default now()
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
  revoke update, delete on own_declaration, own_key from xingtan_app;
  -- The entries of two archives of one human pass to the number that goes on.
  grant update (owner_id) on ledger_entry to xingtan_app;
  revoke update, delete on presence_event, seat_event from xingtan_app;
  revoke delete on presence_mark, presence_correction, seat from xingtan_app;
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
