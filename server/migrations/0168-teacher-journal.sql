-- Numbers of teachers whose archive was opened or taken out again, in the order of the changes. Copies of the people that
-- processes keep in memory read it: a row that was deleted leaves nothing else that they could follow.
create table teacher_journal (
  id bigint generated always as identity primary key,
  teacher_id integer not null,
  at timestamptz not null default now()
);
