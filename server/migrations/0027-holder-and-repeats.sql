-- Who held the item when it happened: a message goes there, wherever the item is by the time it is sent.
alter table outbox add column holder_institution_id integer;
alter table outbox add column holder_role smallint;
update outbox o set holder_institution_id = v.holder_institution_id, holder_role = v.holder_role
  from revision v where o.taken_at is null and v.owner_id = o.owner_id and v.id = o.revision_id;

-- A request sent twice may have made a content, whose number is an integer, instead of a record.
alter table idempotency alter column record_id drop not null;
alter table idempotency alter column owner_id drop not null;
alter table idempotency add column content_id integer;
alter table idempotency add constraint idempotency_made check ((record_id is null) <> (content_id is null));
