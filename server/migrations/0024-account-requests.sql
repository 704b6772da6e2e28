-- What an administrator asks for and another one confirms, and how long a password lives that somebody else made.

-- A role that weighs (administrator, district, city, province), asked for by one administrator.
create table account_request (
  id integer primary key generated always as identity,
  person_id integer not null references person (id),
  role smallint not null,
  institution_id integer not null references institution (id),
  -- Duties of an administrator, where they are separate.
  duties text[],
  asked_by integer not null references identity (id),
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  state text not null default 'open' check (state in ('open', 'confirmed', 'refused', 'withdrawn', 'expired')),
  decided_by integer references identity (id),
  decided_at timestamptz,
  reason text not null default ''
);
create unique index account_request_open on account_request (person_id, role, institution_id) where state = 'open';
create index account_request_person on account_request (person_id);
create index account_request_state on account_request (state, id);

-- Until when a one-time password opens anything; null for one its owner chose.
alter table person add column password_until timestamptz;
