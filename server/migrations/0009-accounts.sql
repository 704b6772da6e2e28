-- What a person keeps about the own account: photo, mail, earlier passwords, and the codes sent to phones.
alter table person add column image_file uuid references file (id);
alter table person add column email_sealed text;

-- Earlier passwords, so that the last five are not taken again; older ones are removed when a new one is set.
create table password_history (
  person_id integer not null references person (id),
  changed_at timestamptz not null default now(),
  password_hash text not null
);
create index password_history_person on password_history (person_id, changed_at);

-- Codes sent to phones. Neither code nor number stands here: both are keyed hashes. Kept a day, for the limits per number.
create table mobile_code (
  id bigint primary key generated always as identity,
  mobile_key text not null,
  purpose text not null check (purpose in ('forget', 'bind')),
  -- Who may use it: the person who asked for it when binding, the owner of the number when the password is forgotten.
  person_id integer references person (id),
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  tries smallint not null default 0,
  used_at timestamptz,
  ip text not null
);
create index mobile_code_number on mobile_code (mobile_key, created_at);
create index mobile_code_place on mobile_code (ip, created_at) where purpose = 'forget';
create index mobile_code_age on mobile_code (created_at);
