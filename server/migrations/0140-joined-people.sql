-- The same human registered twice: one number goes on, the other one leads to it (features/joining, docs/decisions/0110).
alter table teacher add column joined_into integer references teacher (id) check (joined_into <> id);
create index teacher_joined_into on teacher (joined_into) where joined_into is not null;

-- One line per join: whose rows went where, and what both people were before, so that it can be undone by hand.
create table person_join (
  id uuid primary key,
  kept_id integer not null references teacher (id),
  joined_id integer not null unique references teacher (id),
  by_identity integer not null references identity (id),
  at timestamptz not null default now(),
  reason text not null,
  -- What was chosen: the day, fields of the joined archive, records of it that stay in place of others.
  chosen jsonb not null,
  -- Memberships, accounts, names to sign in with and status of both, as found.
  before jsonb not null,
  -- Rows that got the number that goes on, by table; records that were voided, by type.
  moved jsonb not null
);
create index person_join_kept on person_join (kept_id);

alter table movement drop constraint movement_act_check;
alter table movement add constraint movement_act_check
  check (act in ('move', 'end', 'begin', 'status', 'teach', 'endTeaching', 'join'));
