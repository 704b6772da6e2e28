-- Participants of a broadcast that was held elsewhere, as the host read them out of the meeting (docs/decisions/0247).
create table live_listed (
  live_id integer not null references content (id) on delete cascade,
  no smallint not null,
  -- As the meeting says.
  name text not null,
  -- The form in which names are compared.
  name_key text not null,
  unit text not null,
  seconds integer not null,
  -- Who that is; null where nobody or several are called so.
  teacher_id integer,
  primary key (live_id, no)
);
create index live_listed_teacher on live_listed (teacher_id);
