-- People as a provider of identities provisions them by SCIM (docs/decisions/0279). Whoever has no account yet waits
-- here, without a person or an archive, until the school enrols them.
create table scim_user (
  id uuid primary key,
  -- The institution of the token: another place's people do not exist for it.
  place_id integer not null references institution (id),
  -- The school that a newcomer comes to.
  institution_id integer not null references institution (id),
  -- The teacher's identity; null for a newcomer.
  identity_id integer references identity (id) on delete cascade,
  user_name text not null,
  -- The name as it is compared: RFC 7643 wants no difference between large and small letters.
  user_key text not null,
  external_id text,
  -- The parts of a name as the provider writes them.
  named jsonb not null default '{}',
  -- Whether the provider wants a newcomer to have an account.
  wanted boolean not null default true,
  -- Identities that the provider switched off: it switches no others on again.
  switched_off integer[] not null default '{}',
  -- The school said that a newcomer is none of its people.
  dismissed_at timestamptz,
  gone_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create unique index scim_user_name on scim_user (place_id, user_key);
create unique index scim_user_identity on scim_user (place_id, identity_id) where identity_id is not null;
create index scim_user_external on scim_user (place_id, external_id) where external_id is not null;
create index scim_user_newcomer on scim_user (institution_id, created_at) where identity_id is null;
