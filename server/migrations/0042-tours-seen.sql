-- Who has seen the tour of the first steps as which role: it is shown by itself once.
create table tour_seen (
  person_id integer not null references person (id),
  role smallint not null,
  at timestamptz not null default now(),
  primary key (person_id, role)
);
