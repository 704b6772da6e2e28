-- The number of a record carries the owner at whom it began (docs/decisions/0123). Here stand the records that passed to another
-- owner since; on a distributed PostgreSQL every node holds it.
create table record_passed (
  record_id uuid primary key,
  owner_id integer not null
);
