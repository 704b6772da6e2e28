-- Credentials: certificates as signed texts that other systems read (server/features/credentials/README.md). Keys stay for good, because what they signed does.
create table credential_key (
  kid text primary key,
  private_sealed text not null,
  public jsonb not null,
  created_at timestamptz not null default now()
);

create table credential (
  id uuid primary key,
  owner_id integer not null,
  -- The printed paper that it repeats; one credential each.
  paper_id uuid not null unique,
  kid text not null,
  -- Its place in a published list of bits, by chance.
  list integer not null check (list >= 1),
  position integer not null check (position between 0 and 131071),
  state text not null default 'valid' check (state in ('valid', 'superseded', 'revoked')),
  issued_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  unique (list, position)
);
create index credential_owner on credential (owner_id);
create index credential_checked on credential (checked_at);
