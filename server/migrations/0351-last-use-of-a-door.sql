-- When somebody last came in by a door of signing in, to the minute (docs/decisions/0243).
create table outside_door (
  provider text primary key check (provider ~ '^[a-z]{2,20}$'),
  entered_at timestamptz not null
);
