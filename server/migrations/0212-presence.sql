-- Presence: sessions of a campaign or a case, marks of people, doubts and corrections (docs/decisions/0167).
create table presence_book (
  event_id uuid primary key,
  rules jsonb not null,
  -- From then on marks change by a correction that somebody decided.
  fixed_at timestamptz,
  fixed_by integer
);

create table presence_session (
  event_id uuid not null references presence_book (event_id),
  id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  place text not null,
  -- Tenths of an hour.
  tenths integer not null check (tenths >= 0),
  cancelled_at timestamptz,
  cancelled_reason text not null default '',
  -- People who were counted in the room, beside the marks.
  heads integer check (heads >= 0),
  heads_by integer,
  primary key (event_id, id),
  -- An address with a code names the session alone.
  unique (id)
);

create table presence_mark (
  event_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  teacher_id integer not null,
  way text not null check (way in ('in', 'out')),
  status text not null,
  -- How the status came about, and the moment of the claim, not of signing in.
  means text not null,
  moment timestamptz not null,
  -- Hash of the number of the phone.
  device bytea,
  -- Why it waits, or waited, for a decision.
  doubt text,
  -- Whether a person decided a doubt or a correction of it.
  decided boolean not null default false,
  -- Number of its newest act.
  acts integer not null default 1,
  primary key (event_id, id),
  unique (event_id, session_id, teacher_id, way),
  foreign key (event_id, session_id) references presence_session (event_id, id)
);
create index presence_mark_device on presence_mark (event_id, session_id, device) where device is not null;
create index presence_mark_doubt on presence_mark (event_id) where status = '7';

-- Every act on a mark with the status that it left; added only.
create table presence_event (
  event_id uuid not null,
  mark_id uuid not null,
  no integer not null,
  act text not null check (act in ('made', 'changed', 'decided', 'corrected')),
  means text not null,
  status text not null,
  doubt text,
  moment timestamptz not null,
  -- The claim that it used up.
  claim uuid,
  reason text not null default '',
  by_identity integer,
  at timestamptz not null default now(),
  primary key (event_id, mark_id, no)
);
create unique index presence_event_claim on presence_event (event_id, claim) where claim is not null;

create table presence_correction (
  event_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  teacher_id integer not null,
  way text not null check (way in ('in', 'out')),
  -- The status as it was, null where there was no mark, and the one asked for.
  was text,
  wish text not null,
  reason text not null,
  file_id uuid references file (id),
  asked_by integer not null,
  asked_at timestamptz not null,
  accepted boolean,
  note text not null default '',
  decided_by integer,
  decided_at timestamptz,
  primary key (event_id, id),
  foreign key (event_id, session_id) references presence_session (event_id, id)
);
create unique index presence_correction_open
  on presence_correction (event_id, session_id, teacher_id, way) where decided_at is null;
create index presence_correction_file on presence_correction (file_id);

-- A phone that signed in once: good for claims of this event.
create table presence_pass (
  event_id uuid not null,
  hash bytea not null,
  teacher_id integer not null,
  until timestamptz not null,
  primary key (event_id, hash)
);

-- Answers to the question of a claim, and which of them was right.
create table presence_try (
  claim uuid primary key,
  tries integer not null,
  passed integer,
  expires_at timestamptz not null
);
create index presence_try_age on presence_try (expires_at);

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
  revoke update, delete on presence_event from xingtan_app;
  revoke delete on presence_mark, presence_correction from xingtan_app;
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
