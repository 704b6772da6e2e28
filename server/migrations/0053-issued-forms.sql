-- Papers that the portal printed (docs/decisions/0062). What was printed is kept sealed for some weeks only; that it was, and
-- the hash of its file, stay.
create table issued_form (
  id uuid primary key,
  -- Sixteen letters for eighty random bits; null on a paper that cannot be verified: not approved yet, or a working copy.
  code text unique check (code ~ '^[0-9a-hjkmnp-tv-z]{16}$'),
  form text not null,
  version text not null,
  title text not null,
  -- Whom it is about; null for a list of people.
  teacher_id integer references teacher (id),
  -- The record or the case it is about; null where it is about the whole archive.
  about uuid,
  purpose text,
  by_identity integer not null references identity (id),
  institution_id integer not null references institution (id),
  -- The teacher printed it for themselves.
  by_holder boolean not null,
  issued_at timestamptz not null default now(),
  pages smallint not null,
  sha256 bytea not null,
  -- Keyed hash of the values it shows, to find out whether they still hold; null where nothing is compared.
  digest bytea,
  -- The PDF in base64, sealed; null once its time is over.
  file text,
  kept_until timestamptz not null,
  revoked_at timestamptz,
  revoked_by integer references identity (id),
  revoke_reason text,
  bundle_id uuid
);
create index issued_form_holder on issued_form (teacher_id, form, issued_at desc);
create index issued_form_mine on issued_form (by_identity, issued_at desc, id desc) where bundle_id is null;
create index issued_form_kept on issued_form (kept_until) where file is not null;
create index issued_form_bundle on issued_form (bundle_id) where bundle_id is not null;

-- One form for many people, made in the background.
create table form_bundle (
  id uuid primary key,
  form text not null,
  by_identity integer not null references identity (id),
  -- The address of the portal that is printed on the papers.
  origin text,
  state text not null default 'running' check (state in ('running', 'ready', 'cancelled')),
  at timestamptz not null default now(),
  kept_until timestamptz
);
create index form_bundle_mine on form_bundle (by_identity, at desc);
create index form_bundle_running on form_bundle (at) where state = 'running';

create table form_bundle_item (
  bundle_id uuid not null references form_bundle (id),
  teacher_id integer not null references teacher (id),
  issued_id uuid references issued_form (id),
  -- The name of its file within the zip.
  name text,
  -- Why there is no paper.
  fault text,
  primary key (bundle_id, teacher_id)
);
create index form_bundle_item_waiting on form_bundle_item (bundle_id) where issued_id is null and fault is null;
