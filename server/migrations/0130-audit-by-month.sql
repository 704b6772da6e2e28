-- The audit and its chain lie in parts by month, so that old months go by dropping a part (docs/decisions/0106). What was
-- written before stays where it is and becomes the first part: no row moves.
create table audit_month (
  -- The parts are audit_<part> and audit_seal_<part>.
  part text primary key check (part ~ '^(first|\d{4}_\d{2})$'),
  -- Null: from the beginning.
  since timestamptz,
  until timestamptz not null unique,
  removed_at timestamptz,
  -- What was removed, where the chain goes on and the fingerprint of the archive; `mac` over it is made with the master key,
  -- so that whoever owns the database cannot say that a month was removed.
  facts text,
  mac bytea,
  check ((removed_at is null) = (mac is null) and (removed_at is null) = (facts is null))
);

-- Old rules and indexes make room for the names of the new ones.
do $$
declare one record;
begin
  for one in
    select i.relname as name, c.conname as rule, t.relname as "table"
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
    left join pg_constraint c on c.conindid = x.indexrelid
    where x.indrelid in ('audit'::regclass, 'audit_seal'::regclass)
  loop
    if one.rule is not null then
      execute format('alter table %I drop constraint %I', one."table", one.rule);
    else
      execute format('alter index %I rename to %I', one.name,
        regexp_replace(one.name, '^(audit_seal|audit)_', '\1_first_'));
    end if;
  end loop;
end $$;
drop index audit_seal_first_row;
drop trigger audit_only_grows on audit;
drop trigger audit_only_grows on audit_seal;
alter table audit rename to audit_first;
alter table audit_seal rename to audit_seal_first;

-- Numbers go on where they were. An identity column cannot be split before PostgreSQL 17.
do $$
declare last bigint; called boolean;
begin
  select last_value, is_called into last, called from audit_id_seq;
  alter table audit_first alter column id drop identity;
  create sequence audit_id_seq as bigint;
  perform setval('audit_id_seq', last, called);
end $$;
create table audit (like audit_first) partition by range (at);
alter table audit alter column id set default nextval('audit_id_seq'), alter column at set default now(),
  alter column facts set default '{}';
alter sequence audit_id_seq owned by audit.id;
alter table audit add constraint audit_pkey primary key (id, at);
create index audit_owner on audit (owner_id, id);
create index audit_actor on audit (by_identity, id);
create index audit_person on audit (person_id, id) where person_id is not null;
create index audit_action on audit (action, id);
create index audit_at on audit (at);
create index audit_sign_in on audit (id)
  where action in ('login', 'login.failed', 'login.locked', 'logout', 'session.reused', 'session.ended', 'session.unbound');
create index audit_revealed on audit (by_identity, at) where action = 'field.revealed';
create index audit_teacher_checked on audit (by_identity, at) where action = 'teacher.checked';
create table audit_seal (like audit_seal_first) partition by range (at);
alter table audit_seal alter column at set default now();
alter table audit_seal add constraint audit_seal_pkey primary key (seq, at);
create index audit_seal_row on audit_seal (audit_id);
create index audit_seal_at on audit_seal (at);

