-- What somebody wants by mail or short message, too, by kind of message.
create table message_choice (
  person_id integer not null references person (id),
  kind text not null,
  by text not null check (by in ('mail', 'sms')),
  primary key (person_id, kind, by)
);
-- Messages that go out that way once they have waited unread; a row goes when it was sent or was read meanwhile.
create table message_forward (
  message_id bigint not null references message (id) on delete cascade,
  person_id integer not null,
  by text not null,
  ready_at timestamptz not null,
  primary key (message_id, by)
);
create index message_forward_ready on message_forward (ready_at);
create index message_forward_person on message_forward (person_id, by);
-- Whoever writes messages, in whatever statement: none is forgotten. Mail waits two minutes unread, a short message ten.
create function forward_messages() returns trigger language plpgsql as $$
begin
  insert into message_forward (message_id, person_id, by, ready_at)
  select made.id, c.person_id, c.by, now() + case c.by when 'sms' then interval '10 minutes' else interval '2 minutes' end
  from made join identity a on a.id = made.identity_id join message_choice c on c.person_id = a.person_id and c.kind = made.kind;
  return null;
end $$;
create trigger message_made after insert on message referencing new table as made for each statement execute function forward_messages();
-- The own mail address is proved by a code, as the phone is.
alter table mobile_code drop constraint mobile_code_purpose_check;
alter table mobile_code add constraint mobile_code_purpose_check check (purpose in ('forget', 'bind', 'login', 'mail'));
