-- What readers say below something, and answers one level deep (docs/decisions/0180). `kind` and `item_id` as on the shelf.
create table comment (
  id uuid primary key,
  kind text not null,
  item_id integer not null,
  answers_id uuid references comment (id),
  person_id integer not null references person (id),
  institution_id integer not null references institution (id),
  text text not null,
  at timestamptz not null default now(),
  -- Hidden by staff with a reason, or by its own author without one.
  hidden_at timestamptz,
  hidden_reason text
);
create index comment_item on comment (kind, item_id, at desc, id desc) where answers_id is null;
create index comment_answers on comment (answers_id, at) where answers_id is not null;
create index comment_person on comment (person_id);
create index comment_institution on comment (institution_id);

-- Who reported a comment, once a person.
create table comment_report (
  comment_id uuid not null references comment (id),
  person_id integer not null references person (id),
  reason text not null,
  primary key (comment_id, person_id)
);
create index comment_report_person on comment_report (person_id);
