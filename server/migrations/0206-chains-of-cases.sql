-- The published chain on which a case climbs (docs/decisions/0162); null where it does not climb now. Cases that were on
-- their way before keep the way that every level takes.
alter table process_case add column flow_version integer;
update process_case set flow_version = 0 where open and state = 'recommending';
alter table process_case add column reason_required boolean not null default false;
