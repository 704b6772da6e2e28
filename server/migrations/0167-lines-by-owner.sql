-- Lines that a change on the node of its owner leaves for the audit and the outbox, which stand on the coordinator
-- (docs/decisions/0133). Empty on a database that is not spread.
create table uncollected (
  owner_id int not null,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default now(),
  -- In the order of these they are collected: two changes of one record wait for each other after they began.
  written_at timestamptz not null default clock_timestamp(),
  by_identity int not null,
  type text not null,
  record_id uuid not null,
  action text not null,
  facts jsonb not null,
  -- Null where nobody is to hear of it.
  event text,
  revision_id uuid not null,
  holder_institution_id int,
  holder_role smallint,
  primary key (owner_id, id)
);

-- A request that repeats is known on the node of the owner of its record; requests about contents and cases have owner 0.
update idempotency set owner_id = 0 where owner_id is null;
alter table idempotency alter column owner_id set default 0;
alter table idempotency drop constraint idempotency_pkey;
alter table idempotency add primary key (owner_id, identity_id, key);
