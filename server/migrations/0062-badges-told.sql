-- Every process hears whose messages changed, and at which offices work came or went (docs/decisions/0069). A payload
-- holds at most 8 000 bytes: where very many are meant, everybody looks.
create function tell_changes(what text, ids integer[]) returns void language sql as $$
  select pg_notify('badges', what || ':' || case when cardinality(ids) > 500 then '*' else array_to_string(ids, ',') end)
  where cardinality(ids) > 0;
$$;
create function tell_readers() returns trigger language plpgsql as $$
begin
  perform tell_changes('message', array(select distinct identity_id from changed));
  return null;
end $$;
create trigger message_told after insert on message referencing new table as changed
  for each statement execute function tell_readers();
create trigger message_read_told after update on message referencing new table as changed
  for each statement execute function tell_readers();
-- Cases move seldom and contents, too; records tell through the outbox, in batches, because a notice delays every commit.
create function tell_case_holders() returns trigger language plpgsql as $$
begin
  perform tell_changes('work', array_remove(
    array[new.holder_institution_id, case when tg_op = 'UPDATE' then old.holder_institution_id end], null));
  return null;
end $$;
create trigger process_case_told after insert or update of holder_institution_id, state on process_case
  for each row execute function tell_case_holders();
create function tell_content_holders() returns trigger language plpgsql as $$
begin
  perform tell_changes('work', array_remove(array[(new.route -> new.step::integer ->> 'institutionId')::integer,
    (old.route -> old.step::integer ->> 'institutionId')::integer], null));
  return null;
end $$;
create trigger content_told after update of route, step on content for each row execute function tell_content_holders();
