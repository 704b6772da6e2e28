-- Comments of kinds that are looked at before readers see them (docs/decisions/0181): when a comment was let through, and
-- how its author rates the item. Of other kinds both stay empty.
alter table comment
  add column score smallint check (score between 1 and 5),
  add column shown_at timestamptz;
create index comment_waiting on comment (kind, at, id) where shown_at is null and hidden_at is null;
