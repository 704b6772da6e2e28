-- Messages of one cause about one type of record, such as two hundred approvals of one afternoon, are shown as one line that opens.
alter table message add column topic text;
create or replace view own_message as
select m.identity_id, m.id, m.kind, m.title, m.content, m.link, m.created_at, m.read_at, m.topic
from message m
where m.deleted_at is null
union all
select a.id, b.id, b.kind, b.title, b.content, b.link, b.created_at, r.read_at, null
from identity a
join institution i on i.id = a.institution_id
join broadcast b on b.place = any(array[0, i.id, i.district_id, i.city_id, i.province_id])
  and a.role = any(b.roles) and a.id <> b.by_identity and b.withdrawn_at is null
  and b.created_at > now() - interval '180 days'
left join broadcast_reader r on r.identity_id = a.id and r.broadcast_id = b.id
where r.deleted_at is null;
create index message_topic on message (identity_id, topic, id desc) where topic is not null and deleted_at is null;

-- Messages that an office writes again and again, shared by everybody who acts for it.
create table message_template (
  institution_id integer not null references institution (id),
  role smallint not null,
  name text not null,
  title text not null,
  content text not null,
  by_identity integer not null references identity (id),
  updated_at timestamptz not null default now(),
  primary key (institution_id, role, name)
);

-- When mails and short messages may come: at once, or together once a day or a week; and when never.
create table message_pace (
  person_id integer primary key references person (id),
  every text not null check (every in ('instant', 'daily', 'weekly')),
  at time not null,
  quiet_from time,
  quiet_to time,
  -- Nothing on days that are no working days.
  workdays boolean not null,
  check ((quiet_from is null) = (quiet_to is null))
);
-- The moment from which on something may go out to a person that would have gone out at `base`.
create function forward_at(person integer, base timestamptz) returns timestamptz language plpgsql stable as $$
declare
  pace message_pace;
  wanted date := (base at time zone 'Asia/Shanghai')::date;
  hour time := (base at time zone 'Asia/Shanghai')::time;
begin
  select * into pace from message_pace p where p.person_id = person;
  if not found then return base; end if;
  if pace.every <> 'instant' then
    if hour > pace.at then wanted := wanted + 1; end if;
    hour := pace.at;
    if pace.every = 'weekly' then wanted := wanted + (8 - extract(isodow from wanted)::int) % 7; end if;
  elsif pace.quiet_from < pace.quiet_to then
    if hour >= pace.quiet_from and hour < pace.quiet_to then hour := pace.quiet_to; end if;
  elsif pace.quiet_from > pace.quiet_to then
    if hour >= pace.quiet_from then wanted := wanted + 1; hour := pace.quiet_to;
    elsif hour < pace.quiet_to then hour := pace.quiet_to; end if;
  end if;
  if pace.workdays then
    for ahead in 0..15 loop
      exit when coalesce((select c.kind = '2' from calendar_day c where c.day = wanted),
        extract(isodow from wanted) < 6);
      if ahead = 0 and pace.every = 'instant' then hour := coalesce(pace.quiet_to, time '08:00'); end if;
      wanted := wanted + 1;
    end loop;
  end if;
  return greatest(base, (wanted + hour) at time zone 'Asia/Shanghai');
end $$;
create or replace function forward_messages() returns trigger language plpgsql as $$
begin
  insert into message_forward (message_id, person_id, by, ready_at)
  select made.id, c.person_id, c.by,
    forward_at(c.person_id, now() + case c.by when 'sms' then interval '10 minutes' else interval '2 minutes' end)
  from made join identity a on a.id = made.identity_id join message_choice c on c.person_id = a.person_id and c.kind = made.kind;
  return null;
end $$;

-- The address under which somebody's calendar reads the own deadlines; only a hash of its secret is kept.
create table calendar_feed (
  identity_id integer primary key references identity (id),
  secret_hash bytea not null unique,
  created_at timestamptz not null default now()
);
