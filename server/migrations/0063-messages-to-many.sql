-- A message to everybody of some roles below an institution is one row; who read it is a row for each who did
-- (docs/decisions/0070). Numbers come from those of messages, so that both stand in one order and one address names one.
create table broadcast (
  id bigint primary key default nextval(pg_get_serial_sequence('message', 'id')),
  kind text not null,
  title text not null,
  content text not null default '',
  link text,
  -- The institution with all below it; 0 for everybody.
  place integer not null,
  roles smallint[] not null check (cardinality(roles) > 0),
  by_identity integer not null references identity (id),
  -- Named by whoever sends: the same message sent again by a lost connection is the same row.
  key uuid not null,
  -- Accounts it was for when it was sent.
  reached integer not null,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  unique (by_identity, key)
);
create index broadcast_place on broadcast (place, id desc) where withdrawn_at is null;
create index broadcast_sent on broadcast (by_identity, id desc);

create table broadcast_reader (
  broadcast_id bigint not null references broadcast (id) on delete cascade,
  identity_id integer not null references identity (id),
  read_at timestamptz,
  deleted_at timestamptz,
  primary key (identity_id, broadcast_id)
);
create index broadcast_reader_read on broadcast_reader (broadcast_id) where read_at is not null;

-- What lies in somebody's box: messages to them, and those to many that are for them, as long as these are kept.
create view own_message as
select m.identity_id, m.id, m.kind, m.title, m.content, m.link, m.created_at, m.read_at
from message m
where m.deleted_at is null
union all
select a.id, b.id, b.kind, b.title, b.content, b.link, b.created_at, r.read_at
from identity a
join institution i on i.id = a.institution_id
join broadcast b on b.place = any(array[0, i.id, i.district_id, i.city_id, i.province_id])
  and a.role = any(b.roles) and a.id <> b.by_identity and b.withdrawn_at is null
  and b.created_at > now() - interval '180 days'
left join broadcast_reader r on r.identity_id = a.id and r.broadcast_id = b.id
where r.deleted_at is null;

create function tell_everybody() returns trigger language plpgsql as $$
begin
  perform pg_notify('badges', 'message:*');
  return null;
end $$;
create trigger broadcast_told after insert or update on broadcast for each statement execute function tell_everybody();
create trigger broadcast_read_told after insert on broadcast_reader referencing new table as changed
  for each statement execute function tell_readers();
create trigger broadcast_reread_told after update on broadcast_reader referencing new table as changed
  for each statement execute function tell_readers();
