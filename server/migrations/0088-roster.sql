-- What the region's systems are told of who works where (docs/decisions/0075). `modified_at` is what a system asks by to
-- hear of changes; `roster_no` counts the changes of one row, so that a receiver can tell which of two is the later one.
alter table teacher add column modified_at timestamptz not null default '2026-11-24 00:00:00+08';
alter table teacher alter column modified_at set default clock_timestamp();
alter table teacher add column roster_no integer not null default 1;
create index teacher_modified on teacher (modified_at, id);
alter table institution add column modified_at timestamptz not null default '2026-11-24 00:00:00+08';
alter table institution alter column modified_at set default clock_timestamp();
alter table institution add column roster_no integer not null default 1;
create index institution_modified on institution (modified_at, id);

-- Codes of dictionary employmentStatus that count as serving; a test compares them.
create function roster_serving(status text) returns boolean language sql immutable parallel safe as
  $$ select status in ('04', '11', '12', '13', '14', '15', '16', '17') $$;

-- What a system is told, by agreement: of which place, which facts beside the name, until when.
create table roster_feed (
  app_id text primary key references app (id),
  place_id integer not null references institution (id),
  facts text[] not null,
  agreement text not null,
  until date not null,
  enabled boolean not null default true,
  version integer not null default 1,
  by_identity integer not null references identity (id),
  updated_at timestamptz not null default now()
);
alter table api_token add column app_id text references app (id);

-- Whom a system was told of, under which number: it hears of them once more when they have left.
create table roster_subject (
  app_id text not null,
  person_id integer not null,
  sourced_id text not null,
  -- Since when the person is no teacher here at all.
  gone_at timestamptz,
  primary key (app_id, person_id),
  unique (app_id, sourced_id)
);
create index roster_subject_person on roster_subject (person_id);

-- Where a system wants to hear of changes. Of two secrets both sign for a day.
create table roster_hook (
  app_id text primary key references roster_feed (app_id),
  url text not null,
  events text[] not null,
  enabled boolean not null default true,
  secret_sealed text not null,
  old_secret_sealed text,
  old_until timestamptz,
  -- Failures in a row, and until when the system is left alone for them.
  failures smallint not null default 0,
  paused_until timestamptz,
  last_ok_at timestamptz,
  version integer not null default 1,
  by_identity integer not null references identity (id),
  updated_at timestamptz not null default now()
);

-- One change for one system: ids only; what is told of the subject is read when it is sent.
create table roster_delivery (
  id bigint primary key generated always as identity,
  event_id uuid not null default gen_random_uuid(),
  app_id text not null references roster_hook (app_id),
  event text not null,
  subject_id integer not null,
  no integer not null,
  at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  attempts smallint not null default 0,
  ready_at timestamptz not null default now(),
  -- Of the last attempt.
  status smallint,
  reason text,
  ms integer,
  ended_at timestamptz
);
create index roster_delivery_waiting on roster_delivery (app_id, id) where state = 'waiting';
create index roster_delivery_subject on roster_delivery (app_id, subject_id, id) where state = 'waiting';
create index roster_delivery_app on roster_delivery (app_id, id desc);
create index roster_delivery_ended on roster_delivery (ended_at) where ended_at is not null;

-- The events of one teacher for every system that wants them; a place is an array of a row's institutions.
create function roster_tell_teacher(subject integer, no integer, was integer[], is_now integer[]) returns void
language sql as $$
  insert into roster_delivery (app_id, event, subject_id, no)
  select e.app_id, e.event, subject, no
  from (
    select h.app_id, h.events, case
      when not f.place_id = any(was) then 'teacher.joined'
      when not f.place_id = any(is_now) then 'teacher.left'
      when was[1] is distinct from is_now[1] then 'teacher.moved'
      else 'teacher.changed' end as event
    from roster_hook h
    join roster_feed f on f.app_id = h.app_id
    where h.enabled and f.enabled and f.until >= current_date
      and (f.place_id = any(was) or f.place_id = any(is_now))) e
  where e.event = any(e.events)
$$;

create function roster_places(status text, institution integer, district integer, city integer, province integer)
returns integer[] language sql immutable parallel safe as $$
  select case when roster_serving(status) and institution is not null
    then array[institution, coalesce(district, 0), coalesce(city, 0), coalesce(province, 0)] else '{}'::integer[] end
$$;

create function roster_count() returns trigger language plpgsql as $$
begin
  new.modified_at := clock_timestamp();
  new.roster_no := old.roster_no + 1;
  return new;
end $$;
create trigger teacher_counted before update on teacher for each row
  when ((old.name, old.institution_id, old.district_id, old.city_id, old.province_id, old.status, old.stage, old.subject,
      old.title_level, old.roster_no)
    is distinct from (new.name, new.institution_id, new.district_id, new.city_id, new.province_id, new.status, new.stage,
      new.subject, new.title_level, new.roster_no))
  execute function roster_count();
create trigger institution_counted before update on institution for each row
  when ((old.name, old.code, old.parent_id, old.kind, old.closed_on, old.district_id, old.city_id, old.province_id)
    is distinct from (new.name, new.code, new.parent_id, new.kind, new.closed_on, new.district_id, new.city_id,
      new.province_id))
  execute function roster_count();

create function roster_teacher_changed() returns trigger language plpgsql as $$
begin
  perform roster_tell_teacher(new.id, new.roster_no,
    roster_places(old.status, old.institution_id, old.district_id, old.city_id, old.province_id),
    roster_places(new.status, new.institution_id, new.district_id, new.city_id, new.province_id));
  return null;
end $$;
create trigger teacher_told after update on teacher for each row when (old.roster_no <> new.roster_no)
  execute function roster_teacher_changed();

-- A load brings a million rows: one look for all of them where nobody wants to hear.
create function roster_teachers_added() returns trigger language plpgsql as $$
begin
  if exists (select 1 from roster_hook where enabled) then
    perform roster_tell_teacher(n.id, n.roster_no, '{}',
      roster_places(n.status, n.institution_id, n.district_id, n.city_id, n.province_id))
    from added n;
  end if;
  return null;
end $$;
create trigger teacher_added_told after insert on teacher referencing new table as added
  for each statement execute function roster_teachers_added();

create function roster_teacher_gone() returns trigger language plpgsql as $$
begin
  update roster_subject set gone_at = clock_timestamp() where person_id = old.person_id;
  return null;
end $$;
create trigger teacher_gone_told after delete on teacher for each row execute function roster_teacher_gone();

-- A phone is of the person. Its index stays the same when the phone is sealed anew.
create function roster_person_changed() returns trigger language plpgsql as $$
begin
  update teacher set roster_no = roster_no + 1 where person_id = new.id;
  return null;
end $$;
create trigger person_told after update of mobile_key on person for each row
  when (old.mobile_key is distinct from new.mobile_key) execute function roster_person_changed();

create function roster_institution_changed() returns trigger language plpgsql as $$
begin
  insert into roster_delivery (app_id, event, subject_id, no)
  select h.app_id, 'institution.changed', new.id, new.roster_no
  from roster_hook h
  join roster_feed f on f.app_id = h.app_id
  where h.enabled and f.enabled and f.until >= current_date and 'institution.changed' = any(h.events)
    and f.place_id in (new.id, new.district_id, new.city_id, new.province_id);
  return null;
end $$;
create trigger institution_added_told after insert on institution for each row
  execute function roster_institution_changed();
create trigger institution_told after update on institution for each row when (old.roster_no <> new.roster_no)
  execute function roster_institution_changed();
