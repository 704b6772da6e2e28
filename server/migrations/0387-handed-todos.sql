-- A to-do handed to a colleague, or about which a colleague was asked, both of one office and role (docs/decisions/0259).
-- It holds for the time that the item came to this step (`since`): what comes back later is nobody's again.
create table todo_hand (
  id uuid primary key,
  source text not null,
  item text not null,
  since timestamptz not null,
  office_id integer not null references institution,
  role smallint not null,
  kind text not null check (kind in ('hand', 'opinion')),
  by_identity integer not null references identity,
  to_identity integer not null references identity,
  words text not null default '',
  answer text,
  answered_at timestamptz,
  at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index todo_hand_one on todo_hand (source, item, office_id, role)
  where kind = 'hand' and ended_at is null;
create index todo_hand_item on todo_hand (source, item, office_id, role) where ended_at is null;
create index todo_hand_to on todo_hand (to_identity, kind) where ended_at is null;
create index todo_hand_by on todo_hand (by_identity);
