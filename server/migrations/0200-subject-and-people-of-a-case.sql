-- A case is about a teacher, an institution, a content or another case (docs/decisions/0156). The teacher is the subject, or
-- the person who began a case about something else.
alter table process_case
  alter column teacher_id drop not null,
  add column subject_kind text not null default 'teacher',
  add column subject_institution_id integer references institution (id),
  add column subject_content_id integer,
  -- The person who holds a state in person: the teacher of the case, or one whom it names.
  add column holder_teacher_id integer references teacher (id) on update cascade;
update process_case set subject_kind = 'case' where of_case is not null;
update process_case set holder_teacher_id = teacher_id where holder_role = 2;
alter table process_case add constraint process_case_subject check (
  case subject_kind
    when 'teacher' then teacher_id is not null
    when 'institution' then subject_institution_id is not null
    when 'content' then subject_content_id is not null
    when 'case' then of_case is not null
    else false
  end);
create index process_case_person on process_case (holder_teacher_id, type) where open;
create index process_case_institution on process_case (subject_institution_id, type)
  where subject_institution_id is not null;
create index process_case_content on process_case (subject_content_id, type) where subject_content_id is not null;

-- People whom a case names, in one of its parts: members, mentors, hosts.
create table case_person (
  id uuid primary key,
  case_id uuid not null references process_case (id) on update cascade,
  institution_id integer not null references institution (id) on update cascade,
  part text not null,
  -- The place among those of the part, from 1.
  place integer not null,
  name text not null,
  org text not null,
  -- Null where nobody of this name and institution has an account: the institution answers for them on paper.
  teacher_id integer references teacher (id) on update cascade,
  state text not null check (state in ('asked', 'agreed', 'declined', 'left')),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  from_on date,
  to_on date,
  unique (case_id, part, teacher_id)
);
create index case_person_teacher on case_person (teacher_id, state);
create index case_person_institution on case_person (institution_id);

-- project_member goes by a second step (docs/decisions/0128), once no older version writes it.
insert into case_person (id, case_id, institution_id, part, place, name, org, teacher_id, state, asked_at, answered_at, from_on)
select id, case_id, institution_id, 'member', place, name, org, teacher_id,
  case state when 'confirmed' then 'agreed' when 'outside' then 'agreed' else state end, asked_at, answered_at,
  case when state = 'confirmed' then (answered_at at time zone 'Asia/Shanghai')::date end
from project_member;
