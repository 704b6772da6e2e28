-- Seats of an event (docs/decisions/0168): a campaign or a case. The rules by which a free seat is offered.
create table seat_book (
  event_id uuid primary key,
  rules jsonb not null,
  -- The highest number that was given to a seat, where pools share one row of numbers.
  minted integer not null default 0,
  -- From then on what nobody uses goes back up at once, and the whole event is one waiting list.
  returned_at timestamptz,
  -- From then on nobody is asked any more.
  closed_at timestamptz
);

-- Places that an institution was granted by the one above: used for what it recommends, given to those below. Succeeds campaign_quota.
create table seat_pool (
  event_id uuid not null,
  institution_id integer not null references institution (id),
  -- A large pool lies in several rows, so that its takers do not wait for one.
  stripe integer not null default 0,
  -- Who granted them; null for the places of whoever holds the event.
  granted_by integer references institution (id),
  granted integer not null,
  given integer not null default 0,
  used integer not null default 0,
  -- Seats of this stripe that have a number, where a pool has several.
  minted integer not null default 0,
  primary key (event_id, institution_id, stripe),
  constraint seat_pool_holds check (given >= 0 and used >= 0 and given + used <= granted)
);
insert into seat_pool (event_id, institution_id, granted_by, granted, given, used)
select campaign_id, institution_id, granted_by, granted, given, used from campaign_quota;

create table seat (
  event_id uuid not null,
  no integer not null,
  -- The pool of which it is.
  institution_id integer not null references institution (id),
  stripe integer not null default 0,
  -- The case that has it, or is asked whether it wants it.
  holder uuid,
  state text not null check (state in ('held', 'offered', 'free')),
  until timestamptz,
  primary key (event_id, no),
  constraint seat_has_holder check ((holder is null) = (state = 'free'))
);
create unique index seat_holder on seat (event_id, holder);
create index seat_free on seat (event_id, no) where state = 'free';

-- What happened to a seat, one chain for each; added only.
create table seat_event (
  event_id uuid not null,
  seat_no integer not null,
  no integer not null,
  act text not null check (act in ('taken', 'offered', 'accepted', 'freed', 'lapsed', 'replaced')),
  holder uuid not null,
  institution_id integer not null,
  until timestamptz,
  reason text not null default '',
  -- Null for the clock.
  by_identity integer,
  at timestamptz not null default now(),
  primary key (event_id, seat_no, no)
);

create table seat_waiting (
  event_id uuid not null,
  holder uuid not null,
  institution_id integer not null references institution (id),
  -- Offers that were let go: whoever did comes after all others.
  lapses integer not null default 0,
  order_key text not null,
  because text not null,
  since timestamptz not null,
  -- Why it was passed over; the place stays.
  passed text,
  left_at timestamptz,
  primary key (event_id, holder)
);
create index seat_waiting_line on seat_waiting (event_id, institution_id, lapses, order_key, since) where left_at is null;

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
