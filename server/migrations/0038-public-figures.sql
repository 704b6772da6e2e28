-- The figures of the portal's front page as they were counted last: one row, for every process the same.
create table public_figures (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null default now(),
  value jsonb not null
);
