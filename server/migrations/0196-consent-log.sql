-- Who agreed to, or was shown, which edition of which text, and from where (个人信息保护法 第十四条; docs/decisions/0152). Rows are only added: a withdrawal is a row of its own.
create table consent_log (
  id bigint generated always as identity primary key,
  person_id integer not null references person (id) on delete cascade,
  identity_id integer not null,
  kind text not null,
  edition text not null,
  act text not null check (act in ('agreed', 'read', 'withdrawn')),
  -- The content and its version, null for the text that comes with the program.
  content_id integer,
  content_no integer,
  ip text not null default '',
  at timestamptz not null default now()
);
create index consent_log_person on consent_log (person_id, kind, id desc);

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
