-- Sessions of a training project: what its timetable says beside engine/presence, under the same key (docs/decisions/0177).
create table training_session (
  campaign_id uuid not null,
  id uuid not null,
  title text not null,
  lecturer text not null,
  -- Empty where all classes are together.
  class_name text not null,
  -- Dictionary teachingMode.
  mode text not null,
  primary key (campaign_id, id)
);

-- The row of certificate numbers of a project: prefix and year with four digits, then the seat (docs/decisions/0177).
create table training_series (
  campaign_id uuid primary key,
  prefix text not null,
  year integer not null,
  no integer not null,
  unique (prefix, year, no)
);

-- Projects that were open before their sessions were kept: the usual rules of presence hold for them.
insert into presence_book (event_id, rules)
select c.id, '{"lateAfter": 10, "closesAfter": 40, "latesPerAbsence": 3, "signOut": false, "leastAttendance": 80}'
from campaign c
where c.type = 'trainingProject' and c.state not in ('draft', 'cancelled')
on conflict do nothing;

with line as (
  select c.id as campaign_id, gen_random_uuid() as id, s.value as said, c.value ->> 'place' as place
  from campaign c
  cross join lateral jsonb_array_elements(
    case jsonb_typeof(c.value -> 'sessions') when 'array' then c.value -> 'sessions' else '[]' end) s
  where c.type = 'trainingProject' and c.state not in ('draft', 'cancelled')
    and s.value ->> 'endsAt' > s.value ->> 'startsAt'
), session as (
  insert into training_session (campaign_id, id, title, lecturer, class_name, mode)
  select campaign_id, id, coalesce(said ->> 'title', ''), coalesce(said ->> 'lecturer', ''),
    coalesce(said ->> 'className', ''), coalesce(said ->> 'mode', '')
  from line
)
insert into presence_session (event_id, id, starts_at, ends_at, place, tenths)
select campaign_id, id, (said ->> 'startsAt')::timestamp at time zone 'Asia/Shanghai',
  (said ->> 'endsAt')::timestamp at time zone 'Asia/Shanghai', coalesce(said ->> 'place', place, ''),
  coalesce(round((said ->> 'hours')::numeric * 10), 0)::int
from line;

select grant_application_rights();
