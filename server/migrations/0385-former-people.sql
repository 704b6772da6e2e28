-- Names of people who were taken out again after a mistaken import or entry: lines of the audit name them by number
-- (second look U36). A row goes with the last month of the audit that can name its person.
create table former_person (
  person_id integer primary key,
  teacher_id integer unique,
  name text not null,
  -- Its name: an institution that the same import brought is taken out with its people.
  institution text,
  at timestamptz not null default now()
);
create index former_person_name on former_person (name collate "C");
