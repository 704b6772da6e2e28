-- Numbers by which other providers know a person, proved by a code that was sent there. Sealed as the phone is.
create table outside_account (
  person_id integer not null references person (id),
  provider text not null check (provider ~ '^[a-z]{2,20}$'),
  subject_sealed text not null,
  subject_key text not null,
  bound_at timestamptz not null default now(),
  primary key (person_id, provider),
  unique (provider, subject_key)
);
alter table mobile_code drop constraint mobile_code_purpose_check;
alter table mobile_code add constraint mobile_code_purpose_check
  check (purpose in ('forget', 'bind', 'login', 'mail', 'wecom', 'dingtalk'));
alter table message_choice drop constraint message_choice_by_check;
alter table message_choice add constraint message_choice_by_check check (by in ('mail', 'sms', 'wecom', 'dingtalk'));

-- One sending through a channel: everything that waited for one person there, in one text (docs/decisions/0076).
create table dispatch (
  id bigint primary key generated always as identity,
  -- The same with every attempt, for channels that recognise what they have.
  key uuid not null default gen_random_uuid(),
  person_id integer not null references person (id),
  channel text not null check (channel in ('mail', 'sms', 'wecom', 'dingtalk')),
  -- Where the person works: whose offices see it.
  institution_id integer not null references institution (id),
  -- How many and of which kind, never what they say.
  text text not null,
  messages integer not null,
  -- Parts that a short message is charged as; 0 elsewhere.
  pieces smallint not null default 0,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'delivered', 'failed', 'givenUp', 'unknown', 'dropped')),
  reason text,
  attempts smallint not null default 0,
  ready_at timestamptz not null default now(),
  sending_since timestamptz,
  -- The channel's own number of it.
  receipt text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index dispatch_ready on dispatch (ready_at) where state in ('queued', 'failed');
create index dispatch_sending on dispatch (sending_since) where state = 'sending';
create index dispatch_institution on dispatch (institution_id, id desc);
create index dispatch_troubled on dispatch (id desc) where state in ('failed', 'givenUp', 'unknown');
create index dispatch_created on dispatch (created_at);

-- The ledger: each message that is to go out to a person through a channel. `message_id` is that of a message or of a
-- message to many, whose numbers come from one sequence; `round` counts the reminders of the latter.
create table delivery (
  message_id bigint not null,
  person_id integer not null references person (id),
  channel text not null,
  round smallint not null default 0,
  ready_at timestamptz not null,
  -- Later than usual, because of quiet hours or because the person wants everything together.
  held boolean not null,
  dispatch_id bigint references dispatch (id) on delete cascade,
  -- Why it does not go out.
  dropped text check (dropped in ('read', 'withdrawn', 'unwanted', 'unreachable', 'closed')),
  created_at timestamptz not null default now(),
  primary key (message_id, person_id, channel, round)
);
create index delivery_waiting on delivery (ready_at) where dispatch_id is null and dropped is null;
create index delivery_waiting_person on delivery (person_id, channel) where dispatch_id is null and dropped is null;
create index delivery_dispatch on delivery (dispatch_id) where dispatch_id is not null;
create index delivery_created on delivery (created_at);

-- How far the readers of a message to many who want to be reminded were written down.
create table delivery_round (
  broadcast_id bigint not null references broadcast (id) on delete cascade,
  round smallint not null,
  after_person integer not null default 0,
  done_at timestamptz,
  primary key (broadcast_id, round)
);
create index delivery_round_open on delivery_round (broadcast_id) where done_at is null;

-- A channel that said it is asked too often.
create table channel_pause (
  channel text primary key,
  until timestamptz not null,
  reason text not null
);

-- Moment from which on a message goes out through a channel, unless it is read before.
create function delivery_base(channel text) returns timestamptz language sql stable as $$
  select now() + case channel when 'sms' then interval '10 minutes' else interval '2 minutes' end
$$;
create or replace function forward_messages() returns trigger language plpgsql as $$
begin
  insert into delivery (message_id, person_id, channel, ready_at, held)
  select made.id, c.person_id, c.by, forward_at(c.person_id, delivery_base(c.by)),
    forward_at(c.person_id, delivery_base(c.by)) > delivery_base(c.by)
  from made
  join identity a on a.id = made.identity_id
  join message_choice c on c.person_id = a.person_id and c.kind = made.kind;
  return null;
end $$;
insert into delivery (message_id, person_id, channel, ready_at, held)
select message_id, person_id, by, ready_at, ready_at > now() + interval '10 minutes' from message_forward;
drop table message_forward;

-- A message to many may ask its readers to confirm it; those who have not are reminded.
alter table broadcast add column confirm boolean not null default false;
alter table broadcast add column reminded_at timestamptz;
alter table broadcast add column reminders smallint not null default 0;
alter table broadcast_reader add column confirmed_at timestamptz;
create index broadcast_reader_confirmed on broadcast_reader (broadcast_id) where confirmed_at is not null;
create index broadcast_confirm on broadcast (place, id) where confirm and withdrawn_at is null;

-- A reminder makes it unread again for who read it and did not confirm.
create or replace view own_message as
select m.identity_id, m.id, m.kind, m.title, m.content, m.link, m.created_at, m.read_at, m.topic,
  null::text as confirm
from message m
where m.deleted_at is null
union all
select a.id, b.id, b.kind, b.title, b.content, b.link, b.created_at,
  case when b.confirm and r.confirmed_at is null and b.reminded_at > r.read_at then null else r.read_at end,
  null,
  case when not b.confirm then null when r.confirmed_at is null then 'asked' else 'done' end
from identity a
join institution i on i.id = a.institution_id
join broadcast b on b.place = any(array[0, i.id, i.district_id, i.city_id, i.province_id])
  and a.role = any(b.roles) and a.id <> b.by_identity and b.withdrawn_at is null
  and b.created_at > now() - interval '180 days'
left join broadcast_reader r on r.identity_id = a.id and r.broadcast_id = b.id
where r.deleted_at is null;
-- What was sent before this migration is not sent late.
insert into delivery_round (broadcast_id, round, done_at) select id, 0, now() from broadcast;
drop index mobile_code_person;
create index mobile_code_person on mobile_code (person_id, created_at)
  where purpose in ('bind', 'mail', 'wecom', 'dingtalk');
