-- Members of projects as people of the platform: each says for oneself whether to take part (features.md, N10.4).
create table project_member (
  id uuid primary key,
  case_id uuid not null references process_case (id) on update cascade,
  institution_id integer not null references institution (id) on update cascade,
  -- The place in the list of members, from 1.
  place integer not null,
  name text not null,
  org text not null,
  -- Null where nobody of this name and institution has an account: the school answers for them on paper.
  teacher_id integer references teacher (id) on update cascade,
  state text not null check (state in ('asked', 'confirmed', 'declined', 'outside')),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  unique (case_id, teacher_id)
);
create index project_member_teacher on project_member (teacher_id, state);
create index project_member_institution on project_member (institution_id);

-- A closed project stands in the archive of its leader and of its members.
alter table case_result drop constraint case_result_pkey;
alter table case_result add primary key (case_id, record_id);
