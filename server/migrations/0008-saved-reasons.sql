-- Reasons of return that an officer keeps for later use, per record type.
create table saved_reason (
  identity_id integer not null references identity (id),
  type text not null,
  field text not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (identity_id, type, field, text)
);
