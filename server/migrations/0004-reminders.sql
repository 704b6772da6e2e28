-- A reminder that something runs out, sent once per stage; a later end makes the record due anew.
create table reminder (
  owner_id integer not null,
  record_id uuid not null,
  field text not null,
  due_on date not null,
  -- Days before the end: 90, 30 or 7.
  stage smallint not null,
  sent_at timestamptz not null default now(),
  primary key (owner_id, record_id, field, due_on, stage)
);