-- Guards a part as its whole is guarded: a statement may name the part. The application goes by the whole only.
create function audit_guard(part text) returns void language plpgsql as $$
begin
  execute format('create trigger audit_only_grows before update or delete or truncate on %I
    for each statement execute function audit_only_grows()', part);
  execute format('alter table %I enable always trigger audit_only_grows', part);
  if exists (select from pg_roles where rolname = 'xingtan_app') then
    execute format('revoke all on %I from xingtan_app', part);
  end if;
end $$;
revoke execute on function audit_guard(text) from public;

-- Makes the two tables of a part; both are attached while others go on writing.
create function audit_make_part(name text, since timestamptz, until timestamptz) returns void language plpgsql as $$
declare base text;
begin
  foreach base in array array['audit', 'audit_seal'] loop
    execute format('create table %I (like %I including defaults)', base || '_' || name, base);
    execute format('alter table %I attach partition %I for values from (%s) to (%L)', base, base || '_' || name,
      coalesce(quote_literal(since), 'minvalue'), until);
    perform audit_guard(base || '_' || name);
  end loop;
end $$;
revoke execute on function audit_make_part(text, timestamptz, timestamptz) from public;

-- Makes the parts of this month and of so many that come. Answers how many it made. Gives up where it would have to wait.
create function audit_make_months(ahead integer) returns integer language plpgsql
  security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
declare begins timestamptz; ends timestamptz; made integer := 0;
begin
  if ahead is null or ahead not between 0 and 24 then
    raise exception 'months ahead: 0 to 24';
  end if;
  -- One at a time; another process makes the same ones.
  if not pg_try_advisory_xact_lock(x'61756d6f'::integer) then
    return 0;
  end if;
  loop
    select max(m.until) into begins from audit_month m;
    exit when begins > now() + make_interval(months => ahead);
    ends := ((begins at time zone 'Asia/Shanghai') + interval '1 month') at time zone 'Asia/Shanghai';
    -- Rows that came before their part stay in the part for everything else.
    if not exists (select from audit_rest r where r.at >= begins and r.at < ends)
      and not exists (select from audit_seal_rest r where r.at >= begins and r.at < ends) then
      perform audit_make_part(to_char(begins at time zone 'Asia/Shanghai', 'YYYY_MM'), begins, ends);
    end if;
    insert into audit_month (part, since, until)
    values (to_char(begins at time zone 'Asia/Shanghai', 'YYYY_MM'), begins, ends);
    made := made + 1;
  end loop;
  return made;
end $$;
revoke execute on function audit_make_months(integer) from public;

-- Removes the oldest part, which ended at least three years ago, and keeps what was said of it. Whoever calls has written the
-- archive and made `told` and its code with the master key. Gives up where it would have to wait, so that nobody waits for it.
create function audit_remove_month(name text, told text, told_mac bytea) returns void language plpgsql
  security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
declare ended timestamptz;
begin
  select m.until into ended from audit_month m where m.part = name and m.removed_at is null;
  if ended is null then
    raise exception 'no such part of the audit: %', name;
  end if;
  if ended > now() - interval '36 months' then
    raise exception 'the audit is kept for three years' using errcode = 'insufficient_privilege';
  end if;
  if exists (select from audit_month m where m.removed_at is null and m.until < ended) then
    raise exception 'an older part of the audit comes first';
  end if;
  execute format('drop table %I', 'audit_' || name);
  execute format('drop table %I', 'audit_seal_' || name);
  update audit_month m set removed_at = now(), facts = told, mac = told_mac where m.part = name;
end $$;
revoke execute on function audit_remove_month(text, text, bytea) from public;

-- Lays the parts anew as `audit_month` says, in a database without audit rows: a backup brings its own.
create function audit_lay_parts() returns void language plpgsql as $$
declare one record;
begin
  if exists (select from audit) or exists (select from audit_seal) then
    raise exception 'the audit has rows';
  end if;
  for one in select inhrelid::regclass as part from pg_inherits
    where inhparent in ('audit'::regclass, 'audit_seal'::regclass)
      and inhrelid not in ('audit_rest'::regclass, 'audit_seal_rest'::regclass) loop
    execute format('drop table %s', one.part);
  end loop;
  for one in select m.part, m.since, m.until from audit_month m where m.removed_at is null order by m.until loop
    perform audit_make_part(one.part, one.since, one.until);
  end loop;
end $$;
revoke execute on function audit_lay_parts() from public;

do $$
declare ends timestamptz;
begin
  -- The first part holds everything until the end of this month, or of the month of a clock that went ahead.
  select (date_trunc('month', greatest(now(), (select max(at) from audit_first), (select max(at) from audit_seal_first))
    at time zone 'Asia/Shanghai') + interval '1 month') at time zone 'Asia/Shanghai' into ends;
  execute format('alter table audit attach partition audit_first for values from (minvalue) to (%L)', ends);
  execute format('alter table audit_seal attach partition audit_seal_first for values from (minvalue) to (%L)', ends);
  insert into audit_month (part, until) values ('first', ends);
end $$;
create table audit_rest partition of audit default;
create table audit_seal_rest partition of audit_seal default;
select audit_guard(part) from unnest(array['audit', 'audit_seal', 'audit_first', 'audit_seal_first', 'audit_rest', 'audit_seal_rest']) part;

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
  revoke update, delete on audit, audit_seal, flow, dictionary_change, master_key_check from xingtan_app;
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
revoke execute on function grant_application_rights() from public;
select grant_application_rights();
select audit_make_months(3);
