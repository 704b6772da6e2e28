-- Who wrote the common text of a prep, besides its main author (docs/decisions/0179): they are named when it goes into the library.
create table prep_writer (
  prep_id uuid not null references prep (id) on delete cascade,
  teacher_id integer not null,
  primary key (prep_id, teacher_id)
);
create index prep_writer_teacher on prep_writer (teacher_id);
