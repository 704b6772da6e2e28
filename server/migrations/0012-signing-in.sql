-- Failures that belong to no row of a person: of accounts nobody has, from a known device, of an address, of somebody signed in.
-- The key says whose they are, with nothing in it that people typed.
create table sign_in_failure (
  key text primary key,
  failed integer not null,
  since timestamptz not null default now(),
  locked_until timestamptz
);
create index sign_in_failure_age on sign_in_failure (since);

-- Questions asked after failures. The answer is a keyed hash; a row is deleted by the first try.
create table captcha (
  id uuid primary key,
  answer_hash bytea not null,
  expires_at timestamptz not null
);
create index captcha_age on captcha (expires_at);

-- Codes to phones also sign in.
alter table mobile_code drop constraint mobile_code_purpose_check;
alter table mobile_code add constraint mobile_code_purpose_check check (purpose in ('forget', 'bind', 'login'));
drop index mobile_code_place;
create index mobile_code_place on mobile_code (ip, created_at) where purpose in ('forget', 'login');

-- The second factor: the shared secret, sealed, and the time step of the last code, because a code counts once.
alter table person add column totp_sealed text, add column totp_step bigint not null default 0, add column totp_since timestamptz;

-- For whoever has lost the device with the codes; keyed hashes, each good once.
create table recovery_code (
  person_id integer not null references person (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

-- When whoever holds the session last showed that it is still them.
alter table session add column proved_at timestamptz;

-- Tickets of the account centre that were shown; each counts once. Kept until it would have run out anyway.
create table used_ticket (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index used_ticket_age on used_ticket (expires_at);

-- The picture of an institution's seal, an upload of one of its own accounts.
alter table institution add column seal_file uuid references file (id);
