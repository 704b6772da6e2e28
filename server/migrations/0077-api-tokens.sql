-- Tokens with which the region's own programs read the portal (docs/decisions/0073).
create table api_token (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  -- The system that uses it, and whom to call about it.
  name text not null,
  contact text not null default '',
  scopes text[] not null,
  -- What it reads is of this institution and below it.
  place_id integer not null references institution (id),
  -- The office that issued it; null for the administrator.
  office_id integer references institution (id),
  by_identity integer not null references identity (id),
  per_minute smallint not null check (per_minute between 1 and 600),
  -- Networks (CIDR) from which it may be used; none: from anywhere.
  networks text[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by integer references identity (id)
);
create index api_token_office on api_token (office_id, created_at desc);

-- Calls of each minute, counted here because several processes answer.
create table api_minute (
  token_id integer not null references api_token (id),
  minute timestamptz not null,
  calls integer not null default 1,
  primary key (token_id, minute)
);

create table api_call (
  id bigint generated always as identity primary key,
  token_id integer not null references api_token (id),
  at timestamptz not null default now(),
  -- The pattern of the call, never the address itself: addresses may carry names.
  call text not null,
  status smallint not null,
  -- Lines that the answer held; null where it is no list.
  lines integer,
  ms integer not null,
  address text not null
);
create index api_call_of on api_call (token_id, id desc);
create index api_call_old on api_call (at);
