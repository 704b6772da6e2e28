-- A one-time way by which a phone without a session uploads one file for the form that is open on a desk.
create table upload_ticket (
  id uuid primary key default gen_random_uuid(),
  secret_hash bytea not null unique,
  -- The session that asked: the ticket ends with it.
  family uuid not null,
  identity_id integer not null references identity (id),
  expires_at timestamptz not null,
  opened_at timestamptz,
  taken_at timestamptz,
  file_id uuid references file (id) on delete set null
);
create index upload_ticket_identity on upload_ticket (identity_id);
