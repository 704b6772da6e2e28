-- Single sign-on for the region's apps (docs/decisions/0074).

-- An app as a client of the provider. A secret is random and kept as a keyed hash; keys of apps are public.
create table sign_on_client (
  app_id text primary key references app (id),
  auth_method text not null check (auth_method in ('client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none')),
  secret_hash text,
  secret_made_at timestamptz,
  jwks jsonb,
  redirect_uris text[] not null,
  post_logout_uris text[] not null default '{}',
  backchannel_uri text,
  -- [{scope, need: required | optional, purpose}], in the order of the page of consent.
  scopes jsonb not null,
  -- Addresses that older systems are sent back to with a ticket; empty where the app is none.
  services text[] not null default '{}',
  enabled boolean not null default true,
  version integer not null default 1,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What a person agreed to release to an app, as which identity, until when.
create table sign_on_consent (
  app_id text not null references app (id),
  person_id integer not null references person (id),
  identity_id integer not null references identity (id),
  scopes text[] not null,
  declined text[] not null default '{}',
  grant_id text,
  granted_at timestamptz not null default now(),
  until timestamptz not null,
  last_used_at timestamptz,
  primary key (app_id, person_id)
);
create index sign_on_consent_person on sign_on_consent (person_id);
create index sign_on_consent_identity on sign_on_consent (identity_id);

-- What the provider keeps: codes, tokens, grants, its sessions, interactions. Names are hashed, the rest is sealed.
create table sign_on_item (
  model text not null,
  id_hash text not null,
  payload_sealed text not null,
  grant_hash text,
  uid_hash text,
  -- The session of the portal that a session of the provider follows.
  family uuid,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);
create index sign_on_item_grant on sign_on_item (grant_hash) where grant_hash is not null;
create index sign_on_item_uid on sign_on_item (uid_hash) where uid_hash is not null;
create index sign_on_item_family on sign_on_item (family) where family is not null;
create index sign_on_item_over on sign_on_item (expires_at);

-- Keys that sign: one signs, the next is published before it does, the last while something signed with it may live.
create table sign_on_key (
  kid text primary key,
  private_sealed text not null,
  signs_from timestamptz not null,
  published_until timestamptz not null
);

-- The provider finds the session of a browser by its cookie alone.
create index session_binding on session (binding) where binding is not null and revoked_at is null;
