-- A request whose key is claimed for a call that remembers no number of what it made: the second one is refused.
alter table idempotency drop constraint idempotency_made;
alter table idempotency add constraint idempotency_made
  check (num_nonnulls(record_id, content_id, case_id, made_id) <= 1);
