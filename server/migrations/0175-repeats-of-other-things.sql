-- A request sent twice may have made a token, a link or an export, whose numbers are integers: which of them, its keyed
-- hash says.
alter table idempotency add column made_id integer;
alter table idempotency drop constraint idempotency_made;
alter table idempotency add constraint idempotency_made
  check (num_nonnulls(record_id, content_id, case_id, made_id) = 1);
