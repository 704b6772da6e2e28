-- Keys that seal personal values after the first, which is derived from the installation's master key and has no row.
create table sealing_key (
  kid integer primary key check (kid > 1),
  -- The key, encrypted under the master key; useless without it.
  wrapped text not null,
  made_at timestamptz not null default now(),
  -- From then on new values are sealed with it; every process has learnt it by then.
  active_at timestamptz not null,
  -- When nothing was left under an earlier key.
  finished_at timestamptz
);

-- How far the values of a table have been sealed anew; an interrupted rotation goes on from here.
create table sealing_progress (
  kid integer not null references sealing_key (kid),
  table_name text not null,
  reached jsonb,
  changed bigint not null default 0,
  finished_at timestamptz,
  primary key (kid, table_name)
);
