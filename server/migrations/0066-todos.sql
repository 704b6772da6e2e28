-- To-dos are asked anew each time (docs/decisions/0071): every source has an index in the order of waiting.
create index revision_waiting on revision (holder_institution_id, holder_role, holder_since, id) where state = 'inReview';
create index process_case_waiting on process_case (holder_institution_id, holder_role, holder_since, id) where open and handed_in;
create index content_waiting_since on content (((route -> step::integer ->> 'institutionId')::integer), (coalesce(holder_since, updated_at)))
  where state = 'inReview';
create index correction_open_district on correction (district_id, asked_at) where state = 'open';
create index correction_open_city on correction (city_id, asked_at) where state = 'open';
create index correction_open_province on correction (province_id, asked_at) where state = 'open';

-- How long an office took, of cases.
create index process_event_office on process_event (by_institution, at desc) where waited_seconds is not null;

-- What was overdue at an office and of which the office above was told, once for each time that it came there.
create table todo_escalated (
  source text not null,
  item text not null,
  since timestamptz not null,
  -- The office that has it, and the one that was told; null where nobody is above.
  office_id integer not null references institution (id),
  above_id integer references institution (id),
  at timestamptz not null default now(),
  primary key (source, item, since)
);

-- Work that comes to offices or leaves them, beside cases and contents (docs/decisions/0069).
create function tell_correction_offices() returns trigger language plpgsql as $$
begin
  perform tell_changes('work', array_remove(
    array[new.institution_id, new.district_id, new.city_id, new.province_id], null));
  return null;
end $$;
create trigger correction_told after insert or update of state on correction
  for each row execute function tell_correction_offices();
create function tell_confirming_office() returns trigger language plpgsql as $$
begin
  perform tell_changes('work', array(select institution_id from identity where id = new.confirmed_by));
  return null;
end $$;
create trigger confirmation_told after insert on confirmation for each row execute function tell_confirming_office();
create function tell_reading_office() returns trigger language plpgsql as $$
begin
  perform tell_changes('work', array[new.institution_id]);
  return null;
end $$;
create trigger content_confirmation_told after insert on content_confirmation
  for each row execute function tell_reading_office();
create function tell_export_offices() returns trigger language plpgsql as $$
begin
  perform tell_changes('work', array_remove(array[new.institution_id, new.above_id], null));
  return null;
end $$;
create trigger export_told after insert or update of state on export for each row
  when (new.state in ('approval', 'queued', 'refused', 'cancelled')) execute function tell_export_offices();
create function tell_administrators() returns trigger language plpgsql as $$
begin
  perform tell_changes('work', array(select distinct institution_id from identity where role = 1 and state = 'enabled'));
  return null;
end $$;
create trigger account_request_told after insert or update of state on account_request
  for each row execute function tell_administrators();
