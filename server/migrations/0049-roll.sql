-- Two people of one name and birthday of whom an office said that they are not one (features/roll); the lower number first.
create table apart (
  low_id integer not null references teacher (id),
  high_id integer not null references teacher (id),
  by_identity integer not null references identity (id),
  at timestamptz not null default now(),
  primary key (low_id, high_id),
  check (low_id < high_id)
);

-- How often an identity asked today whether a number is known.
create index audit_teacher_checked on audit (by_identity, at) where action = 'teacher.checked';
