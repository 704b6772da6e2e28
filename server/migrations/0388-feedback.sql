-- What people say about the portal itself, and what an administrator answered (docs/decisions/0260).
create table feedback (
  id uuid primary key,
  by_identity integer not null references identity,
  person_id integer not null references person,
  kind text not null check (kind in ('1', '2', '3')),
  text text not null,
  page text not null default '',
  at timestamptz not null default now(),
  answer text,
  answered_at timestamptz,
  answered_by integer references identity
);
create index feedback_open on feedback (at) where answer is null;
create index feedback_all on feedback (at desc);
create index feedback_person on feedback (person_id, at desc);
create index feedback_identity on feedback (by_identity);
