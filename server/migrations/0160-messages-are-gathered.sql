-- On a distributed PostgreSQL the rows of a statement (`made`) cannot meet tables that Citus knows (docs/decisions/0121): their
-- numbers are gathered first.
create or replace function forward_messages() returns trigger language plpgsql as $$
declare
  ids bigint[] := array(select made.id from made);
begin
  insert into delivery (message_id, person_id, channel, ready_at, held)
  select m.id, c.person_id, c.by, forward_at(c.person_id, delivery_base(c.by)),
    forward_at(c.person_id, delivery_base(c.by)) > delivery_base(c.by)
  from message m
  join identity a on a.id = m.identity_id
  join message_choice c on c.person_id = a.person_id and c.kind = m.kind
  where m.id = any(ids);
  return null;
end $$;

-- Citus writes statements anew for the nodes, and `case a when b` comes out wrong where the function was set in.
create or replace function delivery_base(channel text) returns timestamptz language sql stable as $$
  select now() + case when channel = 'sms' then interval '10 minutes' else interval '2 minutes' end
$$;
