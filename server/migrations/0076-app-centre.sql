-- Who sees the region's other systems, who asked for one, and how they do (docs/decisions/0072). The table of apps is 0075's.
alter table app
  -- Announced by an administrator; one at a time.
  add column maintenance_from timestamptz,
  add column maintenance_until timestamptz,
  add column maintenance_note text not null default '',
  add constraint app_maintenance check (
    (maintenance_from is null) = (maintenance_until is null) and coalesce(maintenance_until > maintenance_from, true));

-- Whom an app is given: a role, of one client or of all, at one institution and below it or everywhere.
create table app_binding (
  id integer generated always as identity primary key,
  app_id text not null references app (id),
  -- The authority that narrowed the app for its region; null for what the administrator gave.
  office_id integer references institution (id),
  role smallint not null check (role between 2 and 6),
  client_id integer references client (id),
  place_id integer references institution (id),
  -- 1: may ask for it, 2: may use it.
  level smallint not null check (level in (1, 2))
);
create unique index app_binding_once on app_binding (app_id, coalesce(office_id, 0), role, coalesce(client_id, 0), coalesce(place_id, 0));

-- An authority decided about an app for its region. Without bindings of its own nobody there is given it.
create table app_narrowing (
  app_id text not null references app (id),
  office_id integer not null references institution (id),
  by_identity integer not null references identity (id),
  at timestamptz not null default now(),
  version integer not null default 1,
  primary key (app_id, office_id)
);
create index app_narrowing_office on app_narrowing (office_id);

-- Apps that an office puts first for everybody of its region; office null for the administrator's.
create table app_pin (
  app_id text not null references app (id),
  office_id integer references institution (id),
  position smallint not null
);
create unique index app_pin_once on app_pin (app_id, coalesce(office_id, 0));

create table app_favourite (
  identity_id integer not null references identity (id),
  app_id text not null references app (id),
  position smallint not null,
  primary key (identity_id, app_id)
);

create table app_opening (
  identity_id integer not null references identity (id),
  app_id text not null references app (id),
  times integer not null default 1,
  at timestamptz not null default now(),
  primary key (identity_id, app_id)
);

-- Somebody asks for an app that is not given to their role. What was granted holds until it is revoked.
create table app_request (
  id integer generated always as identity primary key,
  app_id text not null references app (id),
  identity_id integer not null references identity (id),
  reason text not null,
  state text not null default 'open' check (state in ('open', 'granted', 'refused', 'withdrawn', 'revoked')),
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by integer references identity (id),
  answer text not null default ''
);
create unique index app_request_once on app_request (app_id, identity_id) where state in ('open', 'granted');
create index app_request_of on app_request (identity_id, asked_at desc);
create index app_request_waiting on app_request (asked_at, id) where state = 'open';

-- What the watch found when it asked an app last.
create table app_health (
  app_id text primary key references app (id),
  state text not null check (state in ('normal', 'slow', 'down', 'unchecked')),
  -- Until the first byte of the answer, in milliseconds; null without one.
  ms integer,
  at timestamptz not null default now(),
  -- Since when it is in this state.
  since timestamptz not null default now()
);

-- Requests are work of offices (docs/decisions/0069).
create function tell_app_offices() returns trigger language plpgsql as $$
begin
  perform tell_changes('work', (
    select array_remove(array[i.id, i.district_id, i.city_id, i.province_id], null)
    from identity a join institution i on i.id = a.institution_id
    where a.id = new.identity_id));
  return null;
end $$;
create trigger app_request_told after insert or update of state on app_request
  for each row execute function tell_app_offices();
