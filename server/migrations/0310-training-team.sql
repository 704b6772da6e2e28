-- Who works in a training project beside its host: the institution that carries it out, head teachers and tutors of its
-- classes (docs/decisions/0217).
create table training_team (
  campaign_id uuid not null,
  id uuid primary key,
  part text not null check (part in ('undertaker', 'headTeacher', 'tutor')),
  institution_id integer,
  teacher_id integer,
  -- Empty for all classes.
  class_name text not null default '',
  by_identity integer not null,
  at timestamptz not null default now(),
  check ((part = 'undertaker') = (institution_id is not null)),
  check ((institution_id is null) <> (teacher_id is null)),
  unique nulls not distinct (campaign_id, part, institution_id, teacher_id, class_name)
);
create index training_team_institution on training_team (institution_id) where institution_id is not null;
create index training_team_teacher on training_team (teacher_id) where teacher_id is not null;
