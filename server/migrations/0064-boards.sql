-- Full-screen boards (features/boards, docs/decisions/0066).

-- Each save of a layout by an office. A null layout goes back to that of the office above, or the declared one.
create table board_layout (
  institution_id integer not null references institution (id),
  board text not null,
  version integer not null,
  layout jsonb,
  note text not null,
  by_identity integer not null references identity (id),
  at timestamptz not null default now(),
  primary key (institution_id, board, version)
);

-- Links that show one board of one place without signing in. Only the hash of the secret is kept.
create table board_share (
  id integer primary key generated always as identity,
  secret_hash bytea not null unique,
  board text not null,
  -- The office whose link it is, and the place that it shows.
  institution_id integer not null references institution (id),
  place_id integer not null references institution (id),
  mode text not null check (mode in ('frozen', 'live')),
  -- The screens of a frozen link by the number of their place, small numbers hidden; null for a live one.
  frozen jsonb check ((mode = 'frozen') = (frozen is not null)),
  note text not null,
  by_identity integer not null references identity (id),
  at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by integer references identity (id),
  last_opened_at timestamptz
);
create index board_share_own on board_share (institution_id, at desc, id desc);
