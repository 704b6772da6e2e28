-- What the archives of a large province come to, counted every few minutes: counting a million while somebody
-- waits takes longer than a page may.
create table quality_sum (
  province_id integer primary key,
  counted jsonb not null,
  counted_at timestamptz not null default now()
);
