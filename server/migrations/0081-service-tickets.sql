-- Tickets for older systems (docs/decisions/0074): used once, within seconds; the used one names the system that a
-- session entered until the session ends.
create table sign_on_ticket (
  hash text primary key,
  app_id text not null references app (id),
  person_id integer not null references person (id),
  identity_id integer not null references identity (id),
  service_hash text not null,
  family uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_on_ticket_family on sign_on_ticket (family);
create index sign_on_ticket_over on sign_on_ticket (expires_at);
