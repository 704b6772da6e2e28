-- The rows 资源共享 that a resource writes of those who made it beside its author (docs/decisions/0235).
create table coauthor_record (
  content_id integer not null references content (id) on delete cascade,
  teacher_id integer not null references teacher (id) on update cascade,
  record_id uuid not null,
  primary key (content_id, teacher_id)
);
create index coauthor_record_record on coauthor_record (record_id);
