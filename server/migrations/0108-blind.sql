-- What of a file of an entry tells whose it is, and the copy without it for reviewers (docs/decisions/0089). A file
-- never changes, so each is looked through once for an entry, and again where the identities looked for have changed.
create table blind_check (
  case_id uuid not null references process_case (id) on update cascade,
  file_id uuid not null references file (id),
  -- Digest of the identities that were looked for.
  asked text not null,
  -- The findings quote names and numbers. Null where the file could not be looked through.
  found_sealed text,
  -- Why it could not be.
  refused text,
  -- What its author leaves in, by key of the finding, with the reason.
  explained jsonb not null default '{}',
  copy_id uuid references file (id),
  at timestamptz not null default now(),
  primary key (case_id, file_id),
  check ((found_sealed is null) = (refused is not null))
);
create index blind_check_file on blind_check (file_id);
