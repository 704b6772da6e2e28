-- second step of 0200: members of projects stand in case_person since.
drop table project_member;

-- second step of 0167: since decision 0155 no version leaves lines on the nodes of their owners. What an older
-- version left and nobody collected yet is written where it belongs, in its order.
insert into audit (at, by_identity, action, type, owner_id, record_id, facts)
select at, by_identity, action, type, owner_id, record_id, facts
from uncollected
order by written_at, id;
with happened as (
  insert into outbox (event, owner_id, record_id, revision_id, type, by_identity, holder_institution_id, holder_role)
  select event, owner_id, record_id, revision_id, type, by_identity, holder_institution_id, holder_role
  from uncollected
  where event is not null
  order by written_at, id
  returning id, event)
insert into outbox_waiting (consumer, event_id)
select c.name, t.id
from happened t
join outbox_consumer c on t.event = any(c.events);
drop table uncollected;
